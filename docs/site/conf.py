"""Sphinx configuration of the documentation site, with MyST for Markdown and Furo as the theme; `build.py` runs it."""

import re

import lostcities

project = "lostcities"
author = "the lostcities authors"
project_copyright = author
version = release = lostcities.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
highlight_language = "none"
nitpicky = False

html_theme = "furo"
html_title = "lostcities"
html_static_path = ["static", "../../web/src/look/icon.svg"]
html_css_files = ["look.css"]
html_favicon = "../../web/src/look/icon.svg"
html_copy_source = False
html_use_index = False
html_domain_indices = False
html_show_sphinx = False
html_theme_options = {
    "light_logo": "icon.svg",
    "dark_logo": "icon.svg",
    "navigation_with_keys": True,
    "dark_css_variables": {
        "color-background-primary": "#1b2326",
        "color-background-secondary": "#202b2f",
        "color-background-hover": "#2d3b40",
        "color-background-hover--transparent": "#2d3b4000",
        "color-background-border": "#34444a",
        "color-foreground-primary": "#f6ecd6",
        "color-foreground-secondary": "#d8ccb2",
        "color-foreground-muted": "#b9ab90",
        "color-foreground-border": "#5c7075",
        "color-brand-primary": "#e9c46a",
        "color-brand-content": "#e9c46a",
        "color-brand-visited": "#d6b0e0",
        "color-code-background": "#243034",
        "color-inline-code-background": "#2a383c",
        "color-api-background": "#243034",
        "color-api-name": "#f6ecd6",
        "color-api-pre-name": "#b9ab90",
        "color-header-background": "#12262d",
        "color-header-border": "#12262d",
    },
    "top_of_page_buttons": [],
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

autodoc_typehints = "signature"
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True, "exclude-members": "__init__, __new__, __weakref__"}
add_module_names = False
toc_object_entries = False
python_use_unqualified_type_names = True
autodoc_class_signature = "mixed"


def markdown_marks(_app: object, _what: str, _name: str, _thing: object, _options: object, lines: list[str]) -> None:
    """Double the single backticks of our docstrings, as reStructuredText requires."""
    lines[:] = [line if line.lstrip().startswith(">>>") else re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"``\1``", line) for line in lines]


def setup(app: object) -> None:
    app.connect("autodoc-process-docstring", markdown_marks)  # type: ignore[attr-defined]
