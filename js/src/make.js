// What the parts of the board do with elements: make them, listen to them, give them the focus.

/**
 * @param {string} tag @param {string} look its class @param {Element} [parent] where it goes, at the end
 */
export function make(tag, look, parent) {
  const element = document.createElement(tag);
  element.className = look;
  parent?.append(element);
  return element;
}

/**
 * Listens for as long as the signal allows.
 * @template {Event} E
 * @param {EventTarget} target @param {string} type @param {(event: E) => void} listener
 * @param {AbortSignal} [signal] @param {boolean} [capture]
 */
export const on = (target, type, listener, signal, capture) =>
  target.addEventListener(type, /** @type {EventListener} */ (listener), { signal, capture });

/** Without a jump of the page. @param {HTMLElement} element */
export const focusOn = (element) => element.focus({ preventScroll: true });

/** What has the focus in the tree that the element is in. @param {Element} element */
export const focusIn = (element) => /** @type {HTMLElement | null} */ (/** @type {Document | ShadowRoot} */ (element.getRootNode()).activeElement);

/** @param {Element} element @param {Record<string, string | null>} attributes those that are null are taken away */
export function attributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** What the browser would do by itself. @param {Event} event */
export const prevent = (event) => event.preventDefault();

/** Gives an element one of the board's looks, or takes it. @param {Element} element @param {string} name @param {boolean} has */
export const wear = (element, name, has) => element.classList.toggle(`cfw-${name}`, has);

/** Nothing for whoever has the page read out. @param {Element} element */
export const mute = (element) => attributes(element, { "aria-hidden": "true" });
