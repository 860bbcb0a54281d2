/** The page: the text of a ruleset in the middle; form, card, words, match and comparison round it. */

import { byId, el } from "/assets/dom.js";
import { Comparison } from "./compare.js";
import { Form } from "./fields.js";
import { Job } from "./job.js";
import { Refused, ask, askShown, carried, carrying } from "./server.js";
import { keysAt, withKey } from "./yaml.js";

const WAIT = 250; // milliseconds without a key before the server is asked

class Page {
  /** @param {Form} form */
  constructor(form) {
    this.form = form;
    this.text = "";
    /** Whether the form does not show the text yet. */
    this.unseen = false;
    this.linked = false; // whether the address carries the rules as they are
    this.damaged = false; // whether it carried some that cannot be read
    this.builtin = false; // whether nothing was changed since built-in rules were chosen
    this.chosen = false; // whether other rules were chosen, so that Back brings those before
    this.fingerprint = "";
    this.refused = false; // whether the status says why a change of the form was not made
    /** Keys of the one field that was changed; null if several were. @type {string[] | null} */
    this.edited = [];
    /** @type {Set<string>} */
    this.sentences = new Set();
    this.timer = 0;
    this.asked = new AbortController();
    this.yaml = /** @type {HTMLTextAreaElement} */ (byId("yaml"));
    this.match = new Job(byId("match-job"), "Solve the match", () => ({ rules: [this.text] }), () => this.solved());
    this.comparison = new Comparison(() => this.text);
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
    this.linked = this.refused = false;
    if (this.yaml.value !== text) this.yaml.value = text;
    if (elsewhere) this.edited = [];
    this.unseen ||= elsewhere;
    this.builtin = false;
    this.asked.abort();
    this.working(true);
    this.say("Working out the card …", "");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), WAIT);
  }

  /**
   * Dim what is shown from when the rules change until it is theirs.
   * @param {boolean} working  whether that is under way: not if the rules are not valid
   * @param {boolean} [stale]
   */
  working(working, stale = working) {
    byId("panel").classList.toggle("stale", stale);
    byId("panel").setAttribute("aria-busy", String(working));
    byId("files").inert = working;
  }

  /**
   * The form has another value.
   * @param {string} key
   * @param {import("./yaml.js").Value | undefined} value
   * @param {string[]} keys
   */
  change(key, value, keys) {
    if (/^\s*\{/.test(this.text)) {
      this.refused = true;
      this.say("These rules are written in braces: change them under YAML.", "bad");
      return;
    }
    const names = ["name", "labels"].includes(key); // what names things only
    let text = withKey(this.text, key, value);
    if (this.builtin && !names && key !== "source") {
      text = withKey(text, "source", undefined); // these are not its rules any more
      this.form.fields.get("source")?.show(null);
    }
    const builtin = this.builtin && names;
    this.take(text, false);
    this.builtin = builtin;
    this.edited = this.edited?.length === 0 || this.edited?.join() === keys.join() ? keys : null;
  }

  /** Ask what the rules say, and show whatever follows. */
  async check() {
    this.asked = new AbortController();
    const { signal } = this.asked;
    const rules = this.text;
    try {
      const [file] = (await ask("check", { rules }, signal)).files;
      const verdict = this.showProblems(file);
      if (!file.valid) {
        this.working(false, true);
        return this.say(...verdict);
      }
      this.showWords(file.explanation);
      if (this.unseen) this.form.show((await ask("ruleset", { rules }, signal)).rules);
      this.unseen = false;
      this.address(rules);
      if (file.ruleset.fingerprint !== this.fingerprint) {
        void this.match.cancel();
        byId("match").replaceChildren();
      } else if (byId("match").childElementCount) void this.solved(); // by another name
      this.fingerprint = file.ruleset.fingerprint;
      this.comparison.changed();
      await this.showCard(rules, signal);
      if (rules !== this.text) return;
      this.working(false);
      if (!this.refused) this.say(...verdict);
      document.title = `${file.ruleset.name}: farklegen`;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      this.working(false, true);
      this.say(error instanceof Error ? error.message : String(error), "bad");
      if (!(error instanceof Refused)) throw error;
    }
  }

  /**
   * The card: that of the match once it is solved, or why there is none.
   * @param {string} rules
   * @param {AbortSignal} [signal]
   */
  async showCard(rules, signal) {
    const card = await askShown("table", { rules }, signal).catch((error) => {
      if (!(error instanceof Refused) || error.slug === "away") throw error;
      return [el("p.bad", { role: "alert" }, error.message)];
    });
    if (rules === this.text) byId("card").replaceChildren(...card);
  }

  /**
   * What is wrong, beside the fields and under YAML; returns the line about it and its kind.
   * @param {{valid: boolean, ruleset: {name: string} | null, problems: import("./server.js").Problem[]}} file
   * @returns {[string, string]}
   */
  showProblems(file) {
    this.form.clear();
    const items = file.problems.map((problem) => {
      const missing = /key '(\w+)' is missing/.exec(problem.message);
      const keys = missing ? [missing[1]] : problem.line ? keysAt(this.text, problem.line) : [];
      const kind = problem.severity === "warning" ? "error warning" : "error";
      this.form.note(keys, problem.message, kind);
      const place = problem.line ? `Line ${problem.line}: ` : "";
      return el("li", { class: problem.severity }, place + problem.message);
    });
    byId("problems").replaceChildren(...items);
    const many = items.length === 1 ? "" : "s";
    const before = byId("card").childElementCount ? " Until then, the card and its files are those of your earlier rules." : "";
    const kind = file.valid ? (items.length || this.damaged ? "warning" : "good") : "bad";
    if (this.damaged) {
      this.damaged = false;
      return [`The rules in this address are damaged: copy the whole link again. These are ${file.ruleset?.name ?? "others"}.`, kind];
    }
    if (!file.valid) return [`${items.length} thing${many} to fix.${before}`, kind];
    return [(file.ruleset?.name ?? "Valid") + (items.length ? `: valid, with ${items.length} warning${many}` : ""), kind];
  }

  /** @param {{topic: string, text: string}[]} clauses */
  showWords(clauses) {
    let last = "";
    const rows = [];
    const fresh = clauses.filter((clause) => this.sentences.size && !this.sentences.has(clause.text));
    for (const { topic, text } of clauses) {
      const isNew = fresh.some((clause) => clause.text === text);
      rows.push(el("dt", {}, topic === last ? "" : topic), el("dd", { class: isNew && "new" }, text));
      last = topic;
    }
    byId("words").replaceChildren(...rows);
    if (this.edited?.length && fresh.length) this.form.note(this.edited, fresh.map((clause) => clause.text).join(" "), "reads");
    this.edited = [];
    this.sentences = new Set(clauses.map((clause) => clause.text));
  }

  /**
   * The address, links and downloads carry the rules.
   * @param {string} rules
   */
  address(rules) {
    if (this.chosen) history.pushState(null, "", `#${carrying(rules)}`);
    else history.replaceState(null, "", `#${carrying(rules)}`);
    this.chosen = false;
    this.linked = true;
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-rules]"))) {
      link.href = `${link.dataset.rules}?${carrying(rules)}`;
    }
  }

  /** Copy the address, once it carries the rules as they are. */
  link() {
    if (!this.linked) return this.say("No link yet: these rules are not valid, or are just being checked.", "bad");
    this.copy(location.href, "The link is copied. It carries these rules.");
  }

  async solved() {
    const rules = this.text;
    try {
      const won = await askShown("solve", { rules, length: true }).catch(() => askShown("solve", { rules }));
      if (rules !== this.text) return;
      byId("match").replaceChildren(...won);
      this.working(true);
      await this.showCard(rules);
    } catch (error) {
      if (rules === this.text) this.match.offer(error instanceof Error ? error.message : String(error));
    }
    if (rules === this.text) this.working(false);
  }

  /**
   * Copy in the way that works without encryption, too.
   * @param {string} text
   * @param {string} done  what is then said
   */
  copy(text, done) {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const field = el("textarea", { readonly: true }, text);
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    before?.focus();
    if (copied) this.say(done, "good");
    else this.say("This browser does not let pages copy: copy it by hand, from YAML or from the address.", "warning");
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
  const rules = carried(location.hash);
  page.damaged = rules === "";
  return rules || builtin("basic");
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
  const small = matchMedia("(max-width: 56rem)");
  const choose = (/** @type {string} */ tab) => byId(tab).querySelector("input")?.click();
  choose(small.matches ? "tab-rules" : "tab-card");
  small.addEventListener("change", () => {
    if (document.querySelector("#tab-rules :checked")) choose("tab-card"); // the rules stand beside it
  });
  const [{ rulesets }, schema] = await Promise.all([ask("rulesets"), ask("schema")]);
  const form = new Form(byId("fields"), schema, (key, value, keys) => page.change(key, value, keys));
  const page = new Page(form);
  const start = /** @type {HTMLSelectElement} */ (byId("start"));
  start.append(...rulesets.map((/** @type {{name: string, title: string}} */ each) => el("option", { value: each.name }, each.title)));
  start.addEventListener("change", async () => {
    if (!start.value) return;
    const text = await builtin(start.value);
    history.replaceState(null, "", `#${carrying(page.text)}`); // Back brings these back, valid or not
    page.take(text, true);
    page.builtin = page.chosen = true;
    start.value = "";
  });
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault(); // the address keeps the rules
    byId("panel").focus();
  });
  page.comparison.offer(rulesets);
  window.addEventListener("hashchange", async () => page.take(await first(page), true));
  page.take(await first(page), true);
  page.builtin = !location.hash;
}

begin().catch((error) => {
  byId("fields").replaceChildren(el("p.bad", { role: "alert" }, error.message));
  if (!(error instanceof Refused)) throw error;
});
