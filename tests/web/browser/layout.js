() => {
  const wrong = [];
  const ARROW = 16;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth} wide`);

  /** What scrolls or floats apart from the rest is only compared with itself. */
  const layerOf = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const { position, overflowX, overflowY } = getComputedStyle(each);
      if (position === "fixed" || position === "sticky" || each.matches("dialog, [popover]")) return each;
      if (each !== document.body && each !== root && /auto|scroll|hidden/.test(overflowX + overflowY)) return each;
    }
    return root;
  };

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (!text || element.closest("svg, .sr, option, noscript, script")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (getComputedStyle(element).clipPath !== "none") continue; // only for screen readers
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (!boxes.length) continue;
    texts.push({ text, element, layer: layerOf(element), boxes });

    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(each);
      const place = each.getBoundingClientRect();
      const hides = (/** @type {string} */ overflow) => overflow === "hidden" || overflow === "clip";
      const over = boxes.some(
        (box) =>
          (hides(overflowX) && (box.right > place.right + 2 || box.left < place.left - 2)) ||
          (hides(overflowY) && (box.bottom > place.bottom + 4 || box.top < place.top - 4)),
      );
      if (over && display !== "inline") wrong.push(`cut: ${text}`);
      if (over || /auto|scroll/.test(overflowX + overflowY)) break;
    }
  }
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  for (const select of document.querySelectorAll("select")) {
    if (!select.checkVisibility()) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    pen.font = font;
    const text = select.selectedOptions[0]?.text ?? "";
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - ARROW;
    if (pen.measureText(text).width > room + 1) wrong.push(`cut: ${text}`);
  }

  texts.forEach((one, at) => {
    for (const other of texts.slice(at + 1)) {
      if (one.layer !== other.layer) continue;
      const over = one.boxes.some((a) =>
        other.boxes.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.35 * Math.min(a.height, b.height),
        ),
      );
      if (over) wrong.push(`over each other: ${one.text} | ${other.text}`);
    }
  });
  return [...new Set(wrong)];
}
