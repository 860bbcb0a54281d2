/** Arrays out of text: see farklegen/pages/build.py. */

/** @typedef {{kind: "float64" | "int32", length: number, data: string}} Packed */

/**
 * @param {Packed} packed
 * @returns {Promise<Float64Array | Int32Array>}
 */
async function unpack({ kind, length, data }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const opened = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const planes = new Uint8Array(await new Response(opened).arrayBuffer());
  const size = kind === "float64" ? 8 : 4;
  const joined = new Uint8Array(length * size);
  for (let rank = 0; rank < size; rank++) {
    for (let i = 0, from = rank * length; i < length; i++) joined[i * size + rank] = planes[from + i];
  }
  return kind === "float64" ? new Float64Array(joined.buffer) : new Int32Array(joined.buffer);
}

/**
 * The same document with every packed array unpacked.
 *
 * @param {any} part
 * @returns {Promise<any>}
 */
export async function unpackAll(part) {
  if (part === null || typeof part !== "object" || Array.isArray(part)) return part;
  if (typeof part.data === "string" && typeof part.length === "number") return unpack(part);
  const values = Object.entries(part).map(async ([name, value]) => [name, await unpackAll(value)]);
  return Object.fromEntries(await Promise.all(values));
}
