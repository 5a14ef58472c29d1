"""How Sphinx builds the pages, offline. Its source is the whole repository, so that pages link to notebooks."""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "canfield-widget"
author = "the canfield-widget founders"
copyright = author
release = version = version_of("canfield-widget")

extensions = ["myst_nb", "sphinx.ext.autodoc", "boards", "rooms"]
root_doc = "docs/index"
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
include_patterns = ["docs/**", "notebooks/*.ipynb", "CHANGELOG.md", "CONTRIBUTING.md"]
exclude_patterns = [
    ".*", "build", "dist", "benchmarks", "canfield_widget", "canfield_widget.egg-info", "js", "tests", "tools",
    "docs/_*", "**/.ipynb_checkpoints",
]  # fmt: skip

# Executed each time: a page that shows what it says cannot be out of date. Pages without a kernel are only read.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
# What is shown are pictures and tables: widgets ask for a kernel, and their scripts for a network.
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
myst_links_external_new_tab = False

autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
default_role = "literal"  # docstrings write names as Markdown does
add_module_names = False
maximum_signature_line_length = 90
nitpicky = True

html_theme = "furo"
html_title = "Canfield in the notebook"
html_static_path = ["_static"]
html_css_files = ["docs.css", "boards.css"]
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # they are fetched, which a browser refuses to pages on disk
html_theme_options = {"source_view_link": "", "source_edit_link": ""}


def setup(app: Sphinx) -> None:
    """`-t quick` shows the notebooks as they are kept, for where they have been run already."""

    def choose(_: Sphinx, config: Config) -> None:
        config.nb_execution_excludepatterns = ["notebooks/*"] if app.tags.has("quick") else []

    def list_decisions(_: Sphinx, name: str, source: list[str]) -> None:
        # Not in the file, where whoever reads it as it stands would see the directive.
        if name == "docs/decisions/README":
            source[0] += "\n```{toctree}\n:hidden:\n:glob:\n\n[0-9]*\n```\n"

    app.connect("config-inited", choose, priority=1)
    app.connect("source-read", list_decisions)
