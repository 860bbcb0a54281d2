/** The combinations of a ruleset: each with its picture, its name and its points. */

import { button, die, el } from "/assets/dom.js";
import { fieldOf } from "./fields.js";

/** @typedef {import("./yaml.js").Value} Value */
/** @typedef {{pattern: string, label: string, points: import("./fields.js").Field, note: HTMLElement, box: HTMLElement}} Row */

const EXAMPLES = [4, 6, 3, 2, 5, 1];

export class Combinations {
  /**
   * @param {import("./fields.js").Schema} schema  of the points of a combination
   * @param {import("./fields.js").Changed} changed
   */
  constructor(schema, changed) {
    this.schema = schema;
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
    this.names = names;
    this.rows = Object.entries(combinations).map(([pattern, points]) => this.row(pattern, points, labels[pattern] ?? ""));
    this.otherLabels = Object.fromEntries(Object.entries(labels).filter(([key]) => !(key in combinations)));
    this.offered = offered;
    this.known.replaceChildren(...offered.map((each) => el("option", { value: each.name })));
    this.draw();
  }

  /** @param {{[pattern: string]: string}} names */
  rename(names) {
    this.names = names;
    for (const { pattern, box } of this.rows) box.querySelector(".name")?.setAttribute("placeholder", this.nameOf(pattern));
  }

  /** @param {string} pattern */
  nameOf(pattern) {
    return this.names[pattern] ?? pattern;
  }

  draw() {
    this.list.replaceChildren(...this.rows.map((row) => row.box));
  }

  /**
   * @param {string} pattern
   * @param {Value} value
   * @param {string} label
   * @returns {Row}
   */
  row(pattern, value, label) {
    const points = fieldOf(`points-${pattern}`, this.schema, () => this.tell(row));
    points.element.setAttribute("aria-label", `Points of ${this.nameOf(pattern)}`);
    points.element.classList.add("points");
    const letters = new Set(pattern.replace(/\d/g, ""));
    if (letters.size !== 1) points.element.inputMode = "numeric"; // else a number for each face may be typed
    points.show(value);
    const name = el("input.name", {
      value: label, placeholder: this.nameOf(pattern), "aria-label": `Name of ${pattern}`,
      input: () => {
        row.label = name.value.trim();
        this.tellLabels(row);
      },
    });
    const remove = () => {
      this.rows = this.rows.filter((each) => each !== row);
      this.draw();
      this.tell();
    };
    const note = el("p.notes");
    const cross = button("button.remove", remove, { title: "Remove", "aria-label": `Remove ${this.nameOf(pattern)}` }, "×");
    const box = el("div.combination", {}, pictureOf(pattern), name, points.element, cross, note);
    const row = { pattern, label, points, note, box };
    this.ask(row);
    return row;
  }

  /** Ask for points that are missing. @param {Row} row */
  ask({ pattern, points, note }) {
    note.replaceChildren(points.value() === null ? el("span.hint", {}, `How many points is ${this.nameOf(pattern)}?`) : "");
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
      if (!this.rows.some((row) => row.pattern === pattern)) this.rows.push(this.row(pattern, null, ""));
    }
    this.wanted.value = "";
    this.draw();
    const row = this.rows.find((each) => each.pattern === patterns[patterns.length - 1]);
    const input = /** @type {HTMLInputElement | undefined} */ (row?.points.element);
    input?.focus();
    input?.select(); // what is there already is typed over
  }

  /** @param {Row} [row] */
  tell(row) {
    const each = this.rows.map(({ pattern, points }) => [pattern, points.value()]);
    const value = Object.fromEntries(each.filter(([, points]) => points !== null));
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
      this.ask(row);
      row.points.element.removeAttribute("aria-invalid");
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
    if (kind === "error") row?.points.element.setAttribute("aria-invalid", "true");
  }
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
