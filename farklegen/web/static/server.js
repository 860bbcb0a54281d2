/** What the page asks the server. */

/**
 * @typedef {{line: number | null, column: number | null, severity: string, message: string}} Problem
 */

/** A question that the server refused. */
export class Refused extends Error {
  /**
   * @param {string} slug
   * @param {string} message
   */
  constructor(slug, message) {
    super(message);
    this.slug = slug;
  }
}

/**
 * Send a request; refusals are thrown.
 * @param {string} path
 * @param {object | undefined} body  as JSON
 * @param {AbortSignal | undefined} signal
 * @param {string} method
 * @returns {Promise<Response>}
 */
async function send(path, body, signal, method) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal }).catch((error) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("away", "The server does not answer. Is it still running?");
  });
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({ error: { slug: "http", message: response.statusText } }));
  throw new Refused(error.slug, error.message);
}

/**
 * Ask under /api.
 * @param {string} name
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, body, signal, method = body ? "POST" : "GET") {
  return (await send(`/api/${name}`, body, signal, method)).json();
}

/**
 * The same, as HTML to be shown; the server has escaped every text in it.
 * @param {string} name
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Node[]>}
 */
export async function askShown(name, body, signal) {
  const html = await (await send(`/api/${name}?format=fragment`, body, signal, body ? "POST" : "GET")).text();
  return [...new DOMParser().parseFromString(html, "text/html").body.childNodes];
}

/**
 * Rules in an address, after their length, which shows if the address was cut off.
 * @param {string} text
 */
export function carrying(text) {
  return new URLSearchParams({ length: String([...text].length), rules: text }).toString();
}

/**
 * The rules in an address; "" if they are not whole, null if it has none.
 * @param {string} address
 */
export function carried(address) {
  const parts = new URLSearchParams(address.replace(/^.*?[#?&](?=(length|rules)=)/, ""));
  const [length, rules] = [parts.get("length"), parts.get("rules")];
  if (length === null && rules === null) return null;
  return rules !== null && length === String([...rules].length) ? rules : "";
}
