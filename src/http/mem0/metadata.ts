import { type Event, MemoirError, type ScopeHandle } from "../../index.ts";

type Metadata = Readonly<Record<string, unknown>>;

/** What a client sets afterwards is an event like any other, in a session that only this memory has. */
const sessionOf = (memory: string): string => `mem0:${memory}`;

/** What the client attached to a memory; nothing for a key that may not read events. */
export async function metadataOf(
  handle: ScopeHandle,
  memory: string,
  evidence: readonly string[],
): Promise<Metadata | null> {
  try {
    return await newest(handle, memory, evidence);
  } catch (error) {
    if (MemoirError.is(error) && error.code === "not_allowed") return null;
    throw error;
  }
}

/** What it set last, else what came with the words that back the memory. */
async function newest(
  handle: ScopeHandle,
  memory: string,
  evidence: readonly string[],
): Promise<Metadata | null> {
  const { items } = await handle.events.list({ session: sessionOf(memory), limit: 1 });
  const set = items[0] === undefined ? null : metadataIn(items[0]);
  if (set !== null) return set;
  for (const id of evidence.toReversed()) {
    const event = await handle.events.get(id);
    const found = event === null ? null : metadataIn(event);
    if (found !== null) return found;
  }
  return null;
}

export async function setMetadata(handle: ScopeHandle, memory: string, metadata: Metadata): Promise<void> {
  await handle.observe([
    { type: "system", role: "system", session: sessionOf(memory), content: { metadata } },
  ]);
}

function metadataIn({ content }: Event): Metadata | null {
  const metadata = content?.metadata;
  return typeof metadata === "object" && metadata !== null ? (metadata as Metadata) : null;
}
