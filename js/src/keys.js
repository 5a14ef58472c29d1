// Keys for a stepper as a whole, and the voice that tells its steps; all that is seen of it are the notebook's controls.

/** @import { AnyModel, AnyWidget } from "@anywidget/types" */

/** @typedef {{ shortcuts: Record<string, string>, label: string, slider: string, said: string, here: boolean }} Traits */

const BOX = ".cfw-stepper";
// A slider goes up as it goes on.
/** @type {Record<string, string>} */
const UPRIGHT = { ArrowUp: "ArrowRight", ArrowDown: "ArrowLeft" };
const FORGET = 10_000;

/** @type {() => { render: any }} */
const widget = () => {
  /** @type {Set<HTMLElement>} */
  const views = new Set();

  return {
    /** @param {{ model: AnyModel<Traits>, el: HTMLElement, signal?: AbortSignal }} props */
    render({ model, el, signal }) {
      const own = new AbortController();
      const end = () => own.abort();
      signal?.addEventListener("abort", end);
      const voice = document.createElement("div");
      voice.className = "cfw-step-voice";
      /** @param {Element} element @param {Record<string, string>} values */
      const mark = (element, values) => {
        for (const name in values) element.setAttribute(name, values[name]);
      };
      mark(voice, { role: "status", "aria-live": "polite", "aria-atomic": "true" });
      el.append(voice);
      views.add(el);

      /** @param {Element} inside */
      const boxOf = (inside) => /** @type {HTMLElement | null} */ (inside.closest(BOX));
      /** @type {HTMLElement | null} */
      let box = null;
      const face = () => ({
        tabindex: "0",
        role: "group",
        "aria-label": model.get("label"),
        "aria-keyshortcuts": Object.keys(model.get("shortcuts")).map((key) => (key === " " ? "Space" : key)).join(" "),
      });

      // Controls are drawn later than their box, and some of them anew.
      const naming = new MutationObserver(() => name());
      const name = () => {
        for (const slider of box?.querySelectorAll("[role=slider]") ?? []) {
          if (boxOf(slider) === box) mark(slider, { "aria-label": model.get("slider") });
        }
      };
      const leave = () => {
        naming.disconnect();
        for (const attribute in face()) box?.removeAttribute(attribute);
      };
      // A view is drawn before it lies in the box; it gets its size when it does.
      const sizing = new ResizeObserver(() => {
        if (boxOf(el) === box) return;
        leave();
        box = boxOf(el);
        if (!box) return;
        mark(box, face());
        naming.observe(box, { childList: true, subtree: true });
        name();
      });
      sizing.observe(el);

      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let timer;
      // Of several views one speaks, and what was said does not stay to be read beside what is seen.
      const say = () => {
        const all = [...views].filter((view) => view.isConnected);
        if (el !== (all.find((view) => boxOf(view)?.contains(document.activeElement)) ?? all[0])) return;
        clearTimeout(timer);
        voice.textContent = model.get("said");
        timer = setTimeout(() => (voice.textContent = ""), FORGET);
      };
      model.on("change:said", say);

      // Notebook shortcuts would act as well; only a capturing listener on window comes before all of theirs.
      window.addEventListener("keydown", (event) => {
        const { key } = event;
        const path = /** @type {Element[]} */ (event.composedPath().filter((node) => node instanceof Element));
        // Steppers may stand in one, and so may a board with keys of its own.
        if (!box || path.find((node) => node.matches(BOX + ",.cfw-root")) !== box) return;
        if (event.ctrlKey || event.altKey || event.metaKey || key === "Tab") return;
        const writes = path[0].matches("input,textarea,select");
        if (key === "Escape") {
          const cell = /** @type {HTMLElement | null | undefined} */ (box.closest(".jp-Cell[tabindex],.jp-Notebook[tabindex]"));
          if (!writes) cell?.focus({ preventScroll: true });
          return;
        }
        event.stopImmediatePropagation();
        if (writes || event.shiftKey || (path[0].matches("button") && key === " ")) return;
        const meant = (path[0].matches("[role=slider]") && UPRIGHT[key]) || (key.length > 1 ? key : key.toLowerCase());
        const does = model.get("shortcuts")[meant];
        if (!does) return;
        event.preventDefault();
        if (!event.repeat || key.length > 1) model.send({ does });
      }, { capture: true, signal: own.signal });

      own.signal.addEventListener("abort", () => {
        sizing.disconnect();
        leave();
        clearTimeout(timer);
        views.delete(el);
        voice.remove();
        model.off("change:said", say);
      });
      if (!model.get("here")) {
        model.set("here", true);
        model.save_changes();
      }
      return end;
    },
  };
};

export default /** @satisfies {AnyWidget<Traits>} */ (widget);
