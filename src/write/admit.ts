import { partRead } from "../domain/passages.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { SourceRole } from "../domain/trust.ts";
import { bindsOthers, givesPower, looksForged, looksLikeInstruction } from "../language/suspicion.ts";
import { needsConsent } from "./consent.ts";
import { type Gated, gate } from "./gate.ts";
import type { Proposal } from "./proposal.ts";
import { ruleOf } from "./standing-rule.ts";

const HIDDEN: Gated = { status: "pending", reason: "it holds hidden text, and waits for approval" };

const PLAIN = { imported: false, suspicion: null, power: false, rule: null, consent: null } as const;

/** Whether a claim is let in, held back or refused: by where it comes from, its words, and the write policy. */
export function admitted(
  {
    scope,
    proposal,
    settings,
  }: { readonly scope: Scope; readonly proposal: Proposal; readonly settings: Settings },
  scored: { readonly confidence: number; readonly evidenceCount: number; readonly weaker: boolean },
  isNew: boolean,
): Gated {
  const { candidate, role, source, asked } = proposal;
  const { type } = candidate;
  // A file may be written by others than its owner: new words in it are looked at as those of a message.
  const forged = source.type === "edit" && isNew ? looksForged(partRead(source.role, candidate.text)) : null;
  if (forged !== null) return { status: null, code: "not_allowed", reason: `quarantined: it ${forged}` };
  // A command is let in or held back whatever its words look like.
  if ((source.type === "command" || source.type === "edit") && asked !== null) {
    const gated = gate(settings.writePolicy, { ...scored, ...PLAIN, type, role, by: "command" });
    if (gated.status !== "active") return gated;
    return asked.hidden ? HIDDEN : ((asked.byMember ? heldForGroup(role, candidate.text) : null) ?? gated);
  }
  return gate(settings.writePolicy, {
    ...scored,
    ...{ type, role, by: asked === null ? "reading" : "tool" },
    imported: source.type === "import",
    suspicion: suspicionOf(role, partRead(source.role, source.text)),
    power: scope.kind === "group" && givesPower(candidate.text),
    rule: ruleOf(scope, candidate),
    consent: needsConsent(settings, scope, candidate, source),
  });
}

/** What a member's command in a group waits for (S11): nobody gives power, binds the others, or speaks for another. */
function heldForGroup(role: SourceRole, text: string): Gated | null {
  const pending = (reason: string): Gated => ({ status: "pending", reason });
  if (givesPower(text)) return pending("it gives somebody power in the group, and waits for approval");
  if (bindsOthers(text)) return pending("it would bind the others of the group, and waits for approval");
  return role === "stranger" ? pending("somebody else said so, and it waits for approval") : null;
}

/** Why a message's words are not taken as they stand; a user may say more than a tool or a stranger. */
function suspicionOf(role: SourceRole, text: string): string | null {
  return role === "user" ? looksForged(text) : looksLikeInstruction(text);
}
