/** The combinations of a ruleset: each with its picture, its name and its points. */

import { pictureOf } from "./dice.js";
import { button, element } from "./elements.js";
import { numbers, read } from "./fields.js";

/** @typedef {import("./yaml.js").Value} Value */
/** @typedef {{pattern: string, points: Value, label: string, note?: HTMLElement, box?: HTMLElement}} Row */

export class Combinations {
  /** @param {(key: string, value: Value | undefined, keys: string[]) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Row[]} */
    this.rows = [];
    /** @type {{[pattern: string]: string}} */
    this.names = {};
    /** @type {{[key: string]: string}} */
    this.otherLabels = {};
    /** @type {{name: string, patterns: string[]}[]} */
    this.offered = [];
    this.list = element("div", {});
    this.known = element("datalist", { id: "combination-names" });
    this.wanted = element("input", {
      id: "combination-new", list: "combination-names", autocomplete: "off",
      placeholder: "full house, or a pattern: AAABB", "aria-label": "Another combination",
    });
    this.wanted.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.add();
    });
    const add = element("div", { class: "add" }, this.wanted, button("Add", () => this.add()), this.known);
    this.general = element("p", { class: "notes" });
    this.element = element("div", {}, this.list, this.general, add);
  }

  /**
   * @param {{[pattern: string]: Value}} combinations
   * @param {{[pattern: string]: string}} labels
   * @param {{[pattern: string]: string}} names
   * @param {{name: string, patterns: string[]}[]} offered
   */
  show(combinations, labels, names, offered) {
    this.rows = Object.entries(combinations).map(([pattern, points]) => ({
      pattern, points, label: labels[pattern] ?? "",
    }));
    this.otherLabels = Object.fromEntries(Object.entries(labels).filter(([key]) => !(key in combinations)));
    this.names = names;
    this.offered = offered;
    this.known.replaceChildren(...offered.map((each) => element("option", { value: each.name })));
    this.draw();
  }

  /** @param {{[pattern: string]: string}} names */
  rename(names) {
    this.names = names;
    for (const row of this.rows) {
      row.box?.querySelector(".name")?.setAttribute("placeholder", names[row.pattern] ?? row.pattern);
    }
  }

  draw() {
    this.list.replaceChildren(...this.rows.map((row, at) => this.box(row, at)));
  }

  /**
   * @param {Row} row
   * @param {number} at
   */
  box(row, at) {
    const name = element("input", {
      class: "name", value: row.label, placeholder: this.names[row.pattern] ?? row.pattern,
      "aria-label": `Name of ${row.pattern}`,
    });
    name.addEventListener("input", () => {
      row.label = name.value.trim();
      this.tellLabels(row);
    });
    const remove = button("×", () => {
      this.rows.splice(at, 1);
      this.draw();
      this.tell();
    }, { class: "small remove", title: "Remove", "aria-label": `Remove ${this.names[row.pattern] ?? row.pattern}` });
    row.note = element("p", { class: "notes" }, ...this.missing(row));
    row.box = element(
      "div", { class: "combination" },
      pictureOf(row.pattern), name, this.points(row), remove, row.note,
    );
    return row.box;
  }

  /** What is asked beside a combination without points. @param {Row} row */
  missing(row) {
    if (!blank(row)) return [];
    return [element("span", { class: "hint" }, `How many points is ${this.names[row.pattern] ?? row.pattern}?`)];
  }

  /** @param {Row} row */
  points(row) {
    const what = this.names[row.pattern] ?? row.pattern;
    const box = element("div", { class: Array.isArray(row.points) ? "points faces" : "points" });
    const single = new Set(row.pattern.replace(/[^A-Z]/g, "")).size === 1;
    const listed = Array.isArray(row.points);
    if (Array.isArray(row.points)) {
      const found = numbers(`points-${row.pattern}`, 6, () => {
        row.points = found.inputs.map((input) => read(input.value) ?? null);
        this.tell(row);
      });
      const values = row.points;
      found.inputs.forEach((input, face) => {
        input.value = String(values[face] ?? "");
        input.setAttribute("aria-label", `Points of ${what} with face ${face + 1}`);
      });
      box.append(found.element);
    } else {
      const input = element("input", { inputmode: "numeric", "aria-label": `Points of ${what}` });
      input.value = row.points === null ? "" : String(row.points);
      input.addEventListener("input", () => {
        row.points = read(input.value) ?? null;
        this.tell(row);
      });
      box.append(input);
    }
    if (single) {
      box.append(button(listed ? "one number" : "by face", () => {
        row.points = Array.isArray(row.points) ? /** @type {Value} */ (row.points[0] ?? null) : Array(6).fill(row.points);
        this.draw();
        this.tell(row);
      }, { class: "small" }));
    }
    return box;
  }

  /** Add what is wanted: a name that is offered, or whatever it is, for the checks to judge once it
   * has points. */
  add() {
    const text = this.wanted.value.trim();
    if (!text) return;
    const known = this.offered.find((each) => each.name === text.toLowerCase());
    for (const pattern of known?.patterns ?? [text]) {
      if (known?.patterns.length === 1) this.names[pattern] ??= known.name;
      if (!this.rows.some((row) => row.pattern === pattern)) this.rows.push({ pattern, points: null, label: "" });
    }
    this.wanted.value = "";
    this.draw();
    const [pattern] = (known?.patterns ?? [text]).slice(-1);
    const row = this.rows.find((each) => each.pattern === pattern);
    const input = /** @type {HTMLInputElement | null | undefined} */ (row?.box?.querySelector(".points input"));
    input?.focus();
    input?.select(); // what is there already is typed over
  }

  /** @param {Row} [row] */
  tell(row) {
    const value = Object.fromEntries(this.rows.filter((each) => !blank(each)).map((each) => [each.pattern, each.points]));
    this.changed("combinations", value, row ? ["combinations", row.pattern] : ["combinations"]);
    if (!row) this.tellLabels();
  }

  /** @param {Row} [row] */
  tellLabels(row) {
    const own = this.rows.filter((each) => each.label).map((each) => [each.pattern, each.label]);
    const value = { ...Object.fromEntries(own), ...this.otherLabels };
    const keys = ["labels", ...(row ? [row.pattern] : [])];
    this.changed("labels", Object.keys(value).length ? value : undefined, keys);
  }

  clear() {
    this.general.replaceChildren();
    for (const row of this.rows) {
      row.note?.replaceChildren(...this.missing(row));
      for (const input of row.box?.querySelectorAll("[aria-invalid]") ?? []) input.removeAttribute("aria-invalid");
    }
  }

  /**
   * @param {string | undefined} pattern
   * @param {string} text
   * @param {string} kind
   */
  note(pattern, text, kind) {
    const row = this.rows.find((each) => each.pattern === pattern);
    (row?.note ?? this.general).append(element("span", { class: kind }, text), " ");
    if (row && kind === "error") row.box?.querySelector(".points input")?.setAttribute("aria-invalid", "true");
    return true;
  }
}

/** Whether no points are written yet. @param {Row} row */
function blank({ points }) {
  return Array.isArray(points) ? points.every((each) => each === null) : points === null;
}
