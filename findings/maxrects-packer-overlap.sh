#!/usr/bin/env bash
# maxrects-packer lays rectangles over one another, and outside its bin, when the largest size is no power of two.
#
# Versions: maxrects-packer 2.7.4.
# Seen: with all options at their defaults (`smart` and `pot` are on) and a largest size of 1000 x 1000, rectangles of 300 x 400,
#   200 x 600, 300 x 400, 200 x 400: the second and the last are both at 0, 0; one is at 0, 600 of a bin that says 512 x 512. Two
#   rectangles that need more than 512 are in a bin of 0 x 0. Of 400 random sets of up to twelve, 186 overlapped; none with 1024 x 1024,
#   none with `pot: false`. `square: true` does the same where the largest size is no square.
#   By the way: neither `import` nor `require` of the package gives Node anything; its file .mjs has to be named.
# Expected: no overlap; a bin of at most 1000 x 1000, or an error that the size is no power of two.
# Whom it hurts: who packs tiles or pictures on a sheet of a printer or a screen: pieces are printed over one another.
# How to avoid: `pot: false, square: false`, or a power of two in both directions; check the result for overlaps.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --silent --no-audit --no-fund maxrects-packer@2.7.4 >>npm.log
cat >run.mjs <<'JS'
import * as named from "maxrects-packer";
import { MaxRectsPacker } from "./node_modules/maxrects-packer/dist/maxrects-packer.mjs";

const sizes = [[300, 400], [200, 600], [300, 400], [200, 400]];
const packed = (largest, options) => {
  const packer = new MaxRectsPacker(largest, largest, 0, options);
  packer.addArray(sizes.map(([width, height]) => ({ width, height })));
  let overlaps = 0;
  let outside = 0;
  for (const bin of packer.bins) {
    for (const [i, a] of bin.rects.entries()) {
      outside += a.x + a.width > bin.width || a.y + a.height > bin.height;
      for (const b of bin.rects.slice(i + 1)) {
        overlaps += a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
      }
    }
  }
  const bins = packer.bins.map(({ width, height }) => `${width}x${height}`);
  return `bins ${bins}, overlaps ${overlaps}, outside ${outside}`;
};
const seen = {
  "1000, defaults": packed(1000, {}),
  "1024, defaults": packed(1024, {}),
  "1000, pot false": packed(1000, { pot: false }),
  "names exported to Node": Object.keys(named).length,
};
console.log(seen);
const [wrong, ...right] = Object.values(seen);
if (!/^bins 512x512, overlaps [1-9]\d*, outside [1-9]/.test(wrong) || !right.slice(0, 2).every((r) => r.endsWith("overlaps 0, outside 0"))
  || right[2] !== 0) {
  console.error("This has changed.");
  process.exit(1);
}
JS
node run.mjs
