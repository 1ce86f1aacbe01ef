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

  // No box hides a part of what it holds, nothing stands beyond the window.
  const name = (/** @type {Element} */ each) => each.outerHTML.slice(0, 110).replaceAll(/\s+/g, " ");
  const shown = [...document.body.querySelectorAll("*")].filter(
    (each) =>
      !each.closest("svg, .sr, .defs, noscript, script") &&
      each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      getComputedStyle(each).clipPath === "none",
  );
  const scrolls = (/** @type {Element | null} */ each) => {
    for (; each && each !== document.body; each = each.parentElement)
      if (getComputedStyle(each).overflowX !== "visible") return true;
    return false;
  };
  for (const each of shown) {
    const hidden = each.scrollWidth - each.clientWidth;
    if (hidden > 1 && each.clientWidth && /hidden|clip/.test(getComputedStyle(each).overflowX) && !each.matches("input"))
      wrong.push(`${hidden} px of it are hidden: ${name(each)}`);
    if (hidden > 1 && each.matches("dialog, aside, .panel, form")) wrong.push(`${hidden} px of it stick out: ${name(each)}`);
    const { left, right, width } = each.getBoundingClientRect();
    if (width && (right > innerWidth + 1 || left < -1) && !scrolls(each.parentElement))
      wrong.push(`beyond the window: ${name(each)}`);
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

  for (const input of document.querySelectorAll("input[placeholder]")) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    pen.font = font;
    const { placeholder } = /** @type {HTMLInputElement} */ (input);
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (input.checkVisibility() && pen.measureText(placeholder).width > room + 1) wrong.push(`cut: ${placeholder}`);
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

  // Each control is there for the finger, once it is scrolled to.
  const before = shown.map((each) => [each.scrollLeft, each.scrollTop]);
  const modal = document.querySelector("dialog:modal");
  for (const control of shown) {
    if (!control.matches("a, button, input, select, textarea, summary") || control.closest(".file input")) continue;
    if (modal && !modal.contains(control)) continue;
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = control.getClientRects()[0];
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!(control.closest("label") ?? control).contains(hit))
      wrong.push(`not hit, but ${hit && name(hit)}: ${name(control)}`);
  }
  shown.forEach((each, at) => {
    [each.scrollLeft, each.scrollTop] = before[at];
  });
  return [...new Set(wrong)];
}
