/** What the page asks the server. */

/**
 * @typedef {{line: number | null, column: number | null, severity: string, message: string}} Problem
 */

/** A question that the server refused, with everything that is wrong. */
export class Refused extends Error {
  /**
   * @param {string} slug
   * @param {string} message
   * @param {Problem[]} problems
   */
  constructor(slug, message, problems) {
    super(message);
    this.slug = slug;
    this.problems = problems;
  }
}

/**
 * Send a request; refusals are thrown.
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("away", "The server does not answer. Is it still running?", []);
  }
  if (response.ok) return response;
  const said = await response.json().catch(() => null);
  const { slug, message, problems } = said?.error ?? { slug: "http", message: response.statusText, problems: [] };
  throw new Refused(slug, message, problems);
}

/**
 * Ask under /api with a JSON body.
 * @param {string} name
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, body, signal) {
  return (await post(name, body, "json", signal)).json();
}

/**
 * The same, as HTML to be shown.
 * @param {string} name
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Node[]>}
 */
export async function askShown(name, body, signal) {
  return shown(await (await post(name, body, "fragment", signal)).text());
}

/**
 * Read something that is there.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function read(path) {
  return (await send(path, {})).json();
}

/**
 * Read HTML that is there.
 * @param {string} path
 * @returns {Promise<Node[]>}
 */
export async function readShown(path) {
  return shown(await (await send(path, {})).text());
}

/**
 * Tell the server to give a job up, if it is still at it.
 * @param {string} job
 */
export async function giveUp(job) {
  await send(`/api/jobs/${job}`, { method: "DELETE" }).catch(() => undefined);
}

/**
 * @param {string} name
 * @param {object} body
 * @param {string} format
 * @param {AbortSignal} [signal]
 */
function post(name, body, format, signal) {
  const headers = { "content-type": "application/json" };
  const options = { method: "POST", headers, body: JSON.stringify(body), signal };
  return send(`/api/${name}${format === "json" ? "" : `?format=${format}`}`, options);
}

/**
 * @param {string} html  from this server, which has escaped every text in it
 * @returns {Node[]}
 */
function shown(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const wide of body.querySelectorAll(".wide")) wide.setAttribute("tabindex", "0"); // for keys
  return [...body.childNodes];
}
