import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, inject, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { type Child, startChild } from "../support/child.ts";
import { createDatabase } from "../support/postgres.ts";
import { figure, oneOf, proving, random, seed } from "../support/prove.ts";
import { answerBytes, oddly, type StandIn, startUpstream } from "../support/upstream.ts";

const REQUESTS = proving ? 10_000 : 150;
const CONNECTIONS = 8;
const KILLS = proving ? 60 : 3;
const USERS = 5;
const CHILD = new URL("./proxy-child.ts", import.meta.url);
const PATHS = ["/v1/chat/completions", "/v1/responses", "/v1/messages"] as const;

/** One request: its words, what the upstream answers to them, and what happens to its first try. */
interface Asked {
  readonly path: (typeof PATHS)[number];
  readonly user: string;
  readonly words: string;
  readonly answer: string;
  readonly fate: "whole" | "cut" | "left";
  /** How far it comes then, 0–1. */
  readonly share: number;
}

function asked(i: number, next: () => number): Asked {
  const dice = next();
  return {
    path: PATHS[i % PATHS.length]!,
    user: `u${i % USERS}`,
    words: `Message ${i} 第${i}条`,
    answer: `Answer ${i} 好的 🎉 `.repeat(1 + Math.floor(next() * 8)).trim(),
    fate: dice < 0.15 ? "cut" : dice < 0.3 ? "left" : "whole",
    share: next(),
  };
}

/** The proxy's process; while it is dead, whoever asks for its address waits. */
async function startProxies(database: string, upstream: string) {
  let child: Child;
  let url: Promise<string>;
  const launch = (): void => {
    const up = Promise.withResolvers<string>();
    child = startChild(CHILD, [database, upstream], up.resolve);
    const own = child;
    void own.ended.then((code) => up.reject(new Error(`It ended with ${code}: ${own.errors()}`)));
    up.promise.catch(() => undefined);
    url = up.promise;
  };
  launch();
  return {
    address: () => url,
    async kill() {
      await url;
      const dead = child;
      dead.process.kill("SIGKILL");
      await dead.ended;
      launch();
      await url;
    },
    async end(signal: "SIGTERM" | "SIGKILL") {
      child.process.kill(signal);
      return { code: await child.ended, errors: child.errors() };
    },
  };
}

it.each(oneOf(["sqlite", "postgres"] as const))(
  `on %s: ${REQUESTS} streams, ${KILLS} SIGKILLs of the proxy, ${KILLS} deaths of the upstream: no byte differs, nothing acknowledged is lost (seed ${seed})`,
  async (engine) => {
    const folder = mkdtempSync(join(tmpdir(), "memoir-proxy-"));
    const database =
      engine === "sqlite" ? join(folder, "memoir.db") : await createDatabase(inject("postgresUrl"));
    const next = random(seed);
    const all = Array.from({ length: REQUESTS }, (_, i) => asked(i, next));
    const byWords = new Map(all.map((one) => [one.words, one]));
    const bytesOf = ({ path, answer }: Asked): Buffer => answerBytes(path, true, answer);
    const tally = { acknowledged: [] as Asked[], broken: 0, left: 0, kills: 0, wrong: [] as string[] };
    let upstream: StandIn = await startUpstream();
    const port = Number(new URL(upstream.url).port);
    const reply: StandIn["reply"] = ({ headers, body }) => {
      upstream.got.length = 0;
      const one = byWords.get(decodeURIComponent(String(headers["x-words"])))!;
      const chunks = oddly(bytesOf(one), 40);
      // All that it was asked with comes through.
      if (!body.includes(one.words)) tally.wrong.push(`${one.words}: not asked`);
      const cutAfter = headers["x-cut"] === "1" ? Math.floor(one.share * chunks.length) : undefined;
      return {
        headers: { "content-type": "text/event-stream" },
        chunks,
        ...(cutAfter === undefined ? {} : { cutAfter }),
      };
    };
    upstream.reply = reply;
    const proxies = await startProxies(database, upstream.url);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

    const send = async (one: Asked, isFirst: boolean): Promise<"whole" | "broken" | "left"> => {
      const expected = bytesOf(one);
      const message = [{ role: "user", content: one.words }];
      const own = one.path === "/v1/responses" ? { input: one.words } : { messages: message };
      const url = `${await proxies.address()}${one.path}`;
      const headers = {
        ...{ "content-type": "application/json", "x-memoir-user": one.user },
        ...{ "x-words": encodeURIComponent(one.words), "x-cut": isFirst && one.fate === "cut" ? "1" : "0" },
      };
      return new Promise((resolve) => {
        const sent = request(url, { method: "POST", headers, agent }, (answer) => {
          let received = Buffer.alloc(0);
          let hasLeft = false;
          answer.on("data", (chunk: Buffer) => {
            received = Buffer.concat([received, chunk]);
            if (one.fate === "left" && received.length > one.share * expected.length) {
              hasLeft = true;
              sent.destroy();
              resolve("left");
            }
          });
          answer.once("error", () => undefined);
          answer.once("close", () => {
            if (answer.statusCode !== 200) {
              if (answer.statusCode !== 502) tally.wrong.push(`${one.words}: ${answer.statusCode}`);
              return resolve("broken");
            }
            if (!expected.subarray(0, received.length).equals(received))
              tally.wrong.push(`${one.words}: other bytes`);
            if (hasLeft) return;
            if (!answer.complete) return resolve("broken");
            if (received.length !== expected.length) tally.wrong.push(`${one.words}: too few bytes`);
            resolve("whole");
          });
        });
        sent.once("error", () => resolve("broken"));
        sent.end(JSON.stringify({ model: "m", stream: true, ...own }));
      });
    };

    let at = 0;
    const converse = async (): Promise<void> => {
      for (let i = at++; i < all.length; i = at++) {
        const one = all[i]!;
        let outcome = await send(one, true);
        for (; outcome === "broken"; outcome = await send(one, false)) {
          tally.broken += 1;
          await setImmediate();
        }
        if (outcome === "left") tally.left += 1;
        else tally.acknowledged.push(one);
      }
    };
    /** Each in its turn dies after so many requests: a busy machine does nothing in a time that is long on another. */
    const strike = async (): Promise<void> => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const due = ((kill - next()) / KILLS) * REQUESTS * 0.95;
        while (at < due) await new Promise((resolve) => setTimeout(resolve, 1 + next() * 5));
        tally.kills += 1;
        await proxies.kill();
        await upstream[Symbol.asyncDispose]();
        upstream = await startUpstream(port);
        upstream.reply = reply;
      }
    };

    try {
      await Promise.all([strike(), ...Array.from({ length: CONNECTIONS }, converse)]);
      // Nothing waits for what is still on its way: what was acknowledged is there.
      await proxies.end("SIGKILL");
      expect(tally.wrong).toEqual([]);
      const memoir = await openMemoir({ database, embedder: "none", background: false });
      try {
        const kept = new Set<string>();
        // Cut answers of two turns may be the same words.
        const times = new Map<string, number>();
        for (let user = 0; user < USERS; user += 1) {
          const scope = `u${user}`;
          for await (const { role, text, turn } of await memoir
            .scope(`user:${scope}`)
            .events.list({ type: "message" })) {
            kept.add(`${scope} ${role} ${text}`);
            const key = `${scope} ${role} ${turn} ${text}`;
            times.set(key, (times.get(key) ?? 0) + 1);
          }
        }
        const missing = tally.acknowledged
          .flatMap(({ user, words, answer }) => [`${user} user ${words}`, `${user} assistant ${answer}`])
          .filter((key) => !kept.has(key));
        expect(missing).toEqual([]);
        expect([...times].filter(([, count]) => count > 1)).toEqual([]);
        expect(await memoir.check()).toEqual([]);
        expect(tally.acknowledged.length).toBeGreaterThan(REQUESTS / 2);
        figure(
          `The proxy on ${engine}`,
          `${REQUESTS} streams, ${tally.kills} SIGKILLs of the proxy and as many deaths of the upstream, ${tally.left} clients left, ${tally.broken} broken connections; no byte differs, ${tally.acknowledged.length} answers acknowledged, each on record once`,
        );
      } finally {
        await memoir.close();
      }
    } finally {
      await proxies.end("SIGKILL");
      agent.destroy();
      await upstream[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  proving ? 3_600_000 : 300_000,
);
