import type { LanguageModel } from "../../../src/models/language/port.ts";

/** What a fact says, and what is special about it. */
export interface ReadFact {
  readonly text: string;
  readonly type?: string;
  readonly subject?: string | null;
  readonly slot?: string;
  readonly affirmed?: boolean;
  readonly expiresAt?: string;
  /** Whom it is to be kept from. */
  readonly confidential?: string;
}

/** A model in this process that reads, in a new message of a user, the facts that the test names for its words. */
export function readingModel(reads: Readonly<Record<string, readonly ReadFact[]>>): LanguageModel {
  return {
    id: "fake/reader",
    structured: true,
    async generate({ messages }) {
      const lines = messages.at(-1)!.content.matchAll(/^#(\d+) user(?![^:\n]*\(earlier)[^:\n]*: (.*)$/gm);
      const facts = [...lines].flatMap(([, source, quote]) =>
        (reads[quote!] ?? []).map((fact) => ({
          ...{ type: "profile", subject: "Alice", importance: 0.6, confidence: 0.95 },
          ...{ source: Number(source), quote, ...fact },
        })),
      );
      return { text: "", object: { facts, forget: [] }, finish: "stop" };
    },
  };
}
