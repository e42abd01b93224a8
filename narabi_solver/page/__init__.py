"""Narabi as one page for the browser: `page_html`; its rules, solver and looks are the files in `files/`."""
