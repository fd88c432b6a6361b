import type { MemoryFilter } from "../api/memory-filter.ts";
import { checkFlag, checkList, checkOneOf, checkOptions, checkUnit } from "../domain/arguments.ts";
import { MemoirError, show } from "../domain/errors.ts";
import { MEMORY_KINDS, MEMORY_STATUSES, MEMORY_TYPES } from "../domain/memory.ts";
import { checkId, checkTime } from "../domain/text.ts";

type Checks = { [F in keyof Required<MemoryFilter>]: (value: unknown, name: string) => MemoryFilter[F] };

const CHECKS: Checks = {
  status: (value, name) =>
    Array.from(checkList(value, name), (one) => checkOneOf(one, MEMORY_STATUSES, name)),
  type: (value, name) => checkOneOf(value, MEMORY_TYPES, name),
  kind: (value, name) => checkOneOf(value, MEMORY_KINDS, name),
  category: checkId,
  categories: (value, name) => Array.from(checkList(value, name), (one, i) => checkId(one, `${name}[${i}]`)),
  minConfidence: checkUnit,
  importanceMin: checkUnit,
  importanceMax: checkUnit,
  pinned: checkFlag,
  user: checkId,
  agent: checkId,
  run: checkId,
  actor: checkId,
  subject: checkId,
  role: checkId,
  session: checkId,
  updatedAfter: checkTime,
  updatedBefore: checkTime,
  createdAfter: checkTime,
  createdBefore: checkTime,
};

/** A filter with nothing in it that the store cannot compare. A misspelt one is refused: it would find too much. */
export function checkFilter(filter: unknown, call: string): MemoryFilter {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(checkOptions(filter as object | undefined, call))) {
    if (!Object.hasOwn(CHECKS, name)) {
      throw new MemoirError(
        "invalid_argument",
        `${call} does not know the filter ${show(name)}; it knows ${Object.keys(CHECKS).join(", ")}.`,
      );
    }
    if (value !== undefined) checked[name] = CHECKS[name as keyof MemoryFilter](value, name);
  }
  return checked;
}
