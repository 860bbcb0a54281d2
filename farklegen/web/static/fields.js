/** The form: one field for each key of the schema, with its explanation. No key is named here but
 * combinations, which stand apart. */

import { el } from "/assets/dom.js";
import { Yaml, entries, flow } from "./yaml.js";

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
    /** @type {HTMLElement | null} */
    let section = null;
    let runs = 0;
    const sections = [];
    for (const [key, property] of Object.entries(schema.properties)) {
      const group = definition(schema, property);
      if (key === "labels") sections[sections.length - 1].append(this.field([key], property));
      else if (key === "combinations" || group) {
        const about = el("p.about", {}, group ? (property.description ?? "") : "A line for each, such as 1: 100 or full house: 1500");
        const inside = group ? this.group(key, group) : [this.field([key], property)];
        sections.push(el("fieldset", {}, el("legend", {}, group?.title ?? "Combinations"), about, ...inside));
        section = null;
      } else {
        if (!section) {
          section = el("fieldset", {}, el("legend", {}, RUNS[Math.min(runs++, RUNS.length - 1)]));
          sections.push(section);
        }
        section.append(this.field([key], property));
      }
    }
    root.replaceChildren(...sections);
  }

  /**
   * Show rules in all fields.
   * @param {{[key: string]: any}} rules  every key with its value
   */
  show(rules) {
    for (const [path, field] of this.fields) {
      const [key, inner] = path.split(".");
      field.show(inner ? rules[key]?.[inner] : rules[key]);
    }
  }

  /** Take all notes away. */
  clear() {
    for (const note of this.notes.values()) note.replaceChildren();
    for (const { element } of this.fields.values()) element.removeAttribute("aria-invalid");
  }

  /**
   * Write a note beside a field, if there is such a field.
   * @param {string[]} keys
   * @param {string} text
   * @param {string} kind  a class: error, error warning, reads
   */
  note(keys, text, kind) {
    const path = this.notes.has(keys.join(".")) ? keys.join(".") : keys[0];
    this.notes.get(path)?.append(el("span", { class: kind }, text), " ");
    if (kind === "error") this.fields.get(path)?.element.setAttribute("aria-invalid", "true");
  }

  /**
   * The fields of a group.
   * @param {string} key
   * @param {Schema} group  the definition of what is inside
   */
  group(key, group) {
    const note = el("p.notes");
    this.notes.set(key, note);
    return [note, ...Object.entries(group.properties).map(([name, inner]) => this.field([key, name], inner))];
  }

  /**
   * @param {string[]} keys
   * @param {Schema} property
   */
  field(keys, property) {
    const path = keys.join(".");
    const id = `field-${keys.join("-")}`;
    const made = fieldOf(id, property, () => this.tell(keys));
    this.fields.set(path, made);
    const note = el("p.notes", { id: `${id}-note` });
    this.notes.set(path, note);
    const title = keys[keys.length - 1].replaceAll("_", " ");
    made.element.setAttribute("aria-describedby", `${id}-hint ${id}-note`);
    const label = el("label", { for: id }, title[0].toUpperCase() + title.slice(1));
    return el("div.field", {}, label, made.element, el("p.hint", { id: `${id}-hint` }, property.description ?? ""), note);
  }

  /**
   * Tell the new value of a key of the first level.
   * @param {string[]} keys  of the field that was changed
   */
  tell([key, ...inner]) {
    const property = this.schema.properties[key];
    const group = definition(this.schema, property);
    /** @param {string} path @param {Schema} of */
    const given = (path, of) => {
      const value = this.fields.get(path)?.value();
      return value === null || JSON.stringify(value) === JSON.stringify(of.default) ? undefined : value;
    };
    if (!group) return this.changed(key, given(key, property), [key]);
    const each = Object.entries(group.properties).map(([name, within]) => [name, given(`${key}.${name}`, within)]);
    const found = each.filter(([, value]) => value !== undefined);
    this.changed(key, found.length ? Object.fromEntries(found) : undefined, [key, ...inner]);
  }
}

/**
 * What a property refers to, if it is a group of keys.
 * @param {Schema} schema
 * @param {Schema} property
 * @returns {Schema | undefined}
 */
function definition(schema, property) {
  const refers = variants(property).find((each) => each.$ref);
  return refers && schema.$defs[refers.$ref.replace("#/$defs/", "")];
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
 * The field of a property, by its shape. Lists and mappings are typed as in the file, without the
 * brackets around them.
 * @param {string} id
 * @param {Schema} property
 * @param {() => void} changed
 * @returns {Field}
 */
function fieldOf(id, property, changed) {
  const kinds = variants(property).filter((each) => each.type !== "null");
  const [kind] = kinds;
  const has = (/** @type {string} */ type) => kinds.some((each) => each.type === type);
  if (kind.enum) {
    const options = kind.enum.map((/** @type {string} */ word) => el("option", { value: word }, word.replaceAll("_", " ")));
    const select = el("select", { id, change: changed }, ...options);
    return { element: select, show: (value) => void (select.value = value ?? kind.enum[0]), value: () => select.value };
  }
  if (has("boolean")) {
    const input = el("input", { id, type: "checkbox", change: changed });
    return { element: input, show: (value) => void (input.checked = Boolean(value)), value: () => input.checked };
  }
  const lines = has("object") && !has("integer");
  const placeholder = lines ? entries(property.examples[0]).join("\n") : null;
  const input =
    lines || kind.maxLength > 200
      ? el("textarea", { id, rows: 2, placeholder, spellcheck: lines ? "false" : null, input: changed })
      : el("input", { id, inputmode: has("integer") && kinds.length === 1 ? "numeric" : null, input: changed });
  const show = (/** @type {any} */ value) => {
    const parts = Array.isArray(value) ? value.map(flow) : value && typeof value === "object" ? entries(value) : [value ?? ""];
    input.value = parts.join(lines ? "\n" : ", ");
    if (lines) input.setAttribute("rows", String(Math.max(2, parts.length)));
  };
  const value = () => {
    const text = input.value.trim();
    if (!text) return null;
    if (lines) return new Yaml(text.replace(/^\s*/gm, "\n  ").replace(/\n\s*\n/g, "\n"));
    if (has("object") && text.includes(":")) return new Yaml(`{${text}}`);
    const number = has("integer") ? read(text) : text;
    if (has("array") && (!has("integer") || (typeof number === "string" && text.includes(",")))) return new Yaml(`[${text}]`);
    return number;
  };
  return { element: input, show, value };
}

/**
 * A number as people write it; other text stays as it is, for the checks to say what is wrong.
 * @param {string} text
 */
function read(text) {
  const digits = /^-?\d{1,3}([ ,.']\d{3})+$/.test(text) ? text.replace(/[ ,.']/g, "") : text;
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : text;
}
