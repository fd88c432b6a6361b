import type { Event } from "../../domain/event.ts";
import type { ProfileFieldName } from "../../domain/profile.ts";
import { cutSpan, findWords } from "../../domain/text.ts";
import { findEvent } from "../events.ts";
import { evidenceFrom, moveSpan } from "../evidence.ts";
import { eraseEventText } from "../hidden-events.ts";
import { deleteProfile, listProfile } from "../profile-fields.ts";
import { type ProposalRow, proposalsAbout, sourcesOf, updateProposal } from "../proposals.ts";
import type { OpenScope } from "../scopes.ts";
import { dropVectors } from "../vectors.ts";

/** Takes the words of a field, or of one of its values, out of every proposal and of the events they came from (C18). */
export async function eraseProfile(
  scope: OpenScope,
  field: ProfileFieldName,
  item: string | null,
  at: number,
): Promise<void> {
  const proposals = (await proposalsAbout(scope, field)).filter((row) => item === null || row.item === item);
  for (const row of proposals) {
    for (const id of sourcesOf(row)) {
      const event = await findEvent(scope.tx, scope, id);
      if (event !== undefined) await eraseFromEvent(scope, event, valuesOf(row), at);
    }
    await blank(scope, row, at);
  }
}

/** A memory and the events that it came from are erased: so is what the profile took from them. */
export async function eraseProfileFrom(
  scope: OpenScope,
  events: ReadonlySet<string>,
  text: string,
  at: number,
): Promise<void> {
  const said = (value: string): boolean => findWords(text, value).length > 0;
  for (const row of await listProfile(scope.tx, scope)) {
    if (row.source !== null && events.has(row.source) && said(row.value)) await deleteProfile(scope, row);
  }
  for (const row of await proposalsAbout(scope)) {
    if (sourcesOf(row).some((id) => events.has(id)) && valuesOf(row).some(said)) await blank(scope, row, at);
  }
}

function valuesOf(row: ProposalRow): string[] {
  return [row.old_value, row.new_value].filter((value) => value !== null);
}

/** That it was decided stays; what it said goes. What was still open is over. */
async function blank(scope: OpenScope, row: ProposalRow, at: number): Promise<void> {
  const words = { item: "", old_value: null, new_value: null, reason: "", erased_at: at } as const;
  const open = { status: "expired", decided_at: at, decided_how: "erased" } as const;
  await updateProposal(scope, row, row.status === "pending" ? { ...words, ...open } : words);
}

async function eraseFromEvent(
  scope: OpenScope,
  event: Event,
  values: readonly string[],
  at: number,
): Promise<void> {
  let { text } = event;
  const links = await evidenceFrom(scope.tx, scope, event.seq);
  const spans = links.map(({ span_start, span_end }) =>
    span_start === null || span_end === null ? null : ([span_start, span_end] as const),
  );
  for (const value of values) {
    for (const place of findWords(text, value).reverse()) {
      const cut = cutSpan(text, place);
      text = cut.text;
      spans.forEach((span, i) => {
        if (span !== null) spans[i] = cut.move(span);
      });
    }
  }
  if (text === event.text) return;
  await dropVectors(scope, "e", event.seq);
  await eraseEventText(scope, { seq: event.seq, text, keepContent: true, at });
  for (const [i, link] of links.entries()) {
    const span = spans[i];
    if (span != null) await moveSpan(scope, link, span);
  }
}
