import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

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
