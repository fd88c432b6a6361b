import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A Chromium of this machine; `MEMOIR_CHROMIUM` names another. */
const BINARY = [process.env.MEMOIR_CHROMIUM, ...PLACES].find(
  (path) => path !== undefined && path !== "" && existsSync(path),
);

/** Where everything must be tested, a missing browser fails the tests; elsewhere they are skipped, and a line says so. */
const REQUIRED = Boolean(process.env.CI) || process.env.MEMOIR_CHROMIUM_REQUIRED === "1";

export const SKIPS_BROWSER = BINARY === undefined && !REQUIRED;

if (SKIPS_BROWSER) {
  console.warn(
    "SKIPPED: the tests of the dashboard need Chromium, and none is here. Install it (Debian: apt-get install chromium fonts-noto-cjk) or name one in MEMOIR_CHROMIUM.",
  );
}

export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  if (BINARY === undefined)
    throw new Error("Chromium is missing. Debian: apt-get install chromium fonts-noto-cjk");
  return chromium.launch({ executablePath: BINARY, args: ["--no-sandbox", ...args] });
}

let shared: Promise<Browser> | undefined;
const free = new Map<string, Page[]>();
const used = new Map<Page, string>();
const HEARD = [
  "console",
  "dialog",
  "download",
  "pageerror",
  "request",
  "requestfailed",
  "requestfinished",
] as const;

/**
 * A page that knows nothing of what was on it before, in a browser that all tests of this process share and that ends with
 * it. A page is used again: a new one is a window with processes of its own, which takes longer than most of what a test does
 * on it.
 */
export async function freshPage(
  { viewport, colorScheme = "light", reducedMotion = "no-preference", ...options }: BrowserContextOptions,
  origin: string,
): Promise<Page> {
  shared ??= launchChromium();
  const kind = JSON.stringify(options, Object.keys(options).sort());
  const page = free.get(kind)?.pop() ?? (await (await (await shared).newContext(options)).newPage());
  used.set(page, kind);
  await page.context().clearCookies();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await protocol.detach();
  await page.emulateMedia({ colorScheme, reducedMotion });
  // A window behind others draws nothing, and tests wait for what is drawn.
  await page.bringToFront();
  if (viewport) await page.setViewportSize(viewport);
  return page;
}

/** Empties the pages that were opened meanwhile, for the next tests. */
export async function freePages(): Promise<void> {
  for (const [page, kind] of used) {
    if (page.isClosed()) continue;
    for (const event of HEARD) page.removeAllListeners(event);
    await page.unrouteAll();
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.goto("about:blank");
    free.set(kind, [...(free.get(kind) ?? []), page]);
  }
  used.clear();
}
