import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";

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
const free = new Map<string, BrowserContext[]>();
const used = new Map<BrowserContext, string>();

/**
 * A page that knows nothing of what was on it before, in a browser that all tests of this process share and that ends with
 * it: making another profile takes longer than most of what a test does on its page. `freePages()` closes it.
 */
export async function freshPage(
  { viewport, ...options }: BrowserContextOptions,
  origin: string,
): Promise<Page> {
  shared ??= launchChromium();
  const kind = JSON.stringify(options, Object.keys(options).sort());
  const context = free.get(kind)?.pop() ?? (await (await shared).newContext(options));
  used.set(context, kind);
  await context.clearCookies();
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await protocol.detach();
  if (viewport) await page.setViewportSize(viewport);
  return page;
}

/** Closes the pages that were opened meanwhile. */
export async function freePages(): Promise<void> {
  for (const [context, kind] of used) {
    for (const page of context.pages()) await page.close();
    free.set(kind, [...(free.get(kind) ?? []), context]);
  }
  used.clear();
}
