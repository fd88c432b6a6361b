import { z } from "zod";
import type { MemoryType } from "../memory.ts";
import { limit, section, setting, share, whole } from "./fields.ts";

export const StrengthSection = section("How memories fade.", {
  archiveBelow: setting(
    share.nullable(),
    null,
    "A memory whose strength falls below this is archived: recalled when asked for, never injected. `null` = none is.",
  ),
  removeBelow: setting(
    share.nullable(),
    null,
    "A memory whose strength falls below this is forgotten, restorably. `null` = none is.",
  ),
  ceiling: setting(
    share,
    1,
    "Being said again raises the strength up to this; below 1, a wrong memory can still fade (0.95 is a good value).",
  ),
});

export const ColdSection = section("When memories that nobody uses are forgotten.", {
  afterDays: limit(
    null,
    "Days without being used or changed after which a memory is forgotten, restorably; `null` = none is.",
  ),
  // T = 3 of 5.
  belowImportance: setting(share, 0.6, "Only memories less important than this; pinned ones never."),
});

export const ForgetSection = section("How forgetting works.", {
  purgeAfterDays: whole(0, 30, "Days a forgotten memory can still be restored before it is erased for good."),
});

const PERMANENT = -1;
const days = z.union([z.literal(PERMANENT), z.int().min(1)]);

/** How long each type lives after its last confirmation. */
export const RetentionDaysSection = section("Days each type lives after its last confirmation.", {
  profile: setting(days, PERMANENT, "Days a profile memory lives; -1 = permanent."),
  preference: setting(days, 90, "Days a preference lives; -1 = permanent."),
  task_state: setting(days, 7, "Days the state of a task lives; -1 = permanent."),
  constraint: setting(days, PERMANENT, "Days a constraint lives; -1 = permanent."),
  episode: setting(days, 30, "Days an episode lives; -1 = permanent."),
  dated_task: setting(
    days,
    7,
    "Days the state of a task with a date lives, if the date does not end it before; -1 = until after its date.",
  ),
} satisfies Record<MemoryType | "dated_task", z.ZodType>);

export type RetentionDaysSection = z.output<typeof RetentionDaysSection>;

/** How long the records beside memories are kept. Words of events: `events.retentionDays`; changes: `changes.keep`. */
export const RetentionSection = section("How long the records beside memories are kept.", {
  operationDays: limit(90, "Days an operational event is kept, for counts; `null` = for ever."),
  answerHours: whole(
    1,
    24,
    "Hours the answer to a request with an `Idempotency-Key` is kept for one that is sent again.",
  ),
  usageDays: limit(
    400,
    "Days the daily figures are kept: tokens and calls of models, what upkeep did; `null` = for ever.",
  ),
  checkpointDays: limit(
    null,
    "Days after its last change when an agent's thread is erased with its checkpoints; at the latest after `events.retentionDays`. `null` = only then.",
  ),
  contextDays: limit(
    90,
    "Days it is on record which memory block went with which reply; the words are not part of it. `null` = for ever.",
  ),
  deliveryDays: limit(
    30,
    "Days the record of a delivery to a hook is kept after its last attempt, delivered or given up; `null` = for ever.",
  ),
  runDays: limit(90, "Days the record of an upkeep run is kept; `null` = for ever."),
});

export const EventsSection = section("How long the record of what was said is kept, and how much of it.", {
  retentionDays: limit(
    null,
    "Days after which the words of an event are erased; memories made from it stay. `null` = never.",
  ),
  maxMegabytesPerScope: limit(
    null,
    "Words and content that the events of one scope may hold; more is refused (`quota_exceeded`). `null` = no limit.",
  ),
  maxMegabytesPerTenant: limit(null, "The same for all scopes of a tenant together. `null` = no limit."),
});
