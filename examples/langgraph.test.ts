import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import {
  Command,
  interrupt,
  type LangGraphRunnableConfig,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { afterAll, expect, test } from "vitest";
import { copyCheckpoints, MemoirSaver, MemoirStore } from "../src/adapters/langgraph/index.ts";
import { type MemoirEngine, openMemoir } from "../src/index.ts";

// A LangGraph agent whose state, notes and memory are in one Memoir database. It books trains, asks before it pays, and is
// stopped and started again in between.

const database = join(tmpdir(), `memoir-langgraph-${process.pid}.db`);
afterAll(() => {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${database}${suffix}`, { force: true });
});

// By words alone, so that this needs no model and always says the same. An agent leaves this out and finds by meaning.
const open = (): Promise<MemoirEngine> => openMemoir({ database, embedder: "none", background: false });

/** The agent. Its graph knows nothing of Memoir but the memories that it asks for. */
function agentOn(
  memoir: MemoirEngine,
  checkpointer: MemoirSaver | MemorySaver = new MemoirSaver(memoir, {
    // A thread belongs to the user who began it: it goes with that user's export and erasure.
    scope: ({ user_id }) => `user:${user_id}`,
  }),
) {
  const plan = async ({ messages }: typeof MessagesAnnotation.State, config: LangGraphRunnableConfig) => {
    const user = config.configurable?.user_id as string;
    const wish = messages.at(-1)!.text;
    const known = await memoir
      .scope(`user:${user}`)
      .recall("which seat do I want in a train?", { from: ["memories"] });
    await config.store?.put(["trips", user], "next", { wish, status: "planned" });
    return {
      messages: [new AIMessage(`Planned. I know: ${known.hits.map((hit) => hit.memory.text).join("; ")}`)],
    };
  };
  const pay = async () => {
    const answer = interrupt("Shall I pay 49 €?") as string;
    return { messages: [new AIMessage(answer === "yes" ? "Booked." : "Cancelled.")] };
  };
  return new StateGraph(MessagesAnnotation)
    .addNode("plan", plan)
    .addNode("pay", pay)
    .addEdge(START, "plan")
    .addEdge("plan", "pay")
    .compile({ checkpointer, store: new MemoirStore(memoir) });
}

const config = { configurable: { thread_id: "trip-1", user_id: "alice" } };

test("1. the agent plans, and waits for an answer", async () => {
  await using memoir = await open();
  await memoir.scope("user:alice").remember("Alice wants a window seat in a train");
  const agent = agentOn(memoir);
  await agent.invoke({ messages: [new HumanMessage("A train to Oslo, please")] }, config);
  const { next, values } = await agent.getState(config);
  expect(next).toEqual(["pay"]);
  expect(values.messages.at(-1).text).toBe("Planned. I know: Alice wants a window seat in a train");
});

test("2. after a restart it goes on where it was", async () => {
  await using memoir = await open();
  const agent = agentOn(memoir);
  const { messages } = await agent.invoke(new Command({ resume: "yes" }), config);
  expect(messages.map((message) => message.text).at(-1)).toBe("Booked.");
  const [trip] = await new MemoirStore(memoir).search(["trips", "alice"], { query: "oslo train" });
  expect(trip?.value).toEqual({ wish: "A train to Oslo, please", status: "planned" });
});

test("3. threads of an agent that kept them in memory come over", async () => {
  await using memoir = await open();
  const inMemory = new MemorySaver();
  const bob = { configurable: { thread_id: "trip-2", user_id: "bob" } };
  await agentOn(memoir, inMemory).invoke({ messages: [new HumanMessage("A train to Rome")] }, bob);

  const copied = await copyCheckpoints(inMemory, new MemoirSaver(memoir, { scope: "user:bob" }));
  expect(copied).toEqual({ threads: 1, checkpoints: 3 });
  const { messages } = await agentOn(memoir).invoke(new Command({ resume: "no" }), bob);
  expect(messages.at(-1)?.text).toBe("Cancelled.");
});

test("4. a user leaves: their threads go", async () => {
  await using memoir = await open();
  expect(await memoir.checkpoints.remove({ scope: "user:alice" })).toBe(1);
  expect((await agentOn(memoir).getState(config)).values).toEqual({});
  const { items } = await memoir.checkpoints.list();
  expect(items.map(({ scope, thread }) => [scope, thread])).toEqual([["user:bob", "trip-2"]]);
});
