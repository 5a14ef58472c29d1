// Elements of the board, each with the class it is drawn by.

/**
 * @param {string} tag @param {string} look its class @param {Element} [parent] where it goes, at the end
 */
export function make(tag, look, parent) {
  const element = document.createElement(tag);
  element.className = look;
  parent?.append(element);
  return element;
}
