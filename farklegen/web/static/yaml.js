/** The text of a ruleset, changed key by key: all other lines keep their comments. */

/** @typedef {string | number | boolean | null | unknown[] | {[key: string]: unknown} | Yaml} Value */

const PLAIN = /^[A-Za-z][\w .()'/&+-]*$/;
const MEANT = /^(true|false|null|yes|no|on|off)$/i;

/** A value that is YAML already. */
export class Yaml {
  /** @param {string} text  a line, or indented lines below their key */
  constructor(text) {
    this.text = text;
  }
}

/**
 * The text with another value of a key of the first level.
 * @param {string} text
 * @param {string} key
 * @param {Value | undefined} value  undefined to leave the key out
 * @returns {string}
 */
export function withKey(text, key, value) {
  const lines = text.replace(/\s*$/, "").split(/\r?\n/);
  const from = lines.findIndex((line) => new RegExp(`^(["']?)${key}\\1\\s*:`).test(line));
  const block = value === undefined ? [] : written(key, value);
  if (from < 0) return [...lines.filter((line, at) => line || at), ...block].join("\n") + "\n";
  let to = from + 1;
  while (to < lines.length && /^(\s|[#\-}\]]|$)/.test(lines[to])) to += 1;
  while (to > from + 1 && /^(#.*)?$/.test(lines[to - 1])) to -= 1; // comments of the next key
  return [...lines.slice(0, from), ...block, ...lines.slice(to)].join("\n") + "\n";
}

/**
 * The keys that a line belongs to: of the first level, and of the second if it has one.
 * @param {string} text
 * @param {number} line  from 1
 * @returns {string[]}
 */
export function keysAt(text, line) {
  const lines = text.split(/\r?\n/);
  const own = /^\s+["']?([^"':]+)["']?:/.exec(lines[line - 1] ?? "");
  for (let at = line - 1; at >= 0; at -= 1) {
    const top = /^["']?([A-Za-z_]+)["']?\s*:/.exec(lines[at] ?? "");
    if (top) return own && at < line - 1 ? [top[1], own[1].trim()] : [top[1]];
  }
  return [];
}

/**
 * @param {string} key
 * @param {Value} value
 * @returns {string[]}
 */
function written(key, value) {
  const mapping = value && typeof value === "object" && !Array.isArray(value) && !(value instanceof Yaml);
  if (!mapping || !Object.keys(value).length) return [`${key}: ${flow(value)}`.replace(": \n", ":\n")];
  return [`${key}:`, ...entries(value).map((line) => `  ${line}`)];
}

/**
 * The lines of a mapping, each a key with its value.
 * @param {object} value
 */
export function entries(value) {
  return Object.entries(value).map(([name, inner]) => {
    return `${/^\w[\w +]*$/.test(name) ? name : JSON.stringify(name)}: ${flow(inner)}`;
  });
}

/**
 * A value in one line.
 * @param {unknown} value
 * @returns {string}
 */
export function flow(value) {
  if (value instanceof Yaml) return value.text;
  if (typeof value === "string") return PLAIN.test(value) && !MEANT.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  return value && typeof value === "object" ? `{${entries(value).join(", ")}}` : JSON.stringify(value);
}
