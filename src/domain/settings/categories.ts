import { z } from "zod";
import { limit, section, setting } from "./fields.ts";

const category = z.strictObject({
  name: z.string().min(1),
  context: setting(z.enum(["all", "rag"]), "rag", "`all`: the whole category goes into every context."),
  ragLength: setting(limit, null, "Most memories of a `rag` category in one context; `null` = no limit."),
});

/** How each category comes into a context (R258, R260). A category that is not listed is `rag` without a limit. */
export const Categories = section("How each category comes into a context.", {
  system: setting(z.array(category), [], "The preset's own categories."),
  custom: setting(
    z.array(category),
    [],
    "Categories of your own; one of the same name replaces the preset's.",
  ),
  names: setting(
    z.record(z.string(), z.string().min(1)),
    {},
    "What Memoir's own categories are called here, as in `todo` to `tasks`. A category that a caller names stays as it is.",
  ),
});

export type CategoryRule = z.output<typeof category>;

/** The rules by the category's name. */
export function categoryRules(settings: z.output<typeof Categories>): ReadonlyMap<string, CategoryRule> {
  return new Map([...settings.system, ...settings.custom].map((rule) => [rule.name, rule]));
}
