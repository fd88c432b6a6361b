import { z } from "zod";
import { MemoirError } from "../../domain/errors.ts";
import type { Event } from "../../domain/event.ts";
import { PROFILE_FIELDS, type ProfileFieldName } from "../../domain/profile.ts";
import { heldSecret, redact } from "../../domain/redact/redact.ts";
import type { Scope } from "../../domain/scope.ts";
import { looksLikeInstruction } from "../../language/suspicion.ts";
import { fencedLine } from "../../write/extract/fence.ts";
import { proposeProfile } from "../../write/verbs/propose-profile.ts";
import type { Run } from "./task.ts";

/** The values that a model reads for fields of the profile. */
export const ReadFields = z
  .array(z.object({ field: z.string(), value: z.string(), confidence: z.number().default(0) }))
  .default([]);

export type ReadField = z.output<typeof ReadFields>[number];

/** What a model is told about fields, where consent is asked for. */
export const FIELDS_PROMPT = `Beside the insights, "profile" lists values that the person's own words support for these fields: ${PROFILE_FIELDS.join(", ")}. tone is how they want to be answered; goals has one entry for each goal. "confidence" is 0 to 1, and above 0.9 only where they said so themselves. None: {"profile":[]}.`;

const MAX_FIELDS = 6;
const LONGEST = 200;

/** Where consent is asked for, a reading of a conversation may suggest a value. */
export function mayPropose({ tools }: Run): boolean {
  return tools.settings.consent.mode !== "off";
}

/**
 * Proposes what a model has read, each on the message that holds its words, else on the newest one: a reading of another
 * day is another signal. Consent and signals decide as for every proposal.
 */
export async function proposeFields(
  run: Run,
  scope: Scope,
  read: readonly ReadField[],
  events: readonly Event[],
): Promise<void> {
  for (const fieldValue of read.slice(0, MAX_FIELDS)) {
    const field = fieldOf(fieldValue.field);
    const value = fencedLine(fieldValue.value, LONGEST).trim();
    if (field === undefined || !isValue(run, value)) {
      run.count("refused");
      continue;
    }
    if (!run.dryRun)
      await propose(run, { ...fieldValue, field, value, scope, source: sourceOf(value, events) });
    run.change({ action: "propose", scope, detail: `${field}: ${value}` });
  }
}

function fieldOf(name: string): ProfileFieldName | undefined {
  return PROFILE_FIELDS.find((field) => field === name || `${field}_add` === name);
}

function isValue({ tools }: Run, value: string): boolean {
  const isSecret = heldSecret(redact(value, tools.settings.privacy.denyPatterns).text);
  return /[\p{L}\p{N}]/u.test(value) && !isSecret && looksLikeInstruction(value) === null;
}

/** The newest first. */
function sourceOf(value: string, events: readonly Event[]): string | null {
  const words = value.toLowerCase();
  const holding = events.find(({ text }) => text.toLowerCase().includes(words));
  return (holding ?? events[0])?.id ?? null;
}

interface Proposed extends Pick<ReadField, "confidence"> {
  readonly scope: Scope;
  readonly field: ProfileFieldName;
  readonly value: string;
  readonly source: string | null;
}

async function propose(run: Run, { confidence, ...proposed }: Proposed): Promise<void> {
  try {
    await proposeProfile(run.tools, {
      ...proposed,
      call: "propose",
      actor: "insight",
      thread: null,
      reason: "an insight",
      confidence: Math.min(1, Math.max(0, confidence)),
      signal: run.signal,
    });
    run.count("proposed");
  } catch (error) {
    if (!MemoirError.is(error) || error.code !== "invalid_argument") throw error;
    run.count("refused");
  }
}
