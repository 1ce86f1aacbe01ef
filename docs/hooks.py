"""Pages of the site that stand outside ``docs/``, and links to them.

The front page is the README. A link to a file that is not on the site becomes plain text.
"""

import re
from pathlib import Path
from posixpath import dirname, normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
OUTSIDE = {
    "index.md": "README.md",
    "benchmarks.md": "benchmarks/README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
}
LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside."""
    for page, source in OUTSIDE.items():
        content = (ROOT / source).read_text(encoding="utf-8")
        if former := files.get_file_from_path(page):
            files.remove(former)
        files.append(File.generated(config, page, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links of a file in the repository to pages of the site."""
    uri = page.file.src_uri
    source = OUTSIDE.get(uri, f"docs/{uri}")
    pages = {file: name for name, file in OUTSIDE.items()}

    def link(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        file = normpath(f"{dirname(source)}/{target}") if dirname(source) else normpath(target)
        if file in pages:
            target = pages[file]
        elif file.startswith("docs/"):
            target = file.removeprefix("docs/")
        elif (ROOT / file).exists():
            return text
        return f"[{text}]({relpath(target, dirname(uri) or '.')}{anchor})"

    return LINK.sub(link, markdown)
