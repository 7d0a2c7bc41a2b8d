"""Find what overlaps on a page, lies beyond its edge, or is between backticks, by boxes as readers see them.

Only what is in view and drawn counts, not what is behind an open dialog, folded, scrolled away, or only read aloud. Two
controls, or two texts, do not share a place unless one contains the other. A mark may lie on its face, and marks on the
timeline may touch: they are in its list of chapters too. In a sentence of the page, code is drawn as code and not
between backticks; text of models is not the page's.
"""

from __future__ import annotations

from playwright.sync_api import Page

OVERLAPS = """() => {
  const wide = document.documentElement.clientWidth, high = innerHeight, found = [];
  const said = (el) => `${el.tagName.toLowerCase()} “${(el.getAttribute('aria-label') || el.textContent || '')
    .trim().replace(/\\s+/g, ' ').slice(0, 40)}”`;
  const scrolls = (el) => ['overflowX', 'overflowY'].some((way) => getComputedStyle(el)[way] !== 'visible');
  const shown = (from, box) => {
    let { left, top, right, bottom } = box;
    for (let up = from; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (Number(style.opacity) < 0.1 || style.clipPath !== 'none') return null;
      if (!scrolls(up)) continue;
      const room = up.getBoundingClientRect();
      left = Math.max(left, room.left); right = Math.min(right, room.right);
      top = Math.max(top, room.top); bottom = Math.min(bottom, room.bottom);
    }
    top = Math.max(top, 0); bottom = Math.min(bottom, high);
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  };
  const PRESSED = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const things = [];
  const add = (el, box, kind) => {
    const style = getComputedStyle(el);
    // What is folded away (a closed <details>) has boxes all the same, and is not drawn.
    if (!el.checkVisibility() || style.visibility !== 'visible' || Number(style.opacity) < 0.1) return;
    if (el.closest('.unseen, svg, math')) return;
    const room = shown(kind === 'text' ? el : el.parentElement, box);
    if (room === null) return;
    const x = (room.left + room.right) / 2, y = (room.top + room.bottom) / 2;
    if (room.right > wide + 1 || room.left < -1) found.push(`${said(el)} goes beyond the edge`);
    const hit = document.elementFromPoint(Math.min(wide - 1, Math.max(0, x)), y);
    const behind = hit && hit.closest('dialog[open], [role=dialog]');
    if (behind && !behind.contains(el)) return;
    things.push({ el, room, kind });
  };
  for (const el of document.querySelectorAll(PRESSED))
    for (const box of el.getClientRects()) add(el, box, 'pressed'); // a link may stand on two lines
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement;
    if (/`[^`]+`/.test(node.data) && el && !el.closest('code, pre, script, style, textarea, option, [lang=""]'))
      found.push(`${said(el)} shows code between backticks`);
    if (!node.data.trim() || !el || el.closest('script, style, option, ' + PRESSED)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) add(el, box, 'text');
  }
  if (document.scrollingElement.scrollWidth > wide + 1)
    found.push(`the page is ${document.scrollingElement.scrollWidth} px wide`);
  things.sort((a, b) => a.room.top - b.room.top);
  for (let i = 0; i < things.length; i++) {
    const a = things[i];
    for (let k = i + 1; k < things.length && things[k].room.top < a.room.bottom - 3; k++) {
      const b = things[k];
      if (a.el === b.el || a.el.contains(b.el) || b.el.contains(a.el)) continue;
      const seat = a.el.closest('[data-presence]');
      if (seat && seat.contains(b.el)) continue;
      if ([a, b].every(({ el }) => el.closest('[style*="--share"]'))) continue;
      const w = Math.min(a.room.right, b.room.right) - Math.max(a.room.left, b.room.left);
      const h = Math.min(a.room.bottom, b.room.bottom) - Math.max(a.room.top, b.room.top);
      // Boxes of lines are higher than their letters.
      const slack = a.kind === 'text' || b.kind === 'text' ? 5 : 3;
      if (w > 3 && h > slack) found.push(`${said(a.el)} and ${said(b.el)} share ${Math.round(w)}×${Math.round(h)} px`);
    }
  }
  return [...new Set(found)];
}"""


def overlaps(page: Page) -> list[str]:
    """What lies over another thing, beyond the page's edge, or between backticks, in words."""
    found: list[str] = page.evaluate(OVERLAPS)
    return found
