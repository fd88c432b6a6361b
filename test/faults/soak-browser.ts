import { setTimeout as sleep } from "node:timers/promises";
import { launchChromium, SKIPS_BROWSER } from "../support/chromium.ts";
import type { Client } from "./server-client.ts";
import type { Fleet } from "./server-fleet.ts";
import { THINK_MS } from "./soak-size.ts";

const SCOPE = "scope=user%3A0";
const PLACES = [
  `#/memories?${SCOPE}`,
  `#/conversation?${SCOPE}`,
  `#/person?${SCOPE}`,
  `#/playground/ask?${SCOPE}&q=boat`,
  "#/operations/health",
  "#/operations/jobs",
  "#/operations/upkeep",
  "#/memories",
];
/** A place takes the page and its requests; people look longer than bots think. */
const LOOK_MS = THINK_MS * 2;
const LOAD_MS = 60_000;

export interface Visits {
  /** Places that were shown, and those that a dying server did not show. */
  shown: number;
  missed: number;
}

/** Somebody who has the dashboard open. */
export interface Visitor {
  open(place: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Signs in at the server that will be killed, in Chromium where there is one. */
export async function openDashboard(client: Client, fleet: Fleet): Promise<Visitor> {
  if (SKIPS_BROWSER) return byRequests(client);
  const login = { method: "POST", path: "/api/ltm/keys/login", body: { name: "soak" } } as const;
  const made = await client.send<{ token: string }>(login, 0);
  if (typeof made === "string") throw new Error(`No login: ${made}`);
  return byPage(await fleet.address(0), made.answer.token, client);
}

/** Goes from view to view. */
export async function browse(
  visitor: Visitor,
  goesOn: () => boolean,
  onShown: (ms: number) => void,
): Promise<Visits> {
  const visits: Visits = { shown: 0, missed: 0 };
  for (let i = 0; goesOn(); i++) {
    const started = performance.now();
    try {
      await visitor.open(PLACES[i % PLACES.length]!);
      onShown(performance.now() - started);
      visits.shown += 1;
    } catch {
      visits.missed += 1;
    }
    await sleep(LOOK_MS);
  }
  return visits;
}

async function byPage(url: string, token: string, { tally }: Client): Promise<Visitor> {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  page.setDefaultTimeout(LOAD_MS);
  page.on("pageerror", (error) => tally.wrong.push(`dashboard: ${error.message}`));
  page.on("crash", () => tally.wrong.push("dashboard: the page crashed"));
  await page.goto(`${url}/login?token=${encodeURIComponent(token)}`);
  return {
    async open(place) {
      await page.goto(`${url}/${place}`);
      await page.locator("main h1, main h2").first().waitFor();
    },
    close: () => browser.close(),
  };
}

/** Its requests, where there is no browser. */
function byRequests(client: Client): Visitor {
  const ofScope = ["items", "conversation", "person", "stats"].map((name) => `${name}?${SCOPE}`);
  const paths = [...ofScope, "info", "jobs", "upkeep", "items"];
  let turn = 0;
  return {
    open: () => client.send({ method: "GET", path: `/api/ltm/${paths[turn++ % paths.length]}` }, 0),
    close: async () => undefined,
  };
}
