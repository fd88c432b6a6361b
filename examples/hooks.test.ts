import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type HookBody, openMemoir, verifyHook } from "memoir";
import { expect, test } from "vitest";

/** A program of yours that wants to know what the bot learned. */
function receiver(secret: () => string, learned: (body: HookBody) => void) {
  const seen = new Set<string>();
  return createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    if (!verifyHook(request.headers, raw, secret())) {
      answer.writeHead(401).end();
      return;
    }
    const body = JSON.parse(raw.toString()) as HookBody;
    // A delivery may come twice; its id says so.
    if (body.event !== "test" && !seen.has(body.id)) learned(body);
    seen.add(body.id);
    answer.writeHead(204).end();
  });
}

test("a receiver is told what the bot learned, signed", async () => {
  const learned: string[] = [];
  let secret = "";
  const server = receiver(
    () => secret,
    ({ event, scope, memory }) => learned.push(`${scope} ${event}: ${memory?.text ?? "(forgotten)"}`),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;

  await using memoir = await openMemoir({
    database: ":memory:",
    embedder: "none",
    background: false,
    // Private addresses are refused unless they are named.
    settings: { hooks: { allow: ["127.0.0.1"] } },
  });
  const { hooks } = memoir.operator();
  const hook = await hooks.add({
    url: `http://127.0.0.1:${port}/memoir`,
    events: ["created", "soft_deleted"],
  });
  secret = hook.secret;
  expect(await hooks.test(hook.id)).toMatchObject({ delivered: true, code: 204 });

  const alice = memoir.scope("user:alice");
  const { memory } = await alice.remember("Alice is allergic to nuts");
  await memoir.scope("group:读书会").remember("小明喜欢喝绿茶");
  // A server sends by itself; a script without background work asks for it.
  await memoir.work();
  await alice.forget({ id: memory.id });
  await memoir.work();

  expect(learned.sort()).toEqual([
    "group:读书会 created: 小明喜欢喝绿茶",
    "user:alice created: Alice is allergic to nuts",
    "user:alice soft_deleted: (forgotten)",
  ]);
  const { items } = await hooks.deliveries(hook.id);
  expect(items.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(3).fill("delivered 204"));
  server.close();
});
