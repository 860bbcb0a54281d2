/** The form: one field for each key of the schema, with its explanation. No key is named here but
 * those that have a shape of their own, combinations with their labels. */

import { Combinations } from "./combinations.js";
import { element } from "./elements.js";
import { combinationsOfLine, diceOfLine, kindsOfLines, lineOfDice, linesOfKinds } from "./kinds.js";

/** @typedef {import("./yaml.js").Value} Value */
/** @typedef {{[name: string]: any}} Schema */
/** @typedef {(key: string, value: Value | undefined, keys: string[]) => void} Changed */
/** @typedef {{element: HTMLElement, show: (value: any) => void, value: () => Value | undefined}} Field */

const RUNS = ["The game", "The turn", "The end of the game, and rarer rules"];

export class Form {
  /**
   * @param {HTMLElement} root
   * @param {Schema} schema  the JSON Schema of rulesets
   * @param {Changed} changed  hears the new value of a key of the first level; undefined for its
   *   default
   */
  constructor(root, schema, changed) {
    this.schema = schema;
    this.changed = changed;
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.notes = new Map();
    this.combinations = new Combinations((key, value, keys) => changed(key, value, keys));
    /** @type {HTMLElement | null} */
    let section = null;
    let runs = 0;
    const sections = [];
    for (const [key, property] of Object.entries(schema.properties)) {
      if (key === "labels") continue; // each stands with its combination
      const group = definition(schema, property);
      if (key === "combinations") {
        sections.push(this.section("Combinations", property.description, this.combinations.element));
        section = null;
      } else if (group) {
        sections.push(this.group(key, group, property));
        section = null;
      } else {
        if (!section) sections.push((section = this.section(RUNS[Math.min(runs++, RUNS.length - 1)], "")));
        section.append(this.field([key], property, () => this.tell(key)));
      }
    }
    root.replaceChildren(...sections);
  }

  /**
   * Show rules in all fields.
   * @param {{[key: string]: any}} rules  every key with its value
   * @param {{names: {[pattern: string]: string}, offered: {name: string, patterns: string[]}[]}} told
   */
  show(rules, told) {
    for (const [path, field] of this.fields) {
      const [key, inner] = path.split(".");
      field.show(inner ? rules[key]?.[inner] : rules[key]);
    }
    this.combinations.show(rules.combinations, rules.labels ?? {}, told.names, told.offered);
  }

  /** Names of patterns as the server knows them now. */
  /** @param {{names: {[pattern: string]: string}}} told */
  rename(told) {
    this.combinations.rename(told.names);
  }

  /** Take all notes away. */
  clear() {
    for (const note of this.notes.values()) note.replaceChildren();
    for (const path of this.fields.keys()) this.input(path)?.removeAttribute("aria-invalid");
    this.combinations.clear();
  }

  /**
   * Write a note beside a field; returns whether there is such a field.
   * @param {string[]} keys
   * @param {string} text
   * @param {string} kind  a class: error, error warning, reads
   */
  note(keys, text, kind) {
    if (keys[0] === "combinations" || keys[0] === "labels") return this.combinations.note(keys[1], text, kind);
    const path = this.notes.has(keys.join(".")) ? keys.join(".") : keys[0];
    const note = this.notes.get(path);
    if (!note) return false;
    note.append(element("span", { class: kind }, text), " ");
    if (kind === "error") this.input(path)?.setAttribute("aria-invalid", "true");
    return true;
  }

  /** @param {string} path */
  input(path) {
    return this.fields.get(path)?.element.querySelector("input, select, textarea") ?? null;
  }

  /**
   * @param {string} title
   * @param {string | undefined} about
   * @param {...Node} children
   */
  section(title, about, ...children) {
    const told = about ? [element("p", { class: "about" }, about)] : [];
    return element("fieldset", {}, element("legend", {}, title), ...told, ...children);
  }

  /**
   * @param {string} key
   * @param {Schema} group  the definition of what is inside
   * @param {Schema} property
   */
  group(key, group, property) {
    const inside = Object.entries(group.properties).map(([name, inner]) =>
      this.field([key, name], inner, () => this.tell(key, name)),
    );
    const note = element("p", { class: "notes" });
    this.notes.set(key, note);
    return this.section(group.title, property.description, note, ...inside);
  }

  /**
   * @param {string[]} keys
   * @param {Schema} property
   * @param {() => void} changed
   */
  field(keys, property, changed) {
    const path = keys.join(".");
    const id = `field-${keys.join("-")}`;
    const made = fieldOf(id, property, changed);
    this.fields.set(path, made);
    const note = element("p", { class: "notes", id: `${id}-note` });
    this.notes.set(path, note);
    const title = keys[keys.length - 1].replaceAll("_", " ");
    const label = element("label", { for: id }, title[0].toUpperCase() + title.slice(1));
    for (const input of made.element.querySelectorAll("input, select, textarea")) {
      input.setAttribute("aria-describedby", `${id}-hint ${id}-note`);
    }
    const hint = element("p", { class: "hint", id: `${id}-hint` }, property.description ?? "");
    return element("div", { class: "field" }, label, made.element, hint, note);
  }

  /**
   * Tell the new value of a key of the first level.
   * @param {string} key
   * @param {string} [inner]
   */
  tell(key, inner) {
    const property = this.schema.properties[key];
    const group = definition(this.schema, property);
    if (!group) {
      const value = this.fields.get(key)?.value();
      this.changed(key, value === null || same(value, property.default) ? undefined : value, [key]);
      return;
    }
    /** @type {{[name: string]: Value}} */
    const found = {};
    for (const [name, within] of Object.entries(group.properties)) {
      const value = this.fields.get(`${key}.${name}`)?.value();
      if (value !== undefined && value !== null && !same(value, within.default)) found[name] = value;
    }
    this.changed(key, Object.keys(found).length ? found : undefined, inner ? [key, inner] : [key]);
  }
}

/**
 * @param {any} a
 * @param {any} b
 */
function same(a, b) {
  return a === undefined || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * What a property refers to, if it is a group of keys.
 * @param {Schema} schema
 * @param {Schema} property
 * @returns {Schema | null}
 */
function definition(schema, property) {
  for (const each of variants(property)) {
    const name = /^#\/\$defs\/(.+)$/.exec(each.$ref ?? "")?.[1];
    if (name) return schema.$defs[name];
  }
  return null;
}

/**
 * What a property may be, one of several.
 * @param {Schema} property
 * @returns {Schema[]}
 */
function variants(property) {
  const inner = property.anyOf ?? property.oneOf ?? property.allOf;
  return inner ? inner.flatMap(variants) : [property];
}

/**
 * The field of a property, by its shape.
 * @param {string} id
 * @param {Schema} property
 * @param {() => void} changed
 * @returns {Field}
 */
function fieldOf(id, property, changed) {
  const kinds = variants(property).filter((each) => each.type !== "null");
  const [kind] = kinds;
  if (kinds.some((each) => each.additionalProperties)) {
    return kinds.length > 1
      ? written(element("input", { id, type: "text" }), changed, lineOfDice, (text) => diceOfLine(text, read))
      : written(element("textarea", { id, rows: 3, spellcheck: "false" }), changed, linesOfKinds, kindsOfLines);
  }
  if (kind.enum) return choice(id, kind.enum, changed);
  if (kind.type === "boolean") return tick(id, changed);
  if (kind.type === "array" && kind.minItems && kind.minItems === kind.maxItems) {
    return row(id, kind.minItems, changed);
  }
  if (kind.type === "array") return line(id, changed, "list");
  if (kinds.some((each) => each.type === "integer")) {
    return line(id, changed, kinds.length > 1 ? "either" : "number");
  }
  return line(id, changed, kind.maxLength > 200 ? "long" : "text");
}

/**
 * @param {string} id
 * @param {string[]} words
 * @param {() => void} changed
 * @returns {Field}
 */
function choice(id, words, changed) {
  const options = words.map((word) => element("option", { value: word }, word.replaceAll("_", " ")));
  const select = element("select", { id }, ...options);
  select.addEventListener("change", changed);
  const show = (/** @type {string} */ value) => void (select.value = value ?? words[0]);
  return { element: element("div", {}, select), show, value: () => select.value };
}

/**
 * @param {string} id
 * @param {() => void} changed
 * @returns {Field}
 */
function tick(id, changed) {
  const input = element("input", { id, type: "checkbox" });
  input.addEventListener("change", changed);
  const show = (/** @type {boolean} */ value) => void (input.checked = Boolean(value));
  return { element: element("div", {}, input), show, value: () => input.checked };
}

/**
 * @param {string} id
 * @param {number} length
 * @param {() => void} changed
 * @returns {Field}
 */
function row(id, length, changed) {
  const { element: box, inputs } = numbers(id, length, changed);
  const show = (/** @type {number[]} */ values) =>
    inputs.forEach((input, at) => void (input.value = String(values?.[at] ?? "")));
  return { element: box, show, value: () => inputs.map((input) => read(input.value) ?? null) };
}

/**
 * Fields for some numbers side by side, one for each face.
 * @param {string} id
 * @param {number} length
 * @param {() => void} changed
 */
export function numbers(id, length, changed) {
  const inputs = Array.from({ length }, (_, at) =>
    element("input", { id: at ? `${id}-${at + 1}` : id, inputmode: "numeric", "aria-label": `face ${at + 1}` }),
  );
  for (const input of inputs) input.addEventListener("input", changed);
  const boxes = inputs.map((input, at) => element("label", {}, String(at + 1), input));
  return { element: element("div", { class: "six" }, ...boxes), inputs };
}

/**
 * @param {string} id
 * @param {() => void} changed
 * @param {"number" | "either" | "text" | "long" | "list"} kind
 * @returns {Field}
 */
function line(id, changed, kind) {
  const input =
    kind === "long"
      ? element("textarea", { id, rows: 2 })
      : element("input", { id, type: "text", inputmode: kind === "number" ? "numeric" : null });
  input.addEventListener("input", changed);
  const show = (/** @type {any} */ value) => {
    input.value = value === null || value === undefined ? "" : Array.isArray(value) ? value.join(", ") : String(value);
  };
  const value = () => {
    const text = input.value.trim();
    if (kind === "list") return combinationsOfLine(text);
    if (!text) return null;
    return kind === "number" || kind === "either" ? (read(text) ?? null) : text;
  };
  return { element: element("div", {}, input), show, value };
}

/**
 * A field whose text stands for a value with a shape of its own.
 * @param {HTMLInputElement | HTMLTextAreaElement} input
 * @param {() => void} changed
 * @param {(value: any) => string} textOf
 * @param {(text: string) => Value} valueOf
 * @returns {Field}
 */
function written(input, changed, textOf, valueOf) {
  input.addEventListener("input", changed);
  const show = (/** @type {any} */ value) => void (input.value = textOf(value));
  return { element: element("div", {}, input), show, value: () => valueOf(input.value.trim()) };
}

/**
 * A number as people write it; other text stays as it is, for the checks to say what is wrong.
 * @param {string} text
 * @returns {number | string | undefined}
 */
export function read(text) {
  const plain = text.trim();
  if (!plain) return undefined;
  const digits = /^-?\d{1,3}([ ,.']\d{3})+$/.test(plain) ? plain.replace(/[ ,.']/g, "") : plain;
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : plain;
}
