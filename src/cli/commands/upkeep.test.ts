import { describe, expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

const cli = useRunner();

describe("upkeep", () => {
  /** A plan whose date has passed. */
  const overdue = (): Promise<string> =>
    cli.library(async (engine) => {
      const scope = engine.scope("user:me");
      const expiresAt = new Date(Date.now() - 60_000);
      const { memory } = await scope.remember("I call the plumber", { type: "task_state", expiresAt });
      return memory.id;
    });

  it("lists the jobs", async () => {
    await overdue();
    const { out } = await cli.memoir(["upkeep"]);
    expect(out.split("\n")[0]).toMatch(/^JOB +NEXT RUN +LAST RUN +STATUS +DID +ABOUT/);
    expect(out).toContain("purge");
    const { jobs } = await cli.json<{ jobs: { name: string }[] }>(["upkeep", "status"]);
    expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(["sweep", "purge", "retention"]));
  });

  it("prints what would change, does it, and takes it back as a batch", async () => {
    const id = await overdue();
    const dry = await cli.memoir(["upkeep", "run", "sweep", "--dry-run"]);
    expect(dry.out).toContain("sweep would make 1 change:\n");
    expect(dry.out).toMatch(
      new RegExp(`expire ${id.slice(0, 6)} user:me active → expired, due 20.*I call the plumber`),
    );
    const done = await cli.json<{ run: { id: string }; counts: object }>(["upkeep", "run", "sweep"]);
    expect(done.counts).toMatchObject({ expired: 1 });
    expect((await cli.memoir(["upkeep", "run", "sweep", "--dry-run"])).out).toBe(
      "sweep would change nothing.\n",
    );
    expect((await cli.memoir(["undo", "--batch", done.run.id])).out).toContain(
      "Undone: 1 change of upkeep run",
    );
  });

  it("says that a purge is beyond undo, and does not do it unasked", async () => {
    await overdue();
    const { code, err } = await cli.memoir(["upkeep", "run", "purge"]);
    expect([code, err]).toEqual([2, expect.stringContaining("--yes")]);
    expect((await cli.memoir(["upkeep", "run", "purge", "--yes"])).out).toContain("purge: nothing.");
    expect((await cli.memoir(["upkeep", "run", "swep"])).err).toContain("There are: sweep");
  });
});
