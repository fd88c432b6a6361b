import { Agent, request } from "node:http";
import { factAt } from "../fixtures/duplicates/facts.ts";
import { type Size, scopeName } from "./servers-fill.ts";
import type { Account } from "./servers-rolling.ts";

/** One scope of one tenant. */
export interface Spot {
  readonly key: string;
  readonly scope: number;
}

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds of each answer. */
  readonly recalls: readonly number[];
  readonly writes: readonly number[];
  readonly wrong: readonly string[];
}

interface Call {
  readonly kind: "recalls" | "writes";
  readonly path: string;
  readonly body: object;
}

/** Facts that no scope was filled with. */
const NEW_FACTS = 20_000;

/** The first scopes of these tenants. */
export function spotsOf(accounts: readonly Account[], scopes: number): Spot[] {
  return accounts.flatMap(({ key }) => Array.from({ length: scopes }, (_, scope) => ({ key, scope })));
}

const recallOf = ({ memoriesPerScope }: Size, scope: number, turn: number): Call => ({
  kind: "recalls",
  path: "/api/ltm/recall",
  body: {
    scope: scopeName(scope),
    query: factAt(scope * memoriesPerScope + (turn % memoriesPerScope)).restated,
  },
});

/** Half of the requests are recalls, a fifth claims, the rest messages. */
function mixed(size: Size, spot: Spot, turn: number, names: number): Call {
  const dice = turn % 10;
  if (dice < 5) return recallOf(size, spot.scope, turn);
  const scope = scopeName(spot.scope);
  if (dice < 7) {
    const body = { scope, text: factAt(NEW_FACTS + (turn % 20_000)).text };
    return { kind: "writes", path: "/api/ltm/remember", body };
  }
  const messages = [0, 1].map((i) => ({ id: `${names}-${turn}-${i}`, text: factAt(turn % 2_000).text }));
  return { kind: "writes", path: "/api/ltm/events", body: { scope, messages } };
}

/** Asks each spot once on each server, so that all scopes are loaded. */
export async function warmUp(urls: readonly string[], size: Size, spots: readonly Spot[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ask = async (url: string): Promise<void> => {
    for (let from = 0; from < spots.length; from += 8) {
      const some = spots.slice(from, from + 8);
      await Promise.all(some.map(({ key, scope }) => post(url, key, recallOf(size, scope, 0), agent)));
    }
  };
  await Promise.all(urls.map(ask));
  agent.destroy();
}

/** As many requests as the servers answer in that time, over connections that are kept. */
export async function drive(
  urls: readonly string[],
  { size, spots, names }: { size: Size; spots: readonly Spot[]; names: number },
  { connections, ms }: { connections: number; ms: number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = { recalls: [] as number[], writes: [] as number[] };
  const wrong: string[] = [];
  let turn = 0;
  const began = performance.now();
  const converse = async (connection: number): Promise<void> => {
    while (performance.now() - began < ms) {
      const own = turn++;
      const spot = spots[(own * 7) % spots.length]!;
      const call = mixed(size, spot, own, names);
      const sent = performance.now();
      try {
        await post(urls[connection % urls.length]!, spot.key, call, agent);
        times[call.kind].push(performance.now() - sent);
      } catch (error) {
        wrong.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => converse(i)));
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return { requests: times.recalls.length + times.writes.length, seconds, ...times, wrong };
}

function post(url: string, key: string, { path, body }: Call, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent = request(`${url}${path}`, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => {
        if ((response.statusCode ?? 500) < 300) resolve(text);
        else reject(new Error(`${path}: ${response.statusCode} ${text}`));
      });
    });
    sent.once("error", reject);
    sent.end(JSON.stringify(body));
  });
}

interface Seen {
  /** Milliseconds from the acknowledgement on one server until another has answered with it. */
  readonly times: readonly number[];
  /** Recalls that did not show it. */
  readonly missed: number;
}

/** Writes on one server, and asks another as soon as it is acknowledged. */
export async function look(
  urls: readonly string[],
  spots: readonly Spot[],
  { rounds, names }: { rounds: number; names: number },
): Promise<Seen> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let missed = 0;
  for (let round = 0; round < rounds; round++) {
    const { key, scope } = spots[round % spots.length]!;
    const [writer, reader] = [urls[round % urls.length]!, urls[(round + 1) % urls.length]!];
    const word = `word${names}r${round}`;
    const claim = { scope: scopeName(scope), text: `Boat ${word} lies beside pier${word}`, subject: word };
    const question = { scope: scopeName(scope), query: word, threshold: 0 };
    const { memory } = JSON.parse(
      await post(writer, key, { kind: "writes", path: "/api/ltm/remember", body: claim }, agent),
    ) as { memory: { id: string } };
    const told = performance.now();
    for (;;) {
      const answer = await post(
        reader,
        key,
        { kind: "recalls", path: "/api/ltm/recall", body: question },
        agent,
      );
      const { hits } = JSON.parse(answer) as { hits: { id: string }[] };
      if (hits.some(({ id }) => id === memory.id)) break;
      missed += 1;
    }
    times.push(performance.now() - told);
  }
  agent.destroy();
  return { times, missed };
}
