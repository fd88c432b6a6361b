/** The kinds of things that forgetting a person takes, in the order in which people read them. */
export const FORGOTTEN_KINDS = [
  ...(["messages", "replies", "memories", "timeline", "profile", "core", "digests", "contexts"] as const),
  ...(["feedback", "checkpoints", "documents", "names", "vectors", "files", "deliveries"] as const),
] as const;

export type ForgottenKind = (typeof FORGOTTEN_KINDS)[number];

/** How much of each kind; kinds that are not there count 0. */
export type ForgottenCounts = Partial<Record<ForgottenKind, number>>;

/** Kinds that follow from others: counted when a forgetting begins, and not as it goes. */
export const FOLLOWING_KINDS = [
  "core",
  "vectors",
  "files",
  "deliveries",
] as const satisfies readonly ForgottenKind[];

/** `running` is interrupted if nobody goes on with it; `erased`: the time to restore it is over. */
export const FORGETTING_STATUSES = ["running", "done", "restored", "erased"] as const;

export type ForgettingStatus = (typeof FORGETTING_STATUSES)[number];

export function addCounts(a: ForgottenCounts, b: ForgottenCounts): ForgottenCounts {
  const sum: ForgottenCounts = {};
  for (const kind of FORGOTTEN_KINDS) {
    const n = (a[kind] ?? 0) + (b[kind] ?? 0);
    if (n > 0) sum[kind] = n;
  }
  return sum;
}

export function totalOf(counts: ForgottenCounts): number {
  return FORGOTTEN_KINDS.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}
