import { expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

const cli = useRunner();

it("R114: tell does what a message in chat does, and says so", async () => {
  const tell = async (...args: string[]): Promise<string> => (await cli.memoir(["tell", ...args])).out.trim();
  expect(await tell("remember that Bob is my brother")).toBe("Got it, I will remember: Bob is my brother.");
  expect(await tell("what do you know about Bob?")).toBe("What I know about Bob: Bob is my brother.");
  expect(await tell("忘掉Bob is my brother")).toContain("好的，我忘掉了");
  expect(await tell("good morning")).toContain("That is no command.");
  expect(await cli.json(["tell", "remember that Ann is my sister"])).toMatchObject({
    ...{ tenant: "default", scope: "user:me", command: "remember", outcome: "remembered", unresolved: null },
  });
});

it("R90: digest tells what is known of somebody, with its parts", async () => {
  expect((await cli.memoir(["digest"])).out).toContain("nothing is known");
  await cli.add("Me is a nurse");
  await cli.memoir(["observe", "I am painting my kitchen today"]);
  const { out, code } = await cli.memoir(["digest"]);
  expect(code).toBe(0);
  expect(out).toContain("Me is a nurse. Said: “I am painting my kitchen today”");
  expect(out).toMatch(/^facts\s+Me is a nurse\.$/m);
  expect(await cli.json(["digest", "--deadline", "5000"])).toMatchObject({
    ...{ person: "me", source: "joined", degraded: null },
    prompt: expect.stringContaining("<user_memory>"),
  });
  expect((await cli.memoir(["digest", "--group", "discord/42"])).code).not.toBe(0);
  expect((await cli.memoir(["digest", "7", "--group", "discord/42"])).out).toContain("Nothing is known of 7");
});
