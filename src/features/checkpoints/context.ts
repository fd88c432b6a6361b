import type { ReadContext } from "../../read/shared/request.ts";

/** The parts of the engine that checkpoints need. */
export type CheckpointContext = Pick<ReadContext, "store" | "now" | "use">;
