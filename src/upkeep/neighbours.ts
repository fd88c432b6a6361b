import type { PlacedMemoryRow } from "../store/memory-search.ts";
import { decodeVector, vectorsOfText } from "../store/vectors.ts";
import { type Near, nearTo } from "../write/look.ts";
import type { ChangedPage } from "./each-changed.ts";
import type { UpkeepTools } from "./task.ts";

/** The memories of its scope nearest to a memory, by words and by meaning, without itself. */
export async function neighboursOf(
  tools: UpkeepTools,
  place: ChangedPage["place"],
  row: PlacedMemoryRow,
): Promise<Near[]> {
  const stored = await vectorsOfText(tools.store.read, place.tenant, place.num, "m", row.num);
  const vectors = stored.map(({ model, data }) => ({ model, vector: decodeVector(data) }));
  const near = await nearTo(tools, place, row.text, vectors);
  return near.filter((one) => one.row.id !== row.id);
}
