"""Build the documentation site: `python docs/site/build.py [FOLDER]`, by default into build/site. Warnings are errors.

The pages in the repository stay unchanged. Copies of them go into a folder `pages` next to the site, and only their links are
adjusted: README.md becomes index, pages outside docs/ get a place, and a file that is not a page, such as a script, is shown as
one. Mermaid diagrams become pictures. The navigation comes from docs/README.md: its headings, and the links under each.
"""

import ast
import re
import shutil
import sys
from hashlib import sha256
from os.path import relpath
from pathlib import Path
from textwrap import dedent

from sphinx.cmd.build import build_main

try:
    from merman import Merman
except ImportError:  # some machines have no build of it; diagrams stay text there
    Merman = None

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DOCS = ROOT / "docs"

PLACES = {ROOT / "CONTRIBUTING.md": "contributing.md", ROOT / "CHANGELOG.md": "changelog.md", ROOT / "LICENSE": "licence.md"}
"""Pages outside docs/ that are in the navigation, and their place on the site."""

LINK = re.compile(r"(!?\[(?:[^\]\[]|\[[^\]]*\])*\])\(([^)\s#]*)(#[^)\s]*)?\)")
FENCE = re.compile(r"^(```.*?^```$)", flags=re.DOTALL | re.MULTILINE)
DIAGRAM = "```mermaid\n"
THEMES = {"light": "neutral", "dark": "dark"}
"""The Mermaid theme for each colour scheme of the site."""
LANGUAGES = {".py": "python", ".js": "javascript", ".service": "ini"}


class Stage:
    """The pages of the site being built: the source and the place of each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places: dict[Path, str] = {}
        self.waiting: list[Path] = []
        self.named: set[str] = set()
        """Pages that are in the navigation."""

    def place(self, source: Path) -> str:
        """Return the place of a file on the site; a file that is linked is added to the site."""
        if source not in self.places:
            self.places[source] = place_of(source)
            self.waiting.append(source)
        return self.places[source]

    def run(self) -> None:
        for page in sorted(DOCS.rglob("*.md")):
            self.place(page)
        written: dict[str, str] = {}
        while self.waiting:
            source = self.waiting.pop()
            written[self.places[source]] = self.page(source) if is_page(source) else shown(source)
        self.navigate(written)
        for place, text in written.items():
            write(self.folder / place, text)

    def page(self, source: Path) -> str:
        """Return a page with adjusted links, except in code blocks, and with its diagrams drawn."""
        place = self.place(source)
        parts = FENCE.split(source.read_text("utf-8"))
        return "".join(
            self.fence(place, part) if part.startswith("```") else LINK.sub(lambda found: self.link(source, place, found), part)
            for part in parts
        )

    def fence(self, place: str, text: str) -> str:
        if not text.startswith(DIAGRAM):
            return text
        source = text.removeprefix(DIAGRAM)
        return self.diagram(place, source.removesuffix("```")) if Merman else f"```text\n{source}"

    def link(self, source: Path, place: str, found: re.Match[str]) -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        if not target or re.match(r"[a-z]+:", target):
            return found[0]
        file = (source.parent / target).resolve()
        if not file.is_file():
            raise SystemExit(f"{source.relative_to(ROOT)}: {target} is not a file")
        if words.startswith("!"):
            return f"{words}({self.picture(file, place)})"
        return f"{words}({relpath(self.place(file), Path(place).parent)}{anchor})"

    def picture(self, file: Path, place: str) -> str:
        home = Path("img") / file.name
        copy(file, self.folder / home)
        return relpath(home, Path(place).parent)

    def diagram(self, place: str, source: str) -> str:
        """Return a Mermaid diagram as two pictures, one per colour scheme; the diagram's `accTitle` is their description."""
        title = re.search(r"accTitle: (.+)", source)
        if not title:
            raise SystemExit(f"{place}: a diagram without accTitle")
        images = []
        for scheme, theme in THEMES.items():
            svg = Merman().render_svg(f"---\nconfig:\n  theme: {theme}\n  flowchart:\n    padding: 28\n---\n{source}", None)
            home = Path("img") / f"{sha256(source.encode()).hexdigest()[:12]}-{scheme}.svg"
            write(self.folder / home, svg)
            images.append(f"```{{image}} {relpath(home, Path(place).parent)}\n:class: only-{scheme}\n:alt: {title[1]}\n```\n")
        return "\n".join(images)

    # -- navigation --

    def navigate(self, written: dict[str, str]) -> None:
        """Add hidden tables of contents: for the whole site to the index, for a folder or group to the page that links its pages."""
        self.named.add("index.md")
        index = written["index.md"]
        written["index.md"] = index + "".join(map(self.contents, re.split(r"^## ", index, flags=re.MULTILINE)[1:]))
        for place in sorted(written, key=lambda place: (not place.endswith("index.md"), place.count("/"), place)):
            if place != "index.md":
                here = Path(place).parent
                links = [link for link in links_of(written[place], here) if link[1] in written and link[1] not in self.named]
                written[place] += self.toctree("", [(words, relpath(target, here)) for words, target in links])
                self.named |= {target for _, target in links}

    def contents(self, section: str) -> str:
        """Return one part of the navigation: a heading, and the pages first linked under it."""
        title, _, text = section.partition("\n")
        links = [link for link in links_of(text, Path()) if link[1] not in self.named]
        self.named |= {target for _, target in links}
        return self.toctree(title, links)

    def toctree(self, caption: str, links: list[tuple[str, str]]) -> str:
        if not links:
            return ""
        first = {target: words for words, target in reversed(links)}
        entries = "\n".join(f"{first[target]} <{target.removesuffix('.md')}>" for target in dict.fromkeys(target for _, target in links))
        heading = f":caption: {caption}\n" if caption else ""
        return f"\n```{{toctree}}\n:hidden:\n{heading}\n{entries}\n```\n"


def is_page(source: Path) -> bool:
    return source.suffix == ".md"


def place_of(source: Path) -> str:
    """Return the place of a file of the repository on the site."""
    if source in PLACES:
        return PLACES[source]
    if source.is_relative_to(DOCS):
        place = source.relative_to(DOCS)
    elif source.parent.name == "rules":
        return f"rules/{source.name.partition('.')[0]}.md"
    elif source == ROOT / "README.md":
        return "about.md"
    else:
        place = source.relative_to(ROOT)
    place = place.with_name("index.md") if place.name == "README.md" else place
    return str(place if place.suffix == ".md" else place.with_name(place.name.replace(".", "-") + ".md"))


def links_of(text: str, folder: Path) -> list[tuple[str, str]]:
    """Return the pages of the site that a text links to, with the words of each link."""
    found = LINK.findall("".join(FENCE.split(text)[::2]))
    pages = [(words, target) for words, target, _ in found if target.endswith(".md") and ":" not in target and words[0] != "!"]
    return [(capital(words[1:-1].replace("`", "")), relpath(folder / target)) for words, target in pages]


def capital(words: str) -> str:
    """Capitalise the first letter, except in a file name such as first.js."""
    return words if "." in words else words[:1].upper() + words[1:]


# -- files that are not pages --


def shown(source: Path) -> str:
    """Return a script or another file as a page; one written in cells (`# %%`) is shown like a notebook."""
    text, name = source.read_text("utf-8"), str(source.relative_to(ROOT))
    if source.suffix == ".py" and "\n# %% " in text:
        return notebook(name, text)
    return f"# {source.name}\n\n`{name}`\n\n" + block(text, LANGUAGES.get(source.suffix, "text"))


def notebook(name: str, text: str) -> str:
    """Return a script in cells as a page: comments at the start of a cell become prose, the rest code."""
    said = ast.get_docstring(ast.parse(text)) or ""
    first, *cells = re.split(r"^# %% ", text, flags=re.MULTILINE)
    title, _, rest = said.partition("\n")
    rest = re.sub(r"(?:^    .*\n)+", lambda found: block(dedent(found[0]), "sh"), rest + "\n", flags=re.MULTILINE)
    parts = [f"# {title.rstrip('.')}\n\n`{name}`\n{rest}", block(first[first.index('"""', 3) + 3 :], "python")]
    for cell in cells:
        heading, _, body = cell.partition("\n")
        parts += [f"## {heading}\n", *(prose_or_code(run) for run in re.split(r"((?:^#(?: .*)?\n)+)", body, flags=re.MULTILINE))]
    return "\n".join(parts)


def prose_or_code(run: str) -> str:
    if run.startswith("#"):
        return re.sub(r"^# ?", "", run, flags=re.MULTILINE)
    return block(run, "python")


def block(text: str, language: str) -> str:
    return f"```{language}\n{text.strip()}\n```\n" if text.strip() else ""


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def copy(file: Path, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(file, path)


REPAIRS = {
    ' role="heading"><span class="caption-text">': ' role="heading" aria-level="2"><span class="caption-text">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Pages">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
"""What the theme lacks for keyboards and screen readers: names of its parts, and a way to scroll code and tables."""


def repair(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        for found, better in REPAIRS.items():
            text = text.replace(found, better)
        page.write_text(text, "utf-8")


def build(site: Path) -> int:
    """Build the site, with its intermediate files next to it; return 0 on success."""
    pages, trees = site.with_name("pages"), site.with_name("doctrees")
    shutil.rmtree(pages, ignore_errors=True)  # so that removed pages disappear
    Stage(pages).run()
    failed = build_main(["-b", "html", "-a", "-W", "--keep-going", "-q", "-c", str(HERE), "-d", str(trees), str(pages), str(site)])
    repair(site)
    return failed


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site"
    failed = build(target)
    if not failed:
        print(f"The site is in {relpath(target)}: open {relpath(target / 'index.html')}")
    sys.exit(failed)
