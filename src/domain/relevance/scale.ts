import { BIAS } from "./fuse.ts";

/**
 * Relevance is the log-odds that a line answers the question, laid out from 0 to 1: 0 where nothing speaks for it, 1
 * where it answers in 19 of 20 cases. Every signal's part is so a part of the sum, and a threshold means the same in
 * every scope.
 */
const LOW = BIAS;
const HIGH = Math.log(19);
export const SCALE_SPAN: number = HIGH - LOW;

export function onScale(logOdds: number): number {
  return clamped(unclamped(logOdds));
}

/** The same without its ends: what lies beyond them still has an order. */
export function unclamped(logOdds: number): number {
  return (logOdds - LOW) / SCALE_SPAN;
}

/** The log-odds of a relevance without ends. */
export function logOddsOf(relevance: number): number {
  return LOW + relevance * SCALE_SPAN;
}

export function clamped(relevance: number): number {
  return Math.min(1, Math.max(0, relevance));
}

/** The chance that a line of this relevance answers the question. */
export function chanceOf(relevance: number): number {
  return 1 / (1 + Math.exp(-logOddsOf(relevance)));
}
