/** Regions with a heading of their own: a focus that was in one stays in it. */
const REGION = "main, section, article, aside, dialog, [role=grid], [role=status]";
const TABBABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** An element and what it is in, from the inside out, each with its position among its siblings. */
type Trail = readonly { readonly parent: Element; readonly position: number }[];

function trailOf(element: Element): Trail {
  const trail: { parent: Element; position: number }[] = [];
  for (let one = element; one.parentElement !== null; one = one.parentElement)
    trail.push({ parent: one.parentElement, position: [...one.parentElement.children].indexOf(one) });
  return trail;
}

function focusableIn(element: Element | undefined): HTMLElement | undefined {
  if (element === undefined) return undefined;
  if (element.hasAttribute("tabindex")) return element as HTMLElement;
  const inside = [element, ...element.querySelectorAll(TABBABLE)] as HTMLElement[];
  return inside.find((one) => one.matches(TABBABLE) && one.tabIndex >= 0 && !one.matches(":disabled"));
}

/** What has taken the place: the next row or button, the last one, or else the heading above it. */
function nextTo(trail: Trail): HTMLElement | null {
  for (const { parent, position } of trail) {
    if (!parent.isConnected) continue;
    if (parent.matches("[role=status]")) break;
    const next = focusableIn(parent.children[position] ?? parent.lastElementChild ?? undefined);
    if (next !== undefined) return next;
    if (!parent.matches(REGION)) continue;
    if (parent.hasAttribute("tabindex") && parent.matches("[role=grid]")) return parent as HTMLElement;
    const heading = parent.querySelector<HTMLElement>("h1, h2");
    if (heading !== null) return heading;
  }
  return document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
}

/** Where what has the focus goes away, the focus moves on to what is next: it never falls back to the top of the page. */
export function keepFocus(): void {
  let last: Element | undefined;
  let trail: Trail = [];
  document.addEventListener("focusin", ({ target }) => {
    last = target as Element;
    trail = trailOf(last);
  });
  // Who clicks beside everything wants no focus.
  document.addEventListener("focusout", () =>
    queueMicrotask(() => {
      if (last?.isConnected === true && document.activeElement === document.body) last = undefined;
    }),
  );
  new MutationObserver(() => {
    if (last === undefined || last.isConnected || document.activeElement !== document.body) return;
    const next = nextTo(trail);
    if (next === null) return;
    if (!next.matches(TABBABLE)) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
