import { beforeAll, describe, expect, it } from "vitest";
import type { Job } from "../../../domain/job.ts";
import { parseScope } from "../../../domain/scope.ts";
import { useDoor } from "../app.fixture.ts";

const PATH = "/api/ltm/jobs";

interface Jobs {
  readonly items: (Omit<Job, "scope"> & { scope: string | null })[];
  readonly next: string | null;
}

describe("the queue", () => {
  const door = useDoor();
  let key: string;
  beforeAll(async () => {
    key = await door.key();
    const { jobs } = door.memoir.operator();
    await door.memoir.scope("user:李雷").remember("李雷喜欢茶");
    await jobs.enqueue(parseScope("user:李雷"), [{ kind: "test.scope" }]);
    await jobs.enqueue(null, [{ kind: "test.tenant" }, { kind: "test.later", delayMs: 60_000 }]);
  });
  const list = async (query = ""): Promise<Jobs> =>
    (await door.call<Jobs>("GET", PATH + query, { key })).body;

  it("is listed newest first, in pages, by status and kind", async () => {
    const { items, next } = await list("?limit=2");
    expect(items.map(({ kind, scope }) => [kind, scope])).toEqual([
      ["test.later", null],
      ["test.tenant", null],
    ]);
    expect((await list(`?limit=2&cursor=${next}`)).items[0]).toMatchObject({
      kind: "test.scope",
      scope: "user:李雷",
    });
    expect((await list("?kind=test.later&status=queued")).items).toHaveLength(1);
    expect((await list("?status=dead")).items).toEqual([]);
  });

  it("has numbers by kind", async () => {
    const { body } = await door.call<{ kinds: unknown[] }>("GET", `${PATH}/stats`, { key });
    expect(body.kinds).toContainEqual(expect.objectContaining({ kind: "test.later", waiting: 1, ready: 0 }));
    expect(body.kinds).toContainEqual(expect.objectContaining({ kind: "test.tenant", ready: 1, dead: 0 }));
  });

  it("shows, retries and cancels one", async () => {
    const [later] = (await list("?kind=test.later")).items;
    const one = `${PATH}/${later!.id}`;
    const shown = await door.call<Job>("GET", one, { key });
    expect(shown).toMatchObject({
      status: 200,
      body: { id: later!.id, kind: "test.later", status: "queued" },
    });
    expect(await door.call<unknown>("POST", `${one}/retry`, { key })).toMatchObject({ status: 200 });
    expect(await door.call<unknown>("POST", `${one}/cancel`, { key })).toMatchObject({
      status: 200,
      body: { id: later!.id },
    });
    for (const [method, path] of [
      ["GET", one],
      ["POST", `${one}/retry`],
      ["POST", `${one}/cancel`],
    ] as const) {
      expect((await door.call(method, path, { key })).status).toBe(404);
    }
    expect(await door.call<unknown>("POST", `${PATH}/retry`, { key, body: {} })).toMatchObject({
      status: 200,
      body: { retried: 0 },
    });
  });

  it.each(["?status=lost", "?limit=0", "?limit=9999", "?cursor=x", "?kinds=a"])(
    "%s is refused",
    async (query) => {
      expect((await door.call("GET", PATH + query, { key })).status).toBe(400);
    },
  );

  it("is of the key's tenant only", async () => {
    const foreign = await door.key({ tenant: "other" });
    const [job] = (await list()).items;
    expect((await door.call<Jobs>("GET", PATH, { key: foreign })).body.items).toEqual([]);
    expect((await door.call("POST", `${PATH}/${job!.id}/cancel`, { key: foreign })).status).toBe(404);
    expect((await list()).items[0]!.id).toBe(job!.id);
  });
});
