/**
 * An answer in which a memory that waits for a person is `shadow` with `needs_approval`: the statuses of `/api/ltm` have
 * no other name for it (C8). What holds no such memory is given back as it is.
 */
export function withNeedsApproval(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withNeedsApproval);
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if ("shortId" in value && "status" in value)
    return value.status === "pending" ? { ...value, status: "shadow", needs_approval: true } : value;
  const changed = Object.entries(value).flatMap(([name, inner]) => {
    const now = withNeedsApproval(inner);
    return now === inner ? [] : [[name, now] as const];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}
