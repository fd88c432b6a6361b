import type { Page, PageOptions } from "../../api/options.ts";
import type { DecisionDifference, TuningStep } from "../../api/tuning.ts";
import type { Fate } from "../../domain/case.ts";
import type { ReadContext } from "../../read/shared/request.ts";
import { numericCursor, page, pageBy } from "../../read/views/page.ts";
import { scopeNameOf } from "../../store/tables/tenant-rows.ts";
import { listDifferences, listTuningSteps } from "../../store/tables/trials.ts";
import { TOP } from "../../store/tx.ts";
import { toStep } from "./monitor.ts";

const DIFFERENCES = numericCursor({ at: TOP, scope: TOP, seq: TOP, num: TOP });

/** Newest first. */
export function pageOfSteps(
  context: Pick<ReadContext, "use">,
  tenant: string,
  options: PageOptions,
): Promise<Page<TuningStep>> {
  return page(options, async (part) => {
    const rows = await listTuningSteps(context.use(), tenant, part);
    return rows.map((row) => ({ item: toStep(row), position: row.num }));
  });
}

/** Decisions that a candidate makes otherwise, newest first. */
export function pageOfDifferences(
  context: Pick<ReadContext, "use">,
  tenant: string,
  version: number,
  options: PageOptions,
): Promise<Page<DecisionDifference>> {
  return pageBy(options, DIFFERENCES, async (part) => {
    const rows = await listDifferences(context.use(), tenant, version, part);
    return rows.map(({ at, scope, seq, num, event, memory, was, becomes, reason, ...within }) => ({
      item: {
        scope: scopeNameOf(within),
        eventId: event,
        memoryId: memory,
        was: was as Fate,
        becomes: becomes as Fate,
        reason,
        at: new Date(at),
      },
      position: { at, scope, seq, num },
    }));
  });
}
