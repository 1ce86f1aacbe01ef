#!/usr/bin/env bash
# resvg_py draws nothing that is measured in mm, cm, in or pt unless `dpi` is given.
#
# Versions: resvg_py 0.5.0, pillow 13.0.0.
# Seen: a rectangle of 10 mm is not drawn, and there is no error; with dpi=96 it is 38 pixels wide. A drawing whose own width is in
#   mm is refused: "SVG has an invalid size". The default is dpi=0, of which the docs say "0 = SVG default"; a length in mm is 0
#   then. (The refusal was met in https://github.com/esphome/esphome/issues/13204.)
# Expected: 96 dots per inch, as in CSS, browsers and resvg itself.
# Whom it hurts: who draws boards to scale for print: parts are missing from the picture.
# How to avoid: always give dpi=96, or measure in the units of the viewBox.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check resvg-py==0.5.0 pillow==13.0.0
"$folder/venv/bin/python" - <<'PY'
import io
import sys

import resvg_py
from PIL import Image

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" '
PART = HEAD + 'width="40" height="40"><rect width="10mm" height="10mm"/></svg>'
WHOLE = HEAD + 'width="10mm" height="10mm"><rect width="40" height="40"/></svg>'


def drawn(svg, **options):
    try:
        png = resvg_py.svg_to_bytes(svg_string=svg, **options)
    except ValueError as error:
        return str(error)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA").getbbox()


seen = [drawn(PART), drawn(PART, dpi=96), drawn(WHOLE), drawn(WHOLE, dpi=96)]
print("a part of 10 mm:  default", seen[0], "- dpi=96", seen[1])
print("a whole of 10 mm: default", seen[2], "- dpi=96", seen[3])
if seen != [None, (0, 0, 38, 38), "SVG has an invalid size", (0, 0, 38, 38)]:
    sys.exit("This has changed.")
PY
