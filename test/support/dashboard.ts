import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { connectMemoir, type MemoirClient } from "../../src/client/index.ts";
import { freePages, freshPage } from "./chromium.ts";
import { type Around, BINARY, buildIfStale, environment } from "./program.ts";

export interface Dashboard {
  readonly url: string;
  readonly key: string;
  /** The server's database, for another process. */
  readonly database: string;
  /** A client of the same server, to prepare and to look. */
  readonly memoir: MemoirClient;
  /** A page of a new browser that has signed in by a login link, at a place such as `#/memories`. */
  open(place?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A page of a new browser that has not signed in. */
  stranger(): Promise<Page>;
  /** Runs the command line on the same database, in a separate process. */
  run(args: readonly string[]): Promise<void>;
}

const pending = new WeakMap<Page, Set<Request>>();
const TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Resolves when a page has loaded and drawn what it asked for. */
export async function settled(page: Page): Promise<void> {
  const open = pending.get(page);
  for (let quiet = 0; quiet < 3; quiet = open?.size === 0 ? quiet + 1 : 0) await page.evaluate(TWO_FRAMES);
}

/**
 * For the body of a test file: the built program's server, with settings, and a browser, one of each for all tests. `env`:
 * of the server, such as an embedder; default: none.
 */
export function useDashboard(config: object = {}, env: Around["env"] = {}): Dashboard {
  const folder = mkdtempSync(join(tmpdir(), "memoir-dashboard-"));
  const database = join(folder, "memoir.db");
  let server: ChildProcess;
  let start: { url: string; key: string };
  let memoir: MemoirClient;
  beforeAll(async () => {
    buildIfStale();
    writeFileSync(join(folder, "memoir.config.json"), JSON.stringify(config));
    ({ child: server, start } = await serve(folder, database, env));
    memoir = await connectMemoir({ url: start.url, key: start.key });
  });
  afterEach(freePages);
  afterAll(async () => {
    if (server !== undefined) {
      const closed = new Promise((resolve) => server.once("close", resolve));
      server.kill("SIGTERM");
      await closed;
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const stranger = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await freshPage(
      { viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options },
      start.url,
    );
    page.setDefaultTimeout(240_000);
    const open = new Set<Request>();
    pending.set(page, open);
    // Feeds of changes never end.
    page.on(
      "request",
      (request) => !new URL(request.url()).pathname.endsWith("/changes") && open.add(request),
    );
    page.on("requestfinished", (request) => open.delete(request));
    page.on("requestfailed", (request) => open.delete(request));
    return page;
  };
  return {
    get url() {
      return start.url;
    },
    get key() {
      return start.key;
    },
    database,
    get memoir() {
      return memoir;
    },
    stranger,
    async open(place = "#/memories", options = {}) {
      const page = await stranger(options);
      const { token } = await memoir.operator().keys.login({ name: `test ${crypto.randomUUID()}` });
      await page.goto(`${start.url}/login?token=${encodeURIComponent(token)}`);
      await page.goto(`${start.url}/${place}`);
      return page;
    },
    run: (args) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [BINARY, ...args, "--database", database], {
          cwd: folder,
          env: environment(),
        });
        let errors = "";
        child.stderr.setEncoding("utf8").on("data", (text: string) => {
          errors += text;
        });
        child.once("error", reject);
        child.once("close", (code) =>
          code === 0
            ? resolve()
            : reject(new Error(`memoir ${args.join(" ")} ended with ${code}: ${errors}`)),
        );
      }),
  };
}

function serve(
  cwd: string,
  database: string,
  env: Around["env"],
): Promise<{ child: ChildProcess; start: { url: string; key: string } }> {
  return new Promise((resolve, reject) => {
    const args = [BINARY, "serve", "--port", "0", "--show-key", "--json", "--database", database];
    const child = spawn(process.execPath, args, { cwd, env: environment(env) });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const [line, rest] = said.split("\n", 2);
      if (rest !== undefined) resolve({ child, start: JSON.parse(line!) as { url: string; key: string } });
    });
    child.stderr.resume();
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`memoir serve ended with ${code}: ${said}`)));
  });
}
