"""Settings of the documentation site: ``make docs``."""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs.making import browser, commands, notebooks, reference  # noqa: E402

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

project = _PROJECT["name"]
author = "the contributors"
copyright = "the contributors of narabi-mabi, MIT licence"
version = release = _PROJECT["version"]

extensions = [
    "docs.making.links",
    "docs.making.narrow",
    "docs.making.paper",
    "docs.making.search",
    "docs.making.site_links",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
exclude_patterns = ["made", "making", "pictures", "schemas"]
nitpicky = True
suppress_warnings = [
    "misc.highlighting_failure",  # what programs print, with quotes that a shell would close
    "ref.footnote",  # sources below a docstring, which its text need not cite
]
default_role = "py:obj"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # docs/making/notebooks.py has run them
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_preprocess_types = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"{project} {version}"
html_favicon = "../narabi_solver/page/files/icon-192.png"
html_search_scorer = str(ROOT / "docs" / "_static" / "scorer.js")
html_static_path = ["_static"]
html_extra_path = ["made", "schemas"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#a44a00", "color-brand-content": "#0063a0"},
    "dark_css_variables": {"color-brand-primary": "#e69f00", "color-brand-content": "#56b4e9"},
}

browser.write()
commands.write()
reference.write()
notebooks.write()
