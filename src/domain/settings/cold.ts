import { z } from "zod";
import { limit, setting, share } from "./fields.ts";

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
