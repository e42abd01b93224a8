"""Scripts and style sheets of pages, without what only their authors read."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from _gamekit.game_page import file_text, texts, without_unused
from _gamekit.page import compact
from _gamekit.squeezing import squeezed
from benchmarks.page_cases import in_node

SCRIPTS = {
    "const a = 1; // one  // 'two'\nlet b": "const a=1;let b",
    "f('a  // b', \"c ' d\");": "f('a  // b',\"c ' d\");",
    "`a // ${b + ` ${c}  `} ${{ d: { e } }.d.e}  f` + g": "`a // ${b + ` ${c}  `} ${{ d: { e } }.d.e}  f`+g",
    "a.replace(/ +['\"`/]/g, b) / c / d": "a.replace(/ +['\"`/]/g,b)/c/d",
    "const a = / \\(b\\)$/u, c = d / e / f;": "const a=/ \\(b\\)$/u,c=d/e/f;",
    "return /[/ ] \\/ x/u.test(a)": "return/[/ ] \\/ x/u.test(a)",
    "a + +b - -c + d": "a+ +b- -c+d",
    "f(a => {\n  b\n})\n[1]": "f(a=>{b})\n[1]",
    "a\n.b(\nc, // d\ne\n)\n++f\ng = `h,\ni`\n*j": "a.b(c,e)\n++f\ng=`h,\ni`\n*j",
    "typeof a in b instanceof $c": "typeof a in b instanceof $c",
    "for (const { a, b: [c] } of d) if (!e) return;": "for(const{a,b:[c]}of d)if(!e)return;",
    "/** a\n * b */\nc /* d */ / e": "c/e",
    "a(b, { c, },);\n\n\nd\n\ne": "a(b,{c});d\ne",
    "{ while (a(b)); }{ if (c) d(); }{ for (;;); }": "{while(a(b));}{if(c)d()}{for(;;);}",
    "{ if (a) b(); else; }{ if (a(b)) c = () => { d; }; }": "{if(a)b();else;}{if(a(b))c=()=>{d}}",
    "const a = () => { b(); };\nconst { c } = d;\nconst [e] = f;": "const a=()=>{b()},{c}=d,[e]=f;",
    "for (const a of b) c();\nconst d = 1;\nconst e = 2;": "for(const a of b)c();const d=1,e=2;",
    "const a = 1\nb();\nconst c = 2;": "const a=1\nb();const c=2;",
    "const a = [b];\nif (c) d(e);\nconst f = g;": "const a=[b];if(c)d(e);const f=g;",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_squeezed_script_keeps_strings_templates_and_patterns(script: str) -> None:
    assert squeezed(script) == SCRIPTS[script]


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_a_squeezed_script_does_what_it_did() -> None:
    said = "const one = x => `${x + ` ${x} // `}`; // said"
    script = f"(() => {{\n  {said}\n  return [one(1 - -2), 'a  b'.split(/ +/)];\n}})()"
    assert in_node(squeezed(script)) == in_node(script) == ["3 3 // ", ["a", "b"]]


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_a_page_reads_the_texts_that_were_written() -> None:
    """Whatever signs they have that mean something to a script, a table or JSON."""
    odd = ["a`${b}\\n </script> $5 \\", "{n} a", "a\tb\nc", '"quoted"', '{"x', "", "日本 &amp;"]
    english = {f"key.{i}": text for i, text in enumerate(odd)} | {"forms": {"one": "{n} `a", "other": '"'}}
    tables = {"en": english, "fr": dict(zip(english, [*odd[1:], "ç", english["forms"]], strict=True))}
    script = "\n".join([texts(tables), file_text("narabi_solver", "languages.js")])
    assert in_node(f"(() => {{ {script}\nreturn TEXTS; }})()") == tables


def test_a_compact_style_sheet_keeps_selectors_and_sums() -> None:
    style = (
        "/* x */\na :is(b, c) > d { margin: calc(1px + 2px) 0 ; color: red; }\n\n"
        "@media (min-width: 1px) { e { f: g } }"
    )
    assert compact(style) == (
        "a :is(b,c) > d{margin:calc(1px + 2px) 0;color:red}@media (min-width:1px){e{f:g}}"
    )


@pytest.mark.parametrize("page", ["narabi_solver/page/files/page.html", "mabi_search/page/files/index.html"])
def test_each_icon_that_a_page_names_is_drawn(page: str) -> None:
    named = set(re.findall(r'data-icon="([^"]+)"', Path(page).read_text("utf-8")))
    drawn = re.findall('id="icon-([^"]+)"', Path("_gamekit/data/icons.svg").read_text("utf-8"))
    assert named and named <= {*drawn} and len(drawn) == len({*drawn})


def test_a_page_has_the_shared_icons_and_colours_that_it_names() -> None:
    symbols = [f'<symbol id="icon-{name}"><path/></symbol>\n' for name in ("menu", "eye", "menu-eye")]
    style = "{{--ink:#000;--ink-soft:#111;{}--soft:#222}}p{{color:var(--ink);fill:var(--soft)}}"
    used = '<use href="#icon-menu"/><i data-icon="menu-eye"></i>'
    page = style.format("--paper:#fff;") + "".join(symbols) + used
    left = style.format("").replace("--ink-soft:#111;", "") + symbols[0] + symbols[2] + used
    assert without_unused(page) == left
