import { expect, test } from "vitest";
import { Memory } from "../src/adapters/mem0/index.ts";
import { openMemoir } from "../src/index.ts";

// A bot that was written for mem0's `Memory` class. Two lines are other ones: the import, which in your program is
// import { Memory } from "memoir/mem0", and what the constructor is given. No server, no key, no language model.

/** The bot: what it knows goes into the prompt, and what was said goes into the memory. */
async function chat(memory: Memory, userId: string, message: string): Promise<string> {
  const known = await memory.search(message, { filters: { user_id: userId }, topK: 3 });
  const prompt = `You know:\n${known.results.map((one) => `- ${one.memory}`).join("\n")}`;
  await memory.add([{ role: "user", content: message }], { userId, metadata: { source: "chat" } });
  return prompt;
}

test("a bot written for mem0 keeps its calls", async () => {
  await using memory = new Memory({ database: ":memory:", embedder: "none" });
  await chat(memory, "alice", "Remember that I take my tea without sugar.");
  await chat(memory, "小明", "记住我对花生过敏。");

  expect(await chat(memory, "alice", "How do I take my tea?")).toContain("tea without sugar");
  expect(await chat(memory, "小明", "我对花生过敏吗？")).toContain("花生");
  // Nobody hears what belongs to another.
  expect(await chat(memory, "bob", "How do I take my tea?")).toBe("You know:\n");

  const { results } = await memory.getAll({ filters: { user_id: "alice" } });
  const [tea] = results;
  expect(tea).toMatchObject({ user_id: "alice", metadata: { source: "chat" } });
  await memory.update(tea!.id, { text: "Alice takes her tea with milk." });
  expect((await memory.history(tea!.id)).map(({ action }) => action)).toEqual(["UPDATE", "ADD"]);
  await memory.deleteAll({ userId: "alice" });
  expect(await chat(memory, "alice", "How do I take my tea?")).toBe("You know:\n");
});

test("the same memories have everything else that Memoir has", async () => {
  await using memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false });
  const memory = new Memory({ memoir });
  const { results } = await memory.add("Remember that I live in Berlin.", { userId: "alice" });

  const alice = memoir.scope("user:alice");
  const { evidence } = await alice.memories.proof(results[0]!.id);
  expect(evidence[0]?.event.text).toBe("Remember that I live in Berlin.");
  await memory.delete(results[0]!.id);
  await alice.memories.undo(results[0]!.id);
  expect(await memory.get(results[0]!.id)).toMatchObject({ memory: "Alice lives in Berlin." });
});
