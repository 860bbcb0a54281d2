/** The page: the text of a ruleset in the middle; form, card, words, match and comparison round it. */

import { Comparison } from "./compare.js";
import { byId, element } from "./elements.js";
import { Form } from "./fields.js";
import { Job } from "./job.js";
import { pack, packedIn, unpack } from "./packing.js";
import { Refused, ask, askShown, read } from "./server.js";
import { Tabs } from "./tabs.js";
import { keysAt, withKey } from "./yaml.js";

const WAIT = 250; // milliseconds without a key before the server is asked

const DOWNLOADS = [
  ["card.pdf", "Card, A4 (PDF)"],
  ["card-letter.pdf", "Card, letter (PDF)"],
  ["card-pocket.pdf", "Card to fold, the size of a bank card (PDF)"],
  ["page.html", "Page for a phone: card, drill, at the table (HTML)"],
  ["card.html", "Card alone (HTML)"],
  ["card.json", "All numbers (JSON)"],
  ["card.csv", "Every situation (CSV)"],
  ["turn.png", "Picture: what a turn brings (PNG)"],
  ["value.png", "Picture: what a turn score is worth (PNG)"],
  ["rules.yaml", "These rules (YAML)"],
];

class Page {
  /** @param {Form} form */
  constructor(form) {
    this.form = form;
    this.text = "";
    /** Whether the form does not show the text yet. */
    this.unseen = false;
    this.linked = false; // whether the address carries the rules as they are
    this.damaged = false; // whether it carried some that cannot be read
    /** @type {string[]} */
    this.edited = [];
    /** @type {Set<string>} */
    this.sentences = new Set();
    this.timer = 0;
    this.asked = new AbortController();
    this.yaml = /** @type {HTMLTextAreaElement} */ (byId("yaml"));
    const rules = () => this.text;
    this.match = new Job(byId("match-job"), "Solve the match", () => ({ rules: [this.text] }), () => this.solved());
    this.comparison = new Comparison(rules);
    this.yaml.addEventListener("input", () => this.take(this.yaml.value, true));
    byId("copy").addEventListener("click", () => this.copy(this.text, "The file is copied."));
    byId("link").addEventListener("click", () => this.link());
  }

  /**
   * Take a new text of the rules.
   * @param {string} text
   * @param {boolean} elsewhere  whether the form does not show it yet
   */
  take(text, elsewhere) {
    this.text = text;
    this.linked = false;
    if (this.yaml.value !== text) this.yaml.value = text;
    if (elsewhere) this.edited = [];
    this.unseen ||= elsewhere;
    this.asked.abort();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), WAIT);
  }

  /**
   * The form has another value.
   * @param {string} key
   * @param {import("./yaml.js").Value | undefined} value
   * @param {string[]} keys
   */
  change(key, value, keys) {
    if (/^\s*\{/.test(this.text)) {
      this.say("These rules are written in braces: change them under YAML.", "bad");
      return;
    }
    this.take(withKey(this.text, key, value), false);
    this.edited = keys;
  }

  /** Ask what the rules say, and show whatever follows. */
  async check() {
    this.asked = new AbortController();
    const { signal } = this.asked;
    const rules = this.text;
    try {
      const [file] = (await ask("check", { rules }, signal)).files;
      this.showProblems(file);
      if (!file.valid) {
        byId("card").classList.add("busy");
        return;
      }
      this.showWords(file.explanation);
      const told = await ask("form", { rules }, signal);
      if (this.unseen) this.form.show(told.rules, told);
      else this.form.rename(told);
      this.unseen = false;
      await this.address(rules);
      this.match.forget();
      byId("match").replaceChildren();
      this.comparison.changed();
      byId("card").replaceChildren(...(await askShown("table", { rules }, signal)));
      byId("card").classList.remove("busy");
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      byId("card").classList.remove("busy");
      byId("card").replaceChildren(element("p", { class: "bad" }, error instanceof Error ? error.message : String(error)));
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** @param {{valid: boolean, name: string | null, problems: import("./server.js").Problem[]}} file */
  showProblems(file) {
    this.form.clear();
    const items = file.problems.map((problem) => {
      const missing = /key '(\w+)' is missing/.exec(problem.message);
      const keys = missing ? [missing[1]] : problem.line ? keysAt(this.text, problem.line) : [];
      const kind = problem.severity === "warning" ? "error warning" : "error";
      this.form.note(keys, problem.message, kind);
      const place = problem.line ? `Line ${problem.line}: ` : "";
      return element("li", { class: problem.severity }, place + problem.message);
    });
    byId("problems").replaceChildren(...items);
    const count = `${items.length} ${file.valid ? "warning" : "problem"}${items.length === 1 ? "" : "s"}`;
    const before = byId("card").childElementCount ? "; the card and its files are of the rules before" : "";
    const kind = file.valid ? (items.length || this.damaged ? "warning" : "good") : "bad";
    if (this.damaged) {
      this.damaged = false;
      return this.say(`The rules in this address are damaged: copy the whole link again. These are ${file.name ?? "others"}.`, kind);
    }
    this.say(file.valid ? (file.name ?? "Valid") + (items.length ? `: valid, with ${count}` : "") : `Not valid yet: ${count}${before}`, kind);
  }

  /** @param {{topic: string, text: string}[]} clauses */
  showWords(clauses) {
    let told = "";
    const rows = [];
    const fresh = clauses.filter((clause) => this.sentences.size && !this.sentences.has(clause.text));
    for (const { topic, text } of clauses) {
      const isNew = fresh.some((clause) => clause.text === text);
      rows.push(element("dt", {}, topic === told ? "" : topic), element("dd", { class: isNew ? "new" : null }, text));
      told = topic;
    }
    byId("words").replaceChildren(...rows);
    if (this.edited.length && fresh.length) this.form.note(this.edited, fresh.map((clause) => clause.text).join(" "), "reads");
    this.sentences = new Set(clauses.map((clause) => clause.text));
  }

  /**
   * The address, links and downloads carry the rules.
   * @param {string} rules
   */
  async address(rules) {
    const packed = await pack(rules);
    if (rules !== this.text) return;
    history.replaceState(null, "", `#rules=${packed}`);
    this.linked = true;
    byId("print").setAttribute("href", `/print?rules=${packed}`);
    byId("play").setAttribute("href", `/page?rules=${packed}`);
    byId("save").setAttribute("href", `/download/rules.yaml?rules=${packed}`);
    byId("downloads").replaceChildren(
      ...DOWNLOADS.map(([file, text]) =>
        element("li", {}, element("a", { href: `/download/${file}?rules=${packed}`, download: file }, text)),
      ),
    );
  }

  /** Copy the address, once it carries the rules as they are. */
  async link() {
    if (!this.linked) return this.say("No link yet: these rules are not valid, or are just being checked.", "bad");
    await this.copy(location.href, "The link is copied. It carries these rules.");
  }

  async solved() {
    const rules = this.text;
    const box = byId("match");
    try {
      const won = await askShown("solve", { rules, length: true }).catch(() => askShown("solve", { rules }));
      const table = await askShown("table", { rules, match: true }).catch((error) => [
        element("p", { class: "bad", role: "alert" }, error instanceof Error ? error.message : String(error)),
      ]);
      if (rules === this.text) box.replaceChildren(...won, ...table);
    } catch (error) {
      if (rules === this.text) this.match.offer(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * @param {string} text
   * @param {string} said
   */
  async copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(said, "good");
    } catch {
      this.say("This browser does not let pages copy: copy it by hand, from YAML or from the address.", "warning");
    }
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  say(text, kind) {
    const status = byId("status");
    status.className = `status ${kind}`;
    status.textContent = text;
  }
}

/**
 * The rules to begin with: those of the address, else the first built-in ones.
 * @param {Page} page
 * @returns {Promise<string>}
 */
async function first(page) {
  const packed = packedIn(location.hash);
  if (packed) {
    try {
      return await unpack(packed);
    } catch {
      page.damaged = true;
    }
  }
  return builtin("basic");
}

/**
 * The text of built-in rules.
 * @param {string} name
 * @returns {Promise<string>}
 */
async function builtin(name) {
  const { yaml } = await ask("ruleset", { rules: name });
  return yaml.replace(/^# yaml-language-server:.*\n/, "");
}

async function begin() {
  new Tabs();
  const [{ rulesets }, schema] = await Promise.all([read("/api/rulesets"), read("/api/schema")]);
  const form = new Form(byId("fields"), schema, (key, value, keys) => page.change(key, value, keys));
  const page = new Page(form);
  const options = rulesets.map((/** @type {{name: string, title: string}} */ each) => element("option", { value: each.name }, each.title));
  const start = /** @type {HTMLSelectElement} */ (byId("start"));
  start.replaceChildren(element("option", { value: "" }, "choose …"), ...options);
  start.addEventListener("change", async () => {
    if (start.value) page.take(await builtin(start.value), true);
    start.value = "";
  });
  page.comparison.offer(rulesets);
  window.addEventListener("hashchange", async () => page.take(await first(page), true));
  page.take(await first(page), true);
}

begin().catch((error) => {
  byId("fields").replaceChildren(element("p", { class: "bad", role: "alert" }, error.message));
  if (!(error instanceof Refused)) throw error;
});
