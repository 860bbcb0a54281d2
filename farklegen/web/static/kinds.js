/** Values as people type them: dice by name, `lucky=3, odd=2`, the faces of each kind, a line each, and
 * lists of combinations. */

/** @typedef {import("./yaml.js").Value} Value */

/**
 * Dice as a line: a number, a list of names, or how many of each.
 * @param {any} value
 */
export function lineOfDice(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value).map(([name, count]) => `${name}=${count}`).join(", ");
}

/**
 * The same back; what cannot be read stays as it is, for the checks to say what is wrong.
 * @param {string} text
 * @param {(text: string) => number | string | undefined} read  reads a number
 * @returns {Value}
 */
export function diceOfLine(text, read) {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  if (parts.some((part) => part.includes("="))) {
    return Object.fromEntries(
      parts.map((part) => {
        const at = part.lastIndexOf("=");
        return at < 0 ? [part, null] : [part.slice(0, at).trim(), read(part.slice(at + 1)) ?? null];
      }),
    );
  }
  const number = read(text);
  if (typeof number === "number") return number;
  return parts.length ? parts : null;
}

/**
 * Kinds of dice as lines: `devil: 1 1 1 1 1 1 joker 1`.
 * @param {any} value
 */
export function linesOfKinds(value) {
  return Object.entries(value ?? {})
    .map(([name, kind]) => {
      if (Array.isArray(kind)) return `${name}: ${kind.join(" ")}`;
      if (kind === null || typeof kind !== "object") return `${name}: ${kind}`;
      return `${name}: ${[kind.weights].flat().join(" ")} joker ${[kind.joker].flat().join(" ")}`;
    })
    .join("\n");
}

/**
 * The same back.
 * @param {string} text
 * @returns {Value}
 */
export function kindsOfLines(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  if (!lines.length) return null;
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, said] = /^(.*?)\s*:\s*(.*)$/.exec(line) ?? ["", line, ""];
      const [weights, jokers] = said.split(/\bjokers?\b/);
      const faces = numbersOf(weights);
      if (jokers === undefined) return [name, faces];
      const joker = numbersOf(jokers);
      return [name, { weights: faces, joker: joker.length === 1 ? joker[0] : joker }];
    }),
  );
}

/** @param {string} text */
function numbersOf(text) {
  const words = text.split(/[\s,;[\]]+/).filter(Boolean);
  return words.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : word));
}

/**
 * Combinations with commas between them, or patterns with spaces: names have spaces in them.
 * @param {string} text
 */
export function combinationsOfLine(text) {
  const parts = text.split(/[,;]/).map((part) => part.trim()).filter(Boolean);
  return parts.flatMap((part) => (/[^1-6A-Z\s]/.test(part) ? [part] : part.split(/\s+/)));
}
