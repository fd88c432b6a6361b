import { show } from "./errors.ts";
import { type PolicyPatch, SECTIONS } from "./policy.ts";
import { invalidSettings, parseSettings } from "./settings.ts";

/** Checks a patch like any other settings; `source` names it in the message. */
export function checkPolicyPatch(patch: unknown, source: string): PolicyPatch {
  const settings = parseSettings(patch, source);
  const others = Object.keys(settings).filter((key) => !(SECTIONS as readonly string[]).includes(key));
  if (others.length === 0) return settings;
  throw invalidSettings(
    source,
    others.map((key) => `${show(key)} is no part of a policy; it holds ${SECTIONS.join(" and ")}.`),
  );
}
