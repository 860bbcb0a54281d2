/** The combinations of a ruleset: each with its picture, its name and its points. */

import { button, die, el } from "/assets/dom.js";
import { numbers, read } from "./fields.js";

/** @typedef {import("./yaml.js").Value} Value */
/** @typedef {{pattern: string, points: Value, label: string, note?: HTMLElement, box?: HTMLElement}} Row */

const EXAMPLES = [4, 6, 3, 2, 5, 1];

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
    this.list = el("div");
    this.known = el("datalist", { id: "combination-names" });
    this.wanted = el("input", {
      id: "combination-new", list: "combination-names", autocomplete: "off",
      placeholder: "full house, or a pattern: AAABB", "aria-label": "Another combination",
      keydown: (event) => {
        if (!(event instanceof KeyboardEvent) || event.key !== "Enter") return;
        event.preventDefault();
        this.add();
      },
    });
    this.general = el("p.notes");
    this.element = el("div", {}, this.list, this.general, el("div.add", {}, this.wanted, button("button", () => this.add(), {}, "Add"), this.known));
  }

  /**
   * @param {{[pattern: string]: Value}} combinations
   * @param {{[pattern: string]: string}} labels
   * @param {{[pattern: string]: string}} names
   * @param {{name: string, patterns: string[]}[]} offered
   */
  show(combinations, labels, names, offered) {
    this.rows = Object.entries(combinations).map(([pattern, points]) => ({ pattern, points, label: labels[pattern] ?? "" }));
    this.otherLabels = Object.fromEntries(Object.entries(labels).filter(([key]) => !(key in combinations)));
    this.names = names;
    this.offered = offered;
    this.known.replaceChildren(...offered.map((each) => el("option", { value: each.name })));
    this.draw();
  }

  /** @param {{[pattern: string]: string}} names */
  rename(names) {
    this.names = names;
    for (const row of this.rows) row.box?.querySelector(".name")?.setAttribute("placeholder", this.nameOf(row));
  }

  /** @param {Row} row */
  nameOf({ pattern }) {
    return this.names[pattern] ?? pattern;
  }

  draw() {
    this.list.replaceChildren(...this.rows.map((row) => this.box(row)));
  }

  /** @param {Row} row */
  box(row) {
    const remove = () => {
      this.rows = this.rows.filter((each) => each !== row);
      this.draw();
      this.tell();
    };
    const name = el("input.name", {
      value: row.label, placeholder: this.nameOf(row), "aria-label": `Name of ${row.pattern}`,
      input: () => {
        row.label = name.value.trim();
        this.tellLabels(row);
      },
    });
    row.note = el("p.notes", {}, this.missing(row));
    row.box = el(
      "div.combination", {}, pictureOf(row.pattern), name, this.points(row),
      button("button.small.remove", remove, { title: "Remove", "aria-label": `Remove ${this.nameOf(row)}` }, "×"),
      row.note,
    );
    return row.box;
  }

  /** What is asked beside a combination without points. @param {Row} row */
  missing(row) {
    return blank(row) && el("span.hint", {}, `How many points is ${this.nameOf(row)}?`);
  }

  /** @param {Row} row */
  points(row) {
    const what = `Points of ${this.nameOf(row)}`;
    const { points } = row;
    const listed = Array.isArray(points);
    const input = el("input", { inputmode: "numeric", "aria-label": what, value: listed || points === null ? null : String(points), input: () => changed() });
    const six = numbers(`points-${row.pattern}`, 6, () => changed());
    six.show(listed ? points : []);
    six.inputs.forEach((face, i) => face.setAttribute("aria-label", `${what} with face ${i + 1}`));
    const changed = () => {
      row.points = /** @type {Value} */ (listed ? six.value() : read(input.value));
      this.tell(row);
    };
    const other = () => {
      row.points = listed ? /** @type {Value} */ (points[0] ?? null) : Array(6).fill(points);
      this.draw();
      this.tell(row);
    };
    const single = new Set(row.pattern.replace(/[^A-Z]/g, "")).size === 1;
    return el(
      `div.points${listed ? ".faces" : ""}`, {}, listed ? six.element : input,
      single && button("button.small", other, {}, listed ? "one number" : "by face"),
    );
  }

  /** Add what is wanted: a name that is offered, or whatever it is, for the checks to judge once it
   * has points. */
  add() {
    const text = this.wanted.value.trim();
    if (!text) return;
    const known = this.offered.find((each) => each.name === text.toLowerCase());
    const patterns = known?.patterns ?? [text];
    for (const pattern of patterns) {
      if (known && patterns.length === 1) this.names[pattern] ??= known.name;
      if (!this.rows.some((row) => row.pattern === pattern)) this.rows.push({ pattern, points: null, label: "" });
    }
    this.wanted.value = "";
    this.draw();
    const row = this.rows.find((each) => each.pattern === patterns[patterns.length - 1]);
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
    this.changed("labels", Object.keys(value).length ? value : undefined, row ? ["labels", row.pattern] : ["labels"]);
  }

  clear() {
    this.general.replaceChildren();
    for (const row of this.rows) {
      row.note?.replaceChildren(this.missing(row) || "");
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
    (row?.note ?? this.general).append(el("span", { class: kind }, text), " ");
    if (kind === "error") row?.box?.querySelector(".points input")?.setAttribute("aria-invalid", "true");
  }
}

/** Whether no points are written yet. @param {Row} row */
function blank({ points }) {
  return [points].flat().every((each) => each === null);
}

/** A pattern as dice: a digit as that face; letters as examples, alike where the letters are. @param {string} pattern */
function pictureOf(pattern) {
  const free = EXAMPLES.filter((face) => !pattern.includes(String(face)));
  const letters = [...new Set(pattern.replace(/[^A-Z]/g, ""))];
  const dice = [...pattern].map((sign) => {
    const picture = die(/[1-6]/.test(sign) ? Number(sign) : (free[letters.indexOf(sign)] ?? 1));
    if (/[A-Z]/.test(sign)) picture.classList.add("any", "ABCD"[letters.indexOf(sign) % 4]);
    return picture;
  });
  return el("span.dice", { "aria-hidden": "true" }, ...dice);
}
