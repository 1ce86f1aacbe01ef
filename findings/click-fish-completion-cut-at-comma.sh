#!/usr/bin/env bash
# click's completion in fish cuts every suggestion at its first comma.
#
# Versions: click 8.5.1, fish 3.6.0 of Debian (has to be installed). bash is right.
# Seen: an option whose values are lists, as "oil,skin", completes to "oil" in fish: the script that click prints splits each answer
#   "plain,VALUE" at all commas and takes the second part. Descriptions after a comma are gone, too.
# Expected: "oil,skin", as in bash.
# Whom it hurts: programs with options that take several values in one word: what is typed so far is taken away by Tab.
# How to avoid: a subclass of `FishComplete` whose template says `string split --max 1 ","`, registered by `add_completion_class`.
set -euo pipefail
command -v fish >/dev/null || { echo "needs fish" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check click==8.5.1
cat >"$folder/tool.py" <<'PY'
import click
from click.shell_completion import CompletionItem


def lists(ctx, param, incomplete):
    return [CompletionItem(value) for value in ("oil,skin", "oil,skin,wool") if value.startswith(incomplete)]


@click.command()
@click.option("--keep", shell_complete=lists)
def tool(keep):
    click.echo(keep)


tool(prog_name="tool")
PY
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$folder/venv/bin/python" "$folder/tool.py" >"$folder/venv/bin/tool"
chmod +x "$folder/venv/bin/tool"
export PATH="$folder/venv/bin:$PATH" HOME="$folder"
in_fish() { fish --no-config -c "$(_TOOL_COMPLETE=fish_source tool); complete --do-complete 'tool --keep oi'"; }
in_bash() { COMP_WORDS="tool --keep oi" COMP_CWORD=2 _TOOL_COMPLETE=bash_complete tool | cut -d, -f2-; }
seen="fish: $(in_fish | tr '\n' ' ')
bash: $(in_bash | tr '\n' ' ')"
echo "$seen"
[ "$seen" = "fish: oil 
bash: oil,skin oil,skin,wool " ] || { echo "This has changed." >&2; exit 1; }
