import { z } from "zod";
import { limit, setting } from "./fields.ts";

/** How long the record of what was said is kept, and how much of it. */
export const Events = z
  .strictObject({
    retentionDays: setting(
      limit,
      null,
      "Days after which the words of an event are erased; memories made from it stay. `null` = never.",
    ),
    maxMegabytesPerScope: setting(
      limit,
      null,
      "Words and content that the events of one scope may hold; more is refused (`quota_exceeded`). `null` = no limit.",
    ),
    maxMegabytesPerTenant: setting(
      limit,
      null,
      "The same for all scopes of a tenant together. `null` = no limit.",
    ),
  })
  .prefault({})
  .describe("How long the record of what was said is kept, and how much of it.");
