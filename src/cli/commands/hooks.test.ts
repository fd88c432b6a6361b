import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HookDelivery, NewHook } from "../../index.ts";
import { useRunner } from "../runner.fixture.ts";

const cli = useRunner();
const ALLOW = { env: { MEMOIR_HOOKS__ALLOW: '["127.0.0.1"]', MEMOIR_HOOKS__GIVE_UP_HOURS: "0" } };

describe("hooks", () => {
  let server: Server;
  let url: string;
  let status: number;
  beforeEach(async () => {
    status = 200;
    server = createServer((request, answer) =>
      request.resume().on("end", () => answer.writeHead(status).end()),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it("adds one, shows its secret once, tries it, and removes it", async () => {
    expect((await cli.memoir(["hooks"])).out).toContain("has no hooks. Add one: memoir hooks add URL");
    const added = await cli.memoir(
      ["hooks", "add", url, "--event", "created", "--scope", "user:小明"],
      ALLOW,
    );
    expect([added.code, added.err]).toEqual([0, ""]);
    const [, id] = /✓ Added the hook ([0-9a-f]{12}): created in user:小明\n/.exec(added.out)!;
    const [secret] = /whsec_\S+/.exec(added.out)!;
    const list = await cli.memoir(["hooks", "list"], ALLOW);
    expect(list.out).toContain(url);
    expect(list.out).not.toContain(secret);
    const test = await cli.memoir(["hooks", "test", id!], ALLOW);
    expect([test.code, test.out]).toEqual([0, "✓ Delivered: answered with 200\n"]);
    status = 500;
    expect(await cli.json(["hooks", "test", id!], ALLOW)).toMatchObject({ delivered: false, code: 500 });
    const elsewhere = await cli.memoir(["hooks", "test", id!]);
    expect([elsewhere.code, elsewhere.out]).toEqual([1, expect.stringContaining("hooks.allow")]);
    expect((await cli.memoir(["hooks", "remove", id!])).out).toBe(`✓ Removed the hook ${id}\n`);
    expect((await cli.memoir(["hooks", "remove", id!])).code).toBe(1);
  });

  it("shows deliveries; doctor names those that were given up, and they can be retried", async () => {
    const { id } = await cli.json<NewHook>(["hooks", "add", url], ALLOW);
    await cli.add("I like tea");
    status = 503;
    await cli.memoir(["work", "--once"], ALLOW);
    const { out } = await cli.memoir(["hooks", "deliveries", id, "--status", "parked"], ALLOW);
    expect(out).toMatch(/parked +1 +just now +- +503 +created [0-9a-f]{8} in user:me\n/);
    expect((await cli.memoir(["doctor"])).out).toMatch(
      new RegExp(
        `! hooks +1 delivery was given up.*\\n +→ See why: memoir hooks deliveries ${id} --status parked`,
      ),
    );
    status = 200;
    expect((await cli.memoir(["hooks", "retry", id])).code).toBe(2);
    const paused = await cli.memoir(["hooks", "pause", id]);
    expect(paused.out).toBe(`✓ Paused ${id}, 0 deliveries wait\n`);
    expect(await cli.json(["hooks", "retry", id, "--all"])).toMatchObject({ retried: 1 });
    expect((await cli.memoir(["hooks", "resume", id])).out).toBe(`✓ Resumed ${id}, 1 delivery waits\n`);
    await cli.memoir(["work", "--once"], ALLOW);
    const all = await cli.json<{ deliveries: HookDelivery[] }>(["hooks", "deliveries", id]);
    expect(all.deliveries).toMatchObject([{ status: "delivered", attempts: 1, code: 200 }]);
    expect((await cli.memoir(["doctor"])).out).toMatch(/✓ hooks +1 hook, 0 deliveries wait\n/);
  });
});
