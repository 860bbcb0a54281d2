/**
 * Small helpers for elements. Text is set as text: nothing is ever read as HTML.
 */

/**
 * @typedef {Node | string | null | false | undefined} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>} Attributes
 */

/**
 * An element. Attributes that are functions listen to events of that name; false and null ones are left out.
 *
 * @param {string} name tag, with classes after dots
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  for (const child of children) if (child || child === "") made.append(child);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";
const NAMES = ["one", "two", "three", "four", "five", "six", "joker"];
const SPOTS = ["4", "08", "048", "0268", "02468", "023568"];
const STAR = "M6 1.6 7.3 4.7 10.6 5 8.1 7.2 8.9 10.4 6 8.7 3.1 10.4 3.9 7.2 1.4 5 4.7 4.7Z";

/** The name of a face; the seventh is a joker. @param {number} face */
export function faceName(face) {
  return NAMES[face - 1];
}

/** The picture of a die; hidden from screen readers unless it is labelled. @param {number} face */
export function die(face, labelled = false) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 12 12");
  svg.setAttribute("class", "die");
  if (labelled) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", faceName(face));
  } else {
    svg.setAttribute("aria-hidden", "true");
  }
  const box = document.createElementNS(SVG, "rect");
  for (const [key, value] of [["x", "0.4"], ["y", "0.4"], ["width", "11.2"], ["height", "11.2"], ["rx", "2.4"]]) {
    box.setAttribute(key, value);
  }
  svg.append(box);
  if (face > SPOTS.length) {
    const star = document.createElementNS(SVG, "path");
    star.setAttribute("d", STAR);
    svg.append(star);
    return svg;
  }
  for (const spot of SPOTS[face - 1]) {
    const circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("cx", String(3 * (Number(spot) % 3) + 3));
    circle.setAttribute("cy", String(3 * Math.floor(Number(spot) / 3) + 3));
    circle.setAttribute("r", "1.15");
    svg.append(circle);
  }
  return svg;
}

/** A die as it fell, with the name of its kind where there are several; hidden from screen readers. @param {number} fallen @param {import("./hands.js").Hands} hands */
function named(fallen, hands) {
  const name = hands.nameOf(fallen);
  const picture = die(hands.shown(fallen));
  return name ? el("span.named", { "aria-hidden": "true" }, picture, el("small", {}, name)) : picture;
}

/** A die as it fell, in words. @param {number} fallen @param {import("./hands.js").Hands} hands */
export function dieName(fallen, hands) {
  return `${hands.nameOf(fallen)} ${faceName(hands.shown(fallen))}`.trim();
}

/** Several dice in a row, read out as their faces. @param {readonly number[]} dice as they fell @param {import("./hands.js").Hands} hands */
export function diceRow(dice, hands) {
  const row = el("span.dice", { role: "img", "aria-label": dice.map((each) => dieName(each, hands)).join(", ") });
  for (const each of dice) row.append(named(each, hands));
  return row;
}

/**
 * Put other children into an element, and the focus back to where it was.
 *
 * @param {HTMLElement} parent
 * @param {...Child} children
 */
export function refill(parent, ...children) {
  const active = document.activeElement;
  const key = active && parent.contains(active) ? active.getAttribute("data-key") : null;
  const inside = active !== null && parent.contains(active);
  parent.replaceChildren(...children.filter((child) => child !== null && child !== false && child !== undefined));
  if (!inside) return;
  const same = key ? parent.querySelector(`[data-key="${key}"]:not([disabled])`) : null;
  const next = same ?? parent.querySelector("[data-focus]:not([disabled])") ?? parent.querySelector(".faces button:not([disabled])") ?? parent;
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** A button. @param {string} name @param {(event: Event) => void} click @param {Attributes} attributes @param {...Child} children */
export function button(name, click, attributes = {}, ...children) {
  return el(name, { type: "button", click, ...attributes }, ...children);
}

/**
 * A die to tap.
 *
 * @param {number} fallen
 * @param {import("./hands.js").Hands} hands
 * @param {() => void} click
 * @param {string} label begins what it is called
 * @param {string} key
 */
export function dieButton(fallen, hands, click, label, key, disabled = false) {
  const name = `${label} ${dieName(fallen, hands)}`.trim();
  return button("button.face", click, { "aria-label": name, "data-key": key, disabled }, named(fallen, hands));
}
