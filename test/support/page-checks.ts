import type { Page } from "playwright-core";
import { en } from "../../dashboard/src/i18n/en.ts";

/** Texts that only a fault puts on the page: names of texts, unfilled places in them, values that are none. */
export async function faultyTexts(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(SHOWN_TEXTS)) as string[];
  const found = texts.flatMap((text) => [
    ...(text.match(/\b(undefined|NaN|Invalid Date)\b|\[object \w+\]|\{[a-z]+\}/gi) ?? []),
    ...(text.match(/\b[a-z]+\.[a-zA-Z_.]+\b/g) ?? []).filter((word) => word in en),
  ]);
  return [...new Set(found)].map((one) => `faulty text: ${one}`);
}

/** Whatever is wider than the window, and texts that are cut where nothing leads to the rest. */
export async function layoutProblems(page: Page): Promise<string[]> {
  return (await page.evaluate(LAYOUT)) as string[];
}

/** Code and what people wrote are not the page's own texts. */
const SHOWN_TEXTS = `(() => {
  const own = (node) => node.parentElement?.closest("code, pre, textarea, .words, .line, script, style") == null;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (own(walker.currentNode)) texts.push(walker.currentNode.data);
  for (const name of ["title", "aria-label", "placeholder", "alt"])
    for (const element of document.querySelectorAll("[" + name + "]")) texts.push(element.getAttribute(name));
  return texts;
})()`;

const LAYOUT = `(() => {
  const problems = [];
  const describe = (element) => {
    const name = element.tagName.toLowerCase() + [...element.classList].map((one) => "." + one).join("");
    return name + " \\u201C" + (element.textContent ?? "").trim().slice(0, 60) + "\\u201D";
  };
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const inScroller = (element) => {
    for (let up = element.parentElement; up !== null && up !== document.body; up = up.parentElement)
      if (up.tagName !== "MAIN" && scrolls(up)) return true;
    return false;
  };
  const width = document.documentElement.clientWidth;
  const main = document.querySelector("main");
  if (document.documentElement.scrollWidth > width) problems.push("the page is " + document.documentElement.scrollWidth + " wide");
  if (main !== null && main.scrollWidth > main.clientWidth) problems.push("main is " + main.scrollWidth + " wide");
  for (const element of document.body.querySelectorAll("*")) {
    if (!isSeen(element) || element.closest("svg, canvas, .hidden, .uplot") !== null) continue;
    const { left, right } = element.getBoundingClientRect();
    if ((right > width + 1 || left < -1) && !inScroller(element)) {
      if (element.childElementCount === 0) problems.push("out of the window: " + describe(element));
      continue;
    }
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
    const clips = (value) => value === "hidden" || value === "clip";
    const isCut =
      (clips(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      ((clips(overflowY) || webkitLineClamp !== "none") && element.scrollHeight > element.clientHeight + 1);
    if (!isCut || element.textContent.trim() === "") continue;
    const leads = element.closest("a[href], button, summary, [title]") ?? element.closest("[role=row]")?.querySelector("a[href]");
    if (leads == null) problems.push("cut: " + describe(element));
  }
  return [...new Set(problems)].slice(0, 6);
})()`;
