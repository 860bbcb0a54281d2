/** Something that takes long: asked for, listened to, given up. */

import { button, element } from "./elements.js";
import { ask, giveUp } from "./server.js";

/** @typedef {{job: string, state: string, share: number, doing: string, ahead: number, error?: {message: string}}} JobState */

export class Job {
  /**
   * @param {HTMLElement} box  where a button, and then the progress, is shown
   * @param {string} text  of the button
   * @param {() => object} body  what is asked
   * @param {(job: string) => void} done  hears its number when it is done
   */
  constructor(box, text, body, done) {
    this.box = box;
    this.text = text;
    this.body = body;
    this.done = done;
    /** @type {EventSource | null} */
    this.events = null;
    this.job = "";
    /** Counts what was begun and given up: an answer to an earlier one is not shown. */
    this.turn = 0;
    this.offer();
  }

  /**
   * The button, below something that is told.
   * @param {string} [told]
   */
  offer(told) {
    this.turn += 1;
    this.events?.close();
    this.events = null;
    const say = told ? [element("p", { class: "refused", role: "alert" }, told)] : [];
    this.box.replaceChildren(...say, button(this.text, () => this.begin(), { class: "primary" }));
  }

  async begin() {
    const turn = (this.turn += 1);
    try {
      const state = await ask("jobs", this.body());
      if (turn !== this.turn) return; // asked once more, or for other rules: the server gives this up
      this.events = new EventSource(`/api/jobs/${state.job}/events`);
      this.events.addEventListener("message", (event) => this.show(JSON.parse(event.data)));
      this.events.addEventListener("error", () => {
        if (this.events?.readyState === EventSource.CLOSED) this.offer("The server does not answer. Is it still running?");
        else this.box.querySelector("p")?.replaceChildren("No connection. The work goes on; trying again …");
      });
      this.show(state);
    } catch (error) {
      if (turn === this.turn) this.offer(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {JobState} state */
  show(state) {
    this.job = state.job;
    if (state.state === "done") {
      this.events?.close();
      this.events = null;
      this.box.replaceChildren();
      this.done(state.job);
    } else if (state.state === "refused" || state.state === "cancelled") {
      this.offer(state.error?.message ?? "This was cancelled.");
    } else {
      this.progress(state);
    }
  }

  /** @param {JobState} state */
  progress(state) {
    const percent = Math.floor(100 * state.share);
    const words =
      state.state === "waiting"
        ? `Waiting: ${state.ahead ? `${state.ahead} more before this` : "next in the queue"}.`
        : `${state.doing || "beginning"}: ${percent}%`;
    if (!this.box.querySelector("progress")) {
      const bar = element("progress", { max: 1, "aria-label": "Progress" });
      this.box.replaceChildren(
        element("p", { role: "status" }), bar, button("Cancel", () => this.cancel()),
      );
    }
    const bar = this.box.querySelector("progress");
    if (bar) bar.value = state.share;
    this.box.querySelector("p")?.replaceChildren(words);
  }

  async cancel() {
    this.events?.close();
    this.events = null;
    const job = this.job;
    this.offer();
    await new Promise((wait) => setTimeout(wait, 100)); // the server has to see that nobody listens
    await giveUp(job).catch(() => undefined);
  }

  /** Stop listening, and offer the button again. */
  forget() {
    if (this.events) void this.cancel();
    else this.offer();
  }
}
