import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { factAt } from "../../test/fixtures/duplicates/facts.ts";
import type { PartContext } from "./context.ts";
import { questionAbout } from "./corpus.ts";
import { inFolder, message } from "./database.ts";
import type { FromServer, ToServer } from "./http-messages.ts";
import { medianOf, type Timing } from "./interleave.ts";
import { atLeast, atMost, noBar, type Row } from "./row.ts";
import { factInSmall, NEW_FACTS, SMALL_SCOPES, smallScope, usualCopy } from "./usual.ts";

const CONNECTIONS = 64;
/** Requests that are measured together. */
const TOGETHER = 256;
const ROUNDS = 8;
const WARM_UP = 2;

interface Call {
  readonly path: string;
  readonly body: unknown;
}

const recall = (i: number): Call => ({
  path: "/api/ltm/recall",
  body: {
    ...{ scope: smallScope(i), query: questionAbout(factInSmall(i)) },
    ...{ from: ["memories"], limit: 15, threshold: 0 },
  },
});
const remember = (i: number): Call => ({
  path: "/api/ltm/remember",
  body: { scope: smallScope(i), text: factAt(NEW_FACTS + (i % 30_000)).text },
});
const observe = (i: number): Call => ({
  path: "/api/ltm/events",
  body: {
    scope: smallScope(i),
    messages: [message(factAt(i % 2_000).text, 2 * i), message("All right, I see.", 2 * i + 1)],
  },
});
/** Half of them recalls, a fifth claims, the rest messages. */
const mixed = (i: number): Call => (i % 10 < 5 ? recall : i % 10 < 7 ? remember : observe)(i);

/** The server's cost of a request, against a bare server that answers with a text of the same size. */
export async function httpRows(context: PartContext): Promise<Row[]> {
  return inFolder(async (folder) => {
    const server = await startServer(await usualCopy(context, folder));
    let next = 0;
    const calls = (make: (i: number) => Call): Call[] => Array.from({ length: TOGETHER }, () => make(next++));
    const measured = async (
      name: string,
      make: (i: number) => Call,
      which: "served" | "nothing" = "served",
    ): Promise<[Timing, Timing, string]> => {
      context.progress(`${name} over HTTP, ${CONNECTIONS} connections, ${SMALL_SCOPES} scopes`);
      const size = await server.answerLike(calls(make));
      const ours: Timing[] = [];
      const bare: Timing[] = [];
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        const own = await server.timed(calls(make), which);
        const constant = await server.timed(calls(make), "bare");
        if (round < 0) continue;
        ours.push(own);
        bare.push(constant);
      }
      return [medianOf(ours), medianOf(bare), `answers of ${(size / 1_000).toFixed(1)} kB`];
    };
    try {
      const [recalled, forRecall, recallSize] = await measured("recall", recall);
      const [door, forDoor] = await measured("nothing", recall, "nothing");
      const [remembered, forRemember, rememberSize] = await measured("remember", remember);
      const [mix, forMix, mixSize] = await measured("mixed", mixed);
      const perSecond = ({ wall }: Timing): string => `${Math.round(1e6 / wall)}/s`;
      return [
        atMost("HTTP recall ÷ a Hono server's constant of that size", recalled, forRecall, 5, {
          ...{ by: "cpu", note: recallSize },
        }),
        noBar("HTTP route that does nothing ÷ a Hono server's constant of that size", door, forDoor, {
          ...{ by: "cpu", note: recallSize },
        }),
        atMost("HTTP remember ÷ a Hono server's constant of that size", remembered, forRemember, 10, {
          ...{ by: "cpu", note: rememberSize },
        }),
        atLeast(
          `HTTP, ${CONNECTIONS} connections: mixed requests ÷ constant answers a second`,
          mix,
          forMix,
          0.2,
          {
            note: `${perSecond(mix)} and ${perSecond(forMix)}, ${mixSize}`,
          },
        ),
      ];
    } finally {
      await server.stop();
    }
  });
}

interface Served {
  /** Makes the bare server answer with the middle one of the real answers by size; gives that size. */
  answerLike(calls: readonly Call[]): Promise<number>;
  /** A request: on the wall as many as there are connections share it; CPU is the server's. */
  timed(calls: readonly Call[], which: "served" | "nothing" | "bare"): Promise<Timing>;
  stop(): Promise<void>;
}

async function startServer(file: string): Promise<Served> {
  const child = fork(new URL("./http-server.ts", import.meta.url), [file], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const opened = await heard(child);
  if (opened.kind !== "open") throw new Error("The server did not open.");
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = { authorization: `Bearer ${opened.key}`, "content-type": "application/json" };
  const urls = { served: opened.url, nothing: opened.nothing, bare: opened.bare };
  const post = (url: string, calls: readonly Call[]): Promise<string[]> =>
    Promise.all(calls.map(({ path, body }) => send(`${url}${path}`, JSON.stringify(body), agent, headers)));
  const used = async (): Promise<{ cpu: number; main: number }> => {
    child.send({ kind: "cpu" } satisfies ToServer);
    const told = await heard(child);
    if (told.kind !== "cpu") throw new Error("The server did not say what it used.");
    return told;
  };
  return {
    async answerLike(calls) {
      const answers = await post(urls.served, calls);
      const usual = answers.toSorted((a, b) => a.length - b.length)[Math.floor(answers.length / 2)]!;
      child.send({ kind: "constant", answer: usual } satisfies ToServer);
      return Buffer.byteLength(usual);
    },
    async timed(calls, which) {
      const before = await used();
      const started = performance.now();
      await post(urls[which], calls);
      const wall = (performance.now() - started) * 1_000;
      const after = await used();
      return {
        wall: wall / calls.length,
        cpu: (after.cpu - before.cpu) / calls.length,
        main: (after.main - before.main) / calls.length,
      };
    },
    async stop() {
      agent.destroy();
      child.disconnect();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** Its next word; it answers each of ours with one. */
async function heard(child: ChildProcess): Promise<FromServer> {
  const over = new AbortController();
  const { signal } = over;
  const gone = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  try {
    const [said] = await Promise.race([once(child, "message", { signal }), gone]);
    return said as FromServer;
  } finally {
    gone.catch(() => undefined);
    over.abort();
  }
}

function send(url: string, body: string, agent: Agent, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = { "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method: "POST", agent, headers: { ...headers, ...length } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => {
        if ((response.statusCode ?? 500) < 300) resolve(text);
        else reject(new Error(`${url}: ${response.statusCode} ${text}`));
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
