/** Rules inside an address: their text, deflated, in the alphabet of base64url. */

import { bytesOf, through } from "/assets/codec.js";

/**
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The text again; throws for what is no packed text.
 * @param {string} packed
 * @returns {Promise<string>}
 */
export async function unpack(packed) {
  const bytes = bytesOf(packed.replaceAll("-", "+").replaceAll("_", "/"));
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
