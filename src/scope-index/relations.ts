import type { RelationRow } from "../store/relations.ts";

/** A memory at the other end of an edge. */
export interface Edge {
  readonly id: string;
  readonly strength: number;
}

const NONE: readonly Edge[] = [];
/** What an edge costs at both its ends, roughly. */
const EDGE_BYTES = 160;

/** The edges between the memories of a scope, from both ends, the strongest first. */
export class Relations {
  readonly #of = new Map<string, Edge[]>();
  #ends = 0;

  get bytes(): number {
    return (this.#ends * EDGE_BYTES) / 2;
  }

  get isEmpty(): boolean {
    return this.#of.size === 0;
  }

  of(id: string): readonly Edge[] {
    return this.#of.get(id) ?? NONE;
  }

  add({ from_id, to_id, strength }: RelationRow): void {
    this.#put(from_id, { id: to_id, strength });
    this.#put(to_id, { id: from_id, strength });
  }

  /** Takes away all edges of a memory. */
  drop(id: string): void {
    for (const edge of this.of(id)) {
      const rest = this.of(edge.id).filter((one) => one.id !== id);
      this.#ends -= 1;
      if (rest.length === 0) this.#of.delete(edge.id);
      else this.#of.set(edge.id, rest);
    }
    this.#ends -= this.of(id).length;
    this.#of.delete(id);
  }

  #put(id: string, edge: Edge): void {
    const edges = this.#of.get(id) ?? [];
    const at = edges.findIndex((one) => one.strength < edge.strength);
    edges.splice(at < 0 ? edges.length : at, 0, edge);
    this.#of.set(id, edges);
    this.#ends += 1;
  }
}
