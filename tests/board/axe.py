"""axe, the checker of web pages for people with disabilities, on the boards of a page, in the light and in the dark."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "js" / "node_modules" / "axe-core" / "axe.min.js"

# axe does not reckon with gradients: the table is painted in that end of its own which contrasts less with words.
FLAT = """(dark) => {
  document.querySelector('#flat')?.remove();
  const style = Object.assign(document.createElement('style'), {id: 'flat'});
  style.textContent = `.cfw-root.cfw-root { background: var(--cfw-table-${dark ? 'top' : 'bottom'}); }`;
  document.head.append(style);
  document.body.dataset.jpThemeLight = String(!dark);
}"""

RUN = """async (where) => {
  const {violations} = await axe.run(where, {resultTypes: ['violations']});
  return violations.filter(({impact}) => ['serious', 'critical'].includes(impact))
    .flatMap(({id, nodes}) => nodes
      // How far a search has come stands on the button that stops it, but names it for nobody: a name that changed with
      // it would be read out four times a second.
      .filter(({html}) => id !== 'label-content-name-mismatch' || !html.includes('"cfw-stop"'))
      .map(({html, failureSummary}) => `${id}: ${html} ${failureSummary}`));
}"""


def faults(page: Page, where: str = ".cfw-root") -> list[str]:
    """What is serious or critical on the boards of the page, or on what else the selector finds, a line for each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for theme in ("light", "dark"):
        page.evaluate(FLAT, theme == "dark")
        page.wait_for_function(
            "(dark) => [...document.querySelectorAll('.cfw-root')]"
            ".every((root) => root.classList.contains('cfw-dark') === dark)",
            arg=theme == "dark",
        )
        found += [f"{theme}: {fault}" for fault in page.evaluate(RUN, where)]
    return found
