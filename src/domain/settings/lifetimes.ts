import { z } from "zod";
import { limit, setting, share, wholeNumber } from "./fields.ts";

/** What becomes of memories whose strength fades (R140, R141, R318). */
export const Strength = z
  .strictObject({
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
  })
  .prefault({})
  .describe("What becomes of memories whose strength fades.");

/** When memories that nobody uses are forgotten (R267). */
export const Cold = z
  .strictObject({
    afterDays: setting(
      limit,
      null,
      "Days without being used or changed after which a memory is forgotten, restorably; `null` = none is.",
    ),
    // C24: T = 3 of 5.
    belowImportance: setting(share, 0.6, "Only memories less important than this; pinned ones never."),
  })
  .prefault({})
  .describe("When memories that nobody uses are forgotten.");

/** What forgetting does (R267, C18). */
export const Forget = z
  .strictObject({
    purgeAfterDays: setting(
      wholeNumber(0),
      30,
      "Days a forgotten memory can still be restored before it is erased for good.",
    ),
  })
  .prefault({})
  .describe("What forgetting does.");
