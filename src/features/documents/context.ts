import type { ReadContext } from "../../read/shared/request.ts";
import type { NewVector } from "../../store/tables/vectors.ts";

/** The parts of the engine that documents need. */
export interface DocumentContext extends Pick<ReadContext, "store" | "embedder" | "now" | "use"> {
  /** The vectors of a text; none when there is no embedder, or it cannot answer in time. */
  embed(text: string): Promise<NewVector[]>;
}
