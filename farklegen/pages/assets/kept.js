/**
 * What is kept on this device. Where nothing can be kept, pages work all the same.
 */

/** @param {string} name @returns {any} */
export function recall(name) {
  try {
    const text = localStorage.getItem(name);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether it was kept. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
