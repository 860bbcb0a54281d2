/** Rules inside an address: their text, deflated, in the alphabet of base64url. */

/**
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The text again; throws for what is no packed text.
 * @param {string} packed
 * @returns {Promise<string>}
 */
export async function unpack(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = await through(bytes, new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(text);
}

/**
 * The packed rules in an address of this page; null if it has none.
 * @param {string} address
 * @returns {string | null}
 */
export function packedIn(address) {
  return /[#?&]rules=([\w-]+)/.exec(address)?.[1] ?? null;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}
