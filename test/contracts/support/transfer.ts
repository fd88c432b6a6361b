import type { Memoir, MemoirEngine, ScopeHandle } from "../../../src/index.ts";

/** A whole export as one text. */
export async function exported(memoir: Memoir, tenant: string, scopes?: readonly string[]): Promise<string> {
  let text = "";
  const options = scopes === undefined ? {} : { scopes };
  for await (const chunk of memoir.operator(tenant).export(options)) text += chunk;
  return text;
}

/** All but the manifest, which says when it was written. */
export function rowsOf(text: string): string[] {
  return text.split("\n").slice(1);
}

/** A tenant with something of everything that an export carries: in English and Chinese, kept, changed and forgotten. */
export async function live(memoir: Memoir, tenant: string): Promise<void> {
  const operator = memoir.operator(tenant);
  await operator.identities.set({ account: "discord:7", person: "alice", name: "爱丽丝" });
  await operator.policy.set({ writePolicy: { minConfidence: 0.5 } }, { reason: "less strict" });
  await person(memoir.scope("user:alice", { tenant, thread: "t1" }));
  await people(memoir.scope("group:discord/42", { tenant }));
  await day(memoir.scope("group:discord/42", { tenant }));
  await memoir.scope("global", { tenant }).remember("The office closes at six");
  await operator.scopeWrites("project:frozen", false);
}

async function person(alice: ScopeHandle): Promise<void> {
  await alice.observe([
    {
      id: "m1",
      text: "I live in Oslo. 我喜欢喝绿茶。",
      session: "s1",
      turn: "1",
      content: { 话: ["茶", 1.5, null] },
    },
    { id: "m2", role: "assistant", text: "Noted!\u2028🍵", session: "s1", turn: "1" },
    { id: "m3", role: "tool", text: "Deploy finished.", session: "s1" },
  ]);
  await alice.flush();
  await alice.observe([{ id: "m4", text: "I moved to Rome.", session: "s2" }]);
  await alice.flush();
  const { memory: tea } = await alice.remember("Alice drinks green tea", {
    tags: ["茶", "drink"],
    pinned: true,
  });
  await alice.memories.update(tea.id, { text: "Alice drinks white tea" });
  await alice.memories.undo();
  const { memory: secret } = await alice.remember("Alice hides the key under the mat");
  await alice.forget({ id: secret.id }, { hard: true });
  const { memory: nuts } = await alice.remember("Alice is allergic to nuts", { expiresAt: "2027-01-01" });
  await alice.forget({ id: nuts.id });
  await alice.profile.set("city", "Rome");
  await alice.profile.propose("goals_add", "learn 中文");
  const recalled = await alice.recall("what does Alice drink?", { thread: "t1" });
  await recalled.delivered({ reply: "m2", question: "m1" });
  await alice.feedback({ memory: tea.id, verdict: "helped", by: "alice", note: "对" });
  await alice.session("s2").consolidate();
  await alice.session("s1").end();
}

async function people(group: ScopeHandle): Promise<void> {
  await group.observe([
    { id: "g1", author: "discord:7", text: "我叫爱丽丝，我住在上海。", platform: "discord" },
    { id: "g2", author: "discord:8", text: "Alice lives in Paris.", platform: "discord" },
  ]);
  await group.flush();
}

/** A day that is over, with its summaries. */
async function day(group: ScopeHandle): Promise<void> {
  const [last] = (await group.events.list({ limit: 1 })).items;
  const yesterday = new Date(last!.recordedAt.getTime() - 86_400_000);
  await group.observe([{ author: "7", text: "I painted my kitchen blue all day", at: yesterday }]);
  await group.digest.context("7");
}

/** A thread with a state, a checkpoint and a pending write, and a document: what only an engine has. */
export async function agents({ checkpoints, documents }: MemoirEngine, tenant: string): Promise<void> {
  const thread = { tenant, scope: "user:alice", thread: "t1" };
  const value = { type: "json", bytes: Buffer.from('{"茶":"\\u0000"}') };
  await checkpoints.save({ ...thread, data: { step: 1, 茶: [null, 0.1] } });
  const step = { ...thread, ns: "", id: "1", parent: null };
  await checkpoints.graph.put({
    ...step,
    checkpoint: value,
    metadata: value,
    versions: { messages: "1" },
    values: { messages: { type: "bytes", bytes: new Uint8Array([0, 255]) } },
  });
  await checkpoints.graph.putWrites(step, [{ ...value, task: "a", index: -1, channel: "messages" }]);
  await documents({ tenant, scope: "user:alice" }).put([
    { namespace: ["notes", "茶"], key: "k", value: { text: "green" } },
  ]);
}
