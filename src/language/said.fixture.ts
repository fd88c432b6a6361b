import type { Candidate, Said } from "../domain/candidate.ts";
import { extractByRules } from "./extract.ts";
import { HAN } from "./shared/words.ts";

/** A Wednesday morning. */
export const NOW = Date.parse("2026-06-10T09:00:00Z");

/** Something that Alice, or 爱丽丝 where Chinese is written, says to the assistant. */
export function said(text: string, more: Partial<Said> = {}): Said {
  const name = HAN.test(text) ? "爱丽丝" : "Alice";
  return { role: "user", type: "message", name, actor: "alice", text, at: NOW, ...more };
}

/** The assistant's messages. */
export function bot(text: string): Said {
  return { role: "assistant", type: "message", name: null, actor: null, text, at: NOW };
}

/** The candidates of a conversation, in short: the sentence and its slot, which a minus denies. */
export function findings(...turns: readonly (string | Said)[]): string[] {
  return candidatesIn(turns.map((turn) => (typeof turn === "string" ? said(turn) : turn))).map(short);
}

export function candidatesIn(turns: readonly Said[], from = 0): readonly Candidate[] {
  return extractByRules(turns, from).candidates;
}

export function short({ text, slot, affirmed }: Candidate): string {
  return `${text} [${affirmed || slot === null ? "" : "-"}${slot ?? ""}]`;
}
