import { asks } from "../language/message.ts";
import { type Head, headLogOdds } from "../models/heads.ts";
import type { ItemVector } from "./spaces.ts";

/** Log-odds at which it is as good as certain that a text tells something, or that it does not. */
const CERTAIN = 6;

/**
 * Log-odds from which a text only asks: one in 250 of the lines that answer something lies there, and more than half of all
 * questions. With a question mark less is enough.
 */
const ASKS = 4;
const ASKS_WITH_MARK = 1;

/** Whether a text tells something, −1 to 1; 0 where no head judges its space. Whoever only asks tells nothing. */
export function worthOf(text: string, vectors: readonly ItemVector[]): number {
  const most = mostOf("worth", vectors);
  if (Number.isNaN(most)) return 0;
  const least = asks(text) ? ASKS_WITH_MARK : ASKS;
  if (vectors.every(({ model, vector }) => headLogOdds("question", model, vector)! > least)) return -1;
  return Math.max(-1, Math.min(1, most / CERTAIN));
}

/** The log-odds that a text says who somebody is; NaN where no head judges its space. */
export function portraitOf(vectors: readonly ItemVector[]): number {
  return mostOf("portrait", vectors);
}

/** The most that a head says of a passage; NaN where no head judges their space. */
function mostOf(head: Head, vectors: readonly ItemVector[]): number {
  let most = Number.NaN;
  for (const { model, vector } of vectors) {
    const odds = headLogOdds(head, model, vector);
    if (odds !== undefined && !(odds <= most)) most = odds;
  }
  return most;
}
