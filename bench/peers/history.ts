import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { type Line, type Opening, type Peer, type PeerKind, spoken, tokensOf, withinBudget } from "./peer.ts";

/** Everything that was said, whatever it costs. */
export const fullHistory: PeerKind = {
  id: "history",
  name: "full history, no budget",
  package: null,
  open: async (opening) => historyOf(opening, (lines) => lines),
};

/** The newest messages that fit into the budget. */
export const lastMessages: PeerKind = {
  id: "last",
  name: "last messages",
  package: null,
  open: async (opening) =>
    historyOf(opening, (lines) => withinBudget(lines.toReversed(), opening.budget).lines),
};

function historyOf({ folder }: Opening, shown: (all: readonly Line[]) => readonly Line[]): Peer {
  const all: Line[] = [];
  return {
    async write(messages) {
      const lines = messages.map((one): Line => ({ text: spoken(one), sources: [one.id] }));
      all.push(...lines);
      appendFileSync(
        join(folder, "messages.jsonl"),
        lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      );
    },
    async recall() {
      const lines = shown(all);
      return { lines, tokens: tokensOf(lines), searches: 1 };
    },
    modelCalls: () => 0,
    close: async () => undefined,
  };
}
