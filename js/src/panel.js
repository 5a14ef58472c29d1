// The panel beside the board: shows the page that Python has made, and sends what its parts say. It knows none of them.

/** @import { Page, Wish } from "./types.js" */
import { attributes, focusIn, focusOn, make, on, write } from "./make.js";

/**
 * @param {HTMLElement} root
 * @param {string} look its class: a panel lies over the board, a sheet between the bar and the cards
 * @param {string} role
 * @param {object} table
 * @param {(wish: Wish) => void} table.ask
 * @param {(name: string) => void} table.local something the page does by itself
 * @param {() => void} table.closed the focus wants another place
 */
export function createPanel(root, look, role, table) {
  const panel = make("div", look, root);
  panel.hidden = true;
  panel.tabIndex = -1;
  attributes(panel, { role });
  let shown = "";
  let name = "";

  /** @param {HTMLElement} button */
  function copy(button) {
    const field = /** @type {HTMLTextAreaElement} */ (button.previousElementSibling);
    const done = () => write(button, button.dataset.done ?? "");
    field.select();
    (navigator.clipboard?.writeText(field.value) ?? Promise.reject()).then(done, () => document.execCommand("copy") && done());
  }

  on(panel, "click", (/** @type {MouseEvent} */ event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const wish = JSON.parse(button.dataset.do ?? "{}");
    if (wish.do === "copy") return copy(button);
    if (wish.do === "close" || wish.do === "full") return table.local(wish.do);
    if (wish.text === "") wish.text = /** @type {HTMLTextAreaElement} */ (button.previousElementSibling).value;
    table.ask(wish);
  });
  on(panel, "change", (/** @type {Event} */ event) => {
    const chosen = /** @type {HTMLSelectElement} */ (event.target).selectedOptions?.[0];
    if (chosen?.dataset.do) table.ask(JSON.parse(chosen.dataset.do));
  });

  const controls = () => /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("button, select, textarea, summary")]);

  return {
    panel,

    get open() {
      return !panel.hidden;
    },

    /** Shows a page, or hides the panel where there is none for this view. @param {Omit<Page, "view"> | null} page */
    draw(page) {
      if ((page?.html ?? "") === shown) return;
      shown = page?.html ?? "";
      const focused = focusIn(root);
      const had = panel.contains(focused);
      panel.hidden = !page;
      if (!page) {
        name = panel.innerHTML = "";
        if (had) table.closed();
        return;
      }
      const same = page.name === name;
      const at = had && same ? controls().indexOf(/** @type {HTMLElement} */ (focused)) : -1;
      const top = same ? panel.scrollTop : 0;
      attributes(panel, { "aria-label": page.title });
      panel.innerHTML = page.html;
      panel.scrollTop = top;
      name = page.name;
      // Where the focus was it stays; a page that is opened takes it.
      const first = controls().find((each) => !each.closest(".cfw-panel-top")) ?? panel;
      if (!same || at >= 0) focusOn(controls()[at] ?? first);
    },
  };
}

/** @typedef {ReturnType<typeof createPanel>} Panel */
