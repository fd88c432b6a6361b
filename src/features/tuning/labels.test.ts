import { describe, expect, it } from "vitest";
import { labelOf, type PersonsChange, signalOf } from "./labels.ts";
import type { OutcomeSignal } from "./logged-case.ts";

const DAY = 86_400_000;
const change = (over: Partial<PersonsChange>): PersonsChange => ({
  ...{ event: "UPDATE", isUndo: false, after: {}, at: 5 },
  ...over,
});

describe("the signals in what people do", () => {
  it.each<[string, Partial<PersonsChange>, OutcomeSignal["kind"] | null]>([
    ["a review that approves", { after: { status: "active", confidence: 1 } }, "approved"],
    ["a review that rejects", { after: { status: "disabled" } }, "rejected"],
    ["a forget", { event: "TTL", after: { status: "soft_deleted" } }, "forgotten"],
    ["a forget whose words were purged since", { event: "TTL", after: null }, "forgotten"],
    ["an erasure", { event: "DELETE", after: null }, "forgotten"],
    ["an undo of its creation", { event: "TTL", isUndo: true, after: { status: "soft_deleted" } }, "undone"],
    ["a restore", { event: "RESTORE", after: { status: "active" } }, "restored"],
    ["an edit of its words", { after: { text: "Alice likes tea" } }, "corrected"],
    ["an undo of an edit", { isUndo: true, after: { text: "Alice likes tea" } }, null],
    ["a pin", { after: { pinned: 1 } }, "pinned"],
    ["an unpin", { after: { pinned: 0 } }, null],
    ["another category", { after: { category: "work" } }, null],
  ])("%s", (_what, over, kind) => {
    expect(signalOf(change(over))?.kind ?? null).toBe(kind);
  });
});

describe("the label of a decision", () => {
  const at = 100 * DAY;
  const signal = (kind: OutcomeSignal["kind"], days: number): OutcomeSignal => ({
    kind,
    at: at + days * DAY,
  });
  it.each<[string, OutcomeSignal[], boolean | null]>([
    ["none without a signal", [], null],
    ["right when it was approved", [signal("approved", 1)], true],
    ["wrong when it was forgotten", [signal("forgotten", 29)], false],
    ["the last signal counts", [signal("restored", 3), signal("forgotten", 2)], true],
    ["what was said long after says nothing", [signal("forgotten", 31)], null],
    ["nor does what was said before", [signal("rejected", -1)], null],
    ["a correction", [signal("corrected", 0)], false],
    ["a confirmation", [signal("confirmed", 2)], true],
    ["feedback that it helped", [signal("helped", 2)], true],
    ["feedback that it was wrong", [signal("helped", 1), signal("wrong", 2)], false],
    ["feedback that it was private", [signal("private", 2)], false],
    ["a review after the feedback", [signal("wrong", 1), signal("approved", 2)], true],
  ])("%s", (_what, signals, isRight) => {
    expect(labelOf(at, signals, 30)?.isRight ?? null).toBe(isRight);
  });
});
