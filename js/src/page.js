// What the page around the board says: its language, its theme, its width, its screen.

import { now } from "./clock.js";
import { on, wear } from "./make.js";

const SCROLL_BAR = 24;

/** @param {Document} document */
export function pageLanguage(document) {
  const named = document.documentElement.lang || navigator.language || "en";
  return named.toLowerCase().startsWith("de") ? "de" : "en";
}

/**
 * Keeps `cfw-dark` in step with the page: JupyterLab and VS Code say it on the body, others by the system's wish.
 * @param {HTMLElement} root @param {() => string | undefined} wish the player's own
 * @param {AbortSignal} signal
 */
export function followTheme(root, wish, signal) {
  const { body, documentElement } = root.ownerDocument;
  const system = window.matchMedia?.("(prefers-color-scheme: dark)");
  const set = () => {
    const { jpThemeLight, vscodeThemeKind, theme } = body.dataset;
    const told = jpThemeLight ? jpThemeLight === "false" : vscodeThemeKind ? !vscodeThemeKind.includes("light")
      : theme === "dark" || theme === "light" ? theme === "dark" : null;
    const own = wish();
    const dark = own === "dark" || own === "light" ? own === "dark" : told ?? (documentElement.classList.contains("dark") || !!system?.matches);
    wear(root, "dark", dark);
  };
  const watcher = new MutationObserver(set);
  for (const element of [body, documentElement]) watcher.observe(element, { attributes: true });
  on(signal, "abort", () => watcher.disconnect());
  if (system) on(system, "change", set, signal);
  set();
  return set;
}

/**
 * Tells how wide an element is, now and whenever that has changed. A page whose scroll bar comes and goes with the
 * element's height would swing for ever: what a scroll bar has just taken is not taken back at once.
 * @param {HTMLElement} element @param {(width: number) => void} changed @param {AbortSignal} signal
 */
export function followWidth(element, changed, signal) {
  let width = element.clientWidth;
  let given = { width: 0, at: 0 };
  const observer = new ResizeObserver(() => {
    const wide = element.clientWidth;
    const swings = wide === given.width && wide - width <= SCROLL_BAR && now() - given.at < 400;
    if (!wide || wide === width || swings) return;
    if (wide < width) given = { width, at: now() };
    changed((width = wide));
  });
  observer.observe(element);
  on(signal, "abort", () => observer.disconnect());
  changed(width);
}

/**
 * The whole screen, or where the host forbids it the whole page.
 * @param {HTMLElement} root @param {() => void} changed @param {AbortSignal} signal
 */
export function fullScreen(root, changed, signal) {
  const filled = () => root.classList.contains("cfw-fill");
  const native = () => /** @type {Document | ShadowRoot} */ (root.getRootNode()).fullscreenElement === root;
  const set = () => {
    wear(root, "full", native() || filled());
    changed();
  };
  on(root, "fullscreenchange", set, signal);
  return {
    get on() {
      return native() || filled();
    },
    enter() {
      const fill = () => {
        wear(root, "fill", true);
        set();
      };
      if (!root.requestFullscreen) return fill();
      root.requestFullscreen().catch(fill);
    },
    leave() {
      if (native()) root.ownerDocument.exitFullscreen();
      wear(root, "fill", false);
      set();
    },
  };
}
