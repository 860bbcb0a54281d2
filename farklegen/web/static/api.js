/** The page of the interface, made from its own description. */

import { button, byId, element } from "./elements.js";
import { read } from "./server.js";

/** @typedef {{[name: string]: any}} Description */

/**
 * @param {Description} all
 * @param {Description | undefined} schema
 * @returns {Description}
 */
function resolved(all, schema) {
  const name = /([^/]+)$/.exec(schema?.$ref ?? "")?.[1];
  return name ? all.components.schemas[name] : (schema ?? {});
}

/** @param {Description} schema  @returns {string} */
function kind(schema) {
  if (schema.enum) return schema.enum.join(", ");
  if (schema.const) return String(schema.const);
  if (schema.anyOf) return schema.anyOf.map(kind).join(" or ");
  if (schema.type === "array") return schema.items ? `list of ${kind(schema.items)}` : "list";
  return schema.type ?? "anything";
}

/**
 * @param {Description} all
 * @param {string} path
 * @param {string} method
 * @param {Description} operation
 */
function shown(all, path, method, operation) {
  const body = resolved(all, operation.requestBody?.content["application/json"].schema);
  /** @type {[string, string, Description, boolean][]} */
  const fields = [
    ...(operation.parameters ?? []).map((/** @type {Description} */ p) => [p.name, p.in, p.schema, p.required]),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) => [name, "body", schema, (body.required ?? []).includes(name)]),
  ];
  const rows = fields.map(([name, place, schema, required]) =>
    element("tr", {}, element("th", { scope: "row" }, element("code", {}, name)), element("td", {}, place),
      element("td", {}, kind(schema)), element("td", {}, required ? "needed" : schema.default === undefined ? "" : JSON.stringify(schema.default)),
      element("td", {}, schema.description ?? "")));
  const head = ["name", "in", "kind", "default", ""].map((text) => element("th", { scope: "col" }, text));
  const table = element("div", { class: "wide" }, element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
  const title = element("h2", {}, element("code", {}, `${method.toUpperCase()} ${path}`));
  return element("section", {}, title, element("p", {}, operation.summary ?? ""), ...(rows.length ? [table] : []),
    ...(operation.requestBody ? [trial(path, body)] : []));
}

/**
 * A request to try.
 * @param {string} path
 * @param {Description} body
 */
function trial(path, body) {
  const several = body.properties.rules.type === "array";
  const example = { rules: several ? ["basic", ...(path.endsWith("jobs") ? [] : ["facebook"])] : "basic" };
  const input = element("textarea", { rows: 2, "aria-label": `Body for ${path}`, spellcheck: "false" });
  input.value = JSON.stringify(example);
  const answer = element("pre", { tabindex: 0, hidden: true });
  const send = button("Try it", async () => {
    const headers = { "content-type": "application/json" };
    answer.hidden = false;
    try {
      const response = await fetch(path, { method: "POST", headers, body: input.value });
      answer.textContent = `${response.status} ${(await response.text()).slice(0, 20_000)}`;
    } catch {
      answer.textContent = "The server does not answer. Is it still running?";
    }
  });
  return element("details", {}, element("summary", {}, "Try it"), input, send, answer);
}

const all = await read("/api/openapi.json");
byId("operations").replaceChildren(
  ...Object.entries(all.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => shown(all, path, method, operation)),
  ),
);
