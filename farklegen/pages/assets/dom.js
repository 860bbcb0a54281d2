/** Small helpers for elements. Text is set as text: only the pictures of dice are read as HTML. */

/**
 * @typedef {Node | string | null | false | undefined} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>} Attributes
 */

/**
 * An element. Attributes that are functions listen to events of that name; false and null ones are left out.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T | `${T}.${string}`} name tag, with classes after dots
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(/** @type {T} */ (tag));
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...shown(children));
  return made;
}

/** @param {Child[]} children */
function shown(children) {
  return /** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== false && child !== undefined));
}

/** A button. @param {"button" | `button.${string}`} name @param {(event: Event) => void} click @param {Attributes} attributes @param {...Child} children */
export function button(name, click, attributes = {}, ...children) {
  return el(name, { type: "button", click, ...attributes }, ...children);
}

/**
 * The element of an id, which is there.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 */
export function byId(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/**
 * Put other children into an element, and the focus back to where it was.
 *
 * @param {HTMLElement} parent
 * @param {...Child} children
 */
export function refill(parent, ...children) {
  const active = document.activeElement;
  const inside = active !== null && parent.contains(active);
  const key = inside ? active.getAttribute("data-key") : null;
  parent.replaceChildren(...shown(children));
  if (!inside) return;
  const wanted = [`[data-key="${key}"]`, "[data-focus]", ".faces button"].map((each) => parent.querySelector(`${each}:not([disabled])`));
  const next = wanted.find(Boolean);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

const NAMES = ["one", "two", "three", "four", "five", "six", "joker"];
const SPOTS = ["4", "08", "048", "0268", "02468", "023568"];
const STAR = '<path d="M6 1.6 7.3 4.7 10.6 5 8.1 7.2 8.9 10.4 6 8.7 3.1 10.4 3.9 7.2 1.4 5 4.7 4.7Z"/>';

/** The picture of a face, hidden from screen readers; the seventh is a joker. @param {number} face */
export function die(face) {
  const spots = [...(SPOTS[face - 1] ?? "")].map((at) => `<circle cx="${3 * (Number(at) % 3) + 3}" cy="${3 * Math.floor(Number(at) / 3) + 3}" r="1.15"/>`);
  const made = el("template");
  made.innerHTML = `<svg viewBox="0 0 12 12" class="die" aria-hidden="true"><rect x=".4" y=".4" width="11.2" height="11.2" rx="2.4"/>${spots.join("") || STAR}</svg>`;
  return /** @type {SVGElement} */ (made.content.firstChild);
}

/** A die as it fell, with the name of its kind where there are several; hidden from screen readers. @param {number} fallen @param {import("./rolls.js").Hands} hands */
function named(fallen, hands) {
  const name = hands.nameOf(fallen);
  const picture = die(hands.shown(fallen));
  return name ? el("span.named", { "aria-hidden": "true" }, picture, el("small", {}, name)) : picture;
}

/** A die as it fell, in words. @param {number} fallen @param {import("./rolls.js").Hands} hands */
function dieName(fallen, hands) {
  return `${hands.nameOf(fallen)} ${NAMES[hands.shown(fallen) - 1]}`.trim();
}

/** Several dice in a row, read out as their faces. @param {readonly number[]} dice as they fell @param {import("./rolls.js").Hands} hands */
export function diceRow(dice, hands) {
  const label = dice.map((each) => dieName(each, hands)).join(", ");
  return el("span.dice", { role: "img", "aria-label": label }, ...dice.map((each) => named(each, hands)));
}

/**
 * A die to tap.
 *
 * @param {number} fallen
 * @param {import("./rolls.js").Hands} hands
 * @param {() => void} click
 * @param {string} label begins what it is called
 * @param {string} key
 */
export function dieButton(fallen, hands, click, label, key, disabled = false) {
  const name = `${label} ${dieName(fallen, hands)}`.trim();
  return button("button.face", click, { "aria-label": name, "data-key": key, disabled }, named(fallen, hands));
}

/** What was kept on this device; null where nothing can be. @param {string} name @returns {any} */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Keep something on this device; whether that worked. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
