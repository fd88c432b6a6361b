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

  /** In place of an edge between the same two, if there is one. */
  add({ from_id, to_id, strength }: RelationRow): void {
    this.#take(from_id, to_id);
    this.#take(to_id, from_id);
    this.#put(from_id, { id: to_id, strength });
    this.#put(to_id, { id: from_id, strength });
  }

  /** Takes away all edges of a memory. */
  drop(id: string): void {
    for (const edge of this.of(id)) this.#take(edge.id, id);
    this.#ends -= this.of(id).length;
    this.#of.delete(id);
  }

  #take(id: string, other: string): void {
    const edges = this.of(id);
    const rest = edges.filter((one) => one.id !== other);
    this.#ends -= edges.length - rest.length;
    if (rest.length === 0) this.#of.delete(id);
    else if (rest.length < edges.length) this.#of.set(id, rest);
  }

  #put(id: string, edge: Edge): void {
    const edges = this.#of.get(id) ?? [];
    const at = edges.findIndex((one) => one.strength < edge.strength);
    edges.splice(at < 0 ? edges.length : at, 0, edge);
    this.#of.set(id, edges);
    this.#ends += 1;
  }
}
