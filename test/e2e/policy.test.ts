import { describe, expect, it } from "vitest";
import { useProgram } from "../support/program.ts";

interface Answer {
  readonly trial: { readonly version: number; readonly status: string } | null;
  readonly version: number;
  readonly status: string;
  readonly endedCanary: number | null;
  readonly differences: readonly { readonly was: string; readonly becomes: string }[];
  readonly steps: readonly { readonly kind: string }[];
}

/** The program as people start it, one process a command. */
describe("memoir policy propose, compare, canary, rollback", () => {
  const program = useProgram();
  const json = (line: string): Promise<Answer> => program.json<Answer>(line.split(" "));

  it("R33, R37: tries a policy on the log, puts it in force for some, and goes back", async () => {
    await program.json(["add", "Ann keeps bees"]);
    expect(await json("policy propose writePolicy.mode=manual")).toMatchObject({
      trial: { version: 1, status: "shadow" },
    });
    expect((await json("policy compare 1")).differences).toMatchObject([
      { was: "active", becomes: "pending" },
    ]);
    expect(await json("policy canary 1 --share 0.5")).toMatchObject({ version: 1, status: "canary" });
    expect(await json("policy rollback")).toMatchObject({ version: 0, endedCanary: 1 });
    expect(await json("policy promote 1")).toMatchObject({ version: 2 });
    expect(await json("policy rollback")).toMatchObject({ version: 3 });
    expect((await json("policy steps")).steps.map(({ kind }) => kind)).toEqual([
      ...["rollback", "promote", "canary_end", "canary", "propose"],
    ]);
    const refused = await program.memoir(["policy", "canary", "7"]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("no candidate version 7");
  });
});
