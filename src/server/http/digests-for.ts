import { mentionsIn } from "../../domain/digest.ts";
import type { DigestContext, ScopeHandle } from "../../index.ts";

/** Whoever asks, and whom they mention: the digest of each. Without an asker it is who spoke last in the group. */
export async function digestsFor(
  { digest, events }: ScopeHandle,
  { query, asker }: { readonly query: string; readonly asker: string | undefined },
  signal: AbortSignal,
): Promise<DigestContext[]> {
  const said = { role: "user", type: "message" } as const;
  const [last] = asker === undefined ? (await events.list({ ...said, limit: 1, signal })).items : [];
  const accounts = new Set([asker ?? last?.actor ?? [], mentionsIn(query)].flat());
  return Promise.all([...accounts].slice(0, MAX_ASKED).map((one) => digest.context(one, { signal })));
}

/** Digests in one prompt. */
const MAX_ASKED = 5;
