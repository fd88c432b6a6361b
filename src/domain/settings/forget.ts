import { z } from "zod";
import { setting, wholeNumber } from "./fields.ts";

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
