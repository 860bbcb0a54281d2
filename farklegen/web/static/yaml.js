/** The text of a ruleset, changed key by key: all other lines keep their comments. */

/** @typedef {string | number | boolean | null | unknown[] | {[key: string]: unknown}} Value */

const PLAIN = /^[A-Za-z][\w .()'/&+-]*$/;
const MEANT = /^(true|false|null|yes|no|on|off)$/i;

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
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return [`${key}: ${scalar(value)}`];
  }
  const lines = Object.entries(value).map(([name, inner]) => `  ${keyOf(name)}: ${scalar(/** @type {Value} */ (inner))}`);
  return lines.length ? [`${key}:`, ...lines] : [`${key}: {}`];
}

/** A key as YAML takes it. @param {string} name */
function keyOf(name) {
  return /^\w[\w +]*$/.test(name) ? name : JSON.stringify(name);
}

/**
 * @param {Value} value
 * @returns {string}
 */
function scalar(value) {
  if (typeof value === "string") return PLAIN.test(value) && !MEANT.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => scalar(/** @type {Value} */ (each))).join(", ")}]`;
  return JSON.stringify(value);
}
