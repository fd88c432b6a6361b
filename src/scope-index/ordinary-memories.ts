import type { MemoryEntry } from "./memory-entry.ts";

const START = 64;

/**
 * Which memories are ordinary: active, and neither of the timeline nor a procedure. In columns, because a question asks
 * about hundreds of memories, and their rows lie all over the heap.
 */
export class OrdinaryMemories {
  /** The time before which an item is ordinary. */
  #until = new Float64Array(START);
  #confidence = new Float64Array(START);

  set(item: number, { row, due }: Pick<MemoryEntry, "row" | "due">): void {
    if (item >= this.#until.length) this.#grow(2 * item);
    const isOrdinary = row.status === "active" && row.kind !== "timeline" && row.kind !== "procedural";
    this.#until[item] = isOrdinary ? due : Number.NEGATIVE_INFINITY;
    this.#confidence[item] = row.confidence;
  }

  /** `false`: its row has to be looked at. */
  has(item: number, at: number, minConfidence: number): boolean {
    return at < this.#until[item]! && this.#confidence[item]! >= minConfidence;
  }

  #grow(length: number): void {
    const [until, confidence] = [this.#until, this.#confidence];
    this.#until = new Float64Array(length);
    this.#until.set(until);
    this.#confidence = new Float64Array(length);
    this.#confidence.set(confidence);
  }
}
