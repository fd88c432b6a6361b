import { describe, expect, it } from "vitest";
import type {
  DecisionDifference,
  Drift,
  PolicyVersion,
  Proposed,
  Trial,
  TuningStep,
} from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

const TRIALS = "/api/ltm/policy/trials";

describe("tuning", () => {
  const door = useDoor();
  const remember = async (key: string): Promise<void> => {
    for (const text of ["Alice likes tea", "爱丽丝喜欢绿茶"])
      await door.call("POST", "/api/ltm/remember", { key, body: { scope: "user:alice", text } });
  };

  it("R33, R37, R74: propose, compare, canary, promote, roll back, undo; the key is the actor", async () => {
    const key = await door.key({ tenant: "t1", name: "ann" });
    await remember(key);
    const body = { writePolicy: { mode: "manual" }, reason: "审核" };
    const proposed = await door.call<Proposed>("POST", TRIALS, { key, body });
    expect(proposed.body).toMatchObject({
      trial: { version: 1, status: "shadow", actor: "ann", reason: "审核", comparison: { changed: 2 } },
    });
    const compared = await door.call<Trial>("POST", `${TRIALS}/1/compare`, { key });
    expect(compared.body.comparison.decisions).toBe(2);
    const page = await door.call<{ items: DecisionDifference[]; next: string }>(
      "GET",
      `${TRIALS}/1/differences?limit=1`,
      { key },
    );
    expect(page.body.items[0]).toMatchObject({ scope: "user:alice", was: "active", becomes: "pending" });
    expect(page.body.next).toEqual(expect.any(String));
    const canary = await door.call<Trial>("POST", `${TRIALS}/1/canary`, { key, body: { share: 0.5 } });
    expect(canary.body).toMatchObject({ status: "canary", share: 0.5 });
    const promoted = await door.call<PolicyVersion>("POST", `${TRIALS}/1/promote`, { key, body: {} });
    expect(promoted.body).toMatchObject({ version: 2, actor: "ann", writePolicy: { mode: "manual" } });
    const back = await door.call<PolicyVersion>("POST", "/api/ltm/policy/rollback", { key, body: {} });
    expect(back.body).toMatchObject({ version: 3, writePolicy: { mode: "auto" } });
    const steps = await door.call<{ items: TuningStep[] }>("GET", "/api/ltm/policy/steps", { key });
    expect(steps.body.items.map(({ kind }) => kind)).toEqual(["rollback", "promote", "canary", "propose"]);
    const undone = await door.call<TuningStep>("POST", "/api/ltm/policy/steps/4/undo", { key, body: {} });
    expect(undone.body).toMatchObject({ kind: "rollback", version: 4 });
    const drift = await door.call<Drift>("GET", "/api/ltm/policy/drift", { key });
    expect(drift.body).toMatchObject({ recent: { similarity: null }, sincePolicy: { version: 4 }, open: [] });
    const all = await door.call<{ items: Trial[] }>("GET", TRIALS, { key });
    expect(all.body.items).toHaveLength(1);
    const gone = await door.call("POST", `${TRIALS}/1/withdraw`, { key, body: {} });
    expect(gone.status).toBe(409);
  });

  it("are for operators only, and each sees its own tenant", async () => {
    const operator = await door.key({ tenant: "t2", name: "op" });
    await remember(operator);
    await door.call("POST", TRIALS, { key: operator, body: { writePolicy: { mode: "manual" } } });
    const paths: [method: string, path: string][] = [
      ["GET", TRIALS],
      ["POST", TRIALS],
      ["POST", `${TRIALS}/1/compare`],
      ["GET", `${TRIALS}/1/differences`],
      ["POST", `${TRIALS}/1/canary`],
      ["POST", `${TRIALS}/1/withdraw`],
      ["POST", `${TRIALS}/1/promote`],
      ["GET", "/api/ltm/policy/drift"],
      ["GET", "/api/ltm/policy/steps"],
      ["POST", "/api/ltm/policy/steps/1/undo"],
    ];
    for (const role of ["read", "write"] as const) {
      const key = await door.key({ tenant: "t2", name: role, role, scopes: ["user:alice"] });
      for (const [method, path] of paths) {
        const body = method === "POST" && !path.endsWith("compare") ? { body: {} } : {};
        expect([path, (await door.call(method, path, { key, ...body })).status]).toEqual([path, 403]);
      }
    }
    const stranger = await door.key({ tenant: "t3", name: "op" });
    expect((await door.call("POST", `${TRIALS}/1/compare`, { key: stranger })).status).toBe(404);
    expect((await door.call<{ items: Trial[] }>("GET", TRIALS, { key: stranger })).body.items).toEqual([]);
  });

  it.each<[string, string, unknown, number]>([
    ["POST", TRIALS, { writePolicy: { mode: "loud" } }, 400],
    ["POST", TRIALS, { enable: false }, 400],
    ["POST", `${TRIALS}/0/canary`, {}, 400],
    ["POST", `${TRIALS}/7/canary`, { share: 2 }, 400],
    ["POST", `${TRIALS}/7/canary`, {}, 404],
    ["GET", `${TRIALS}/7/differences`, undefined, 404],
    ["POST", "/api/ltm/policy/steps/7/undo", {}, 404],
  ])("%s %s with %j is answered with %d", async (method, path, body, status) => {
    const key = await door.key({ tenant: "t4" });
    const answer = await door.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(status);
  });
});
