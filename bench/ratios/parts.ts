import { coldRows } from "./cold.ts";
import type { Measured, PartContext } from "./context.ts";
import { httpRows } from "./http.ts";
import { memoryRows } from "./memory.ts";
import { millionRows } from "./million.ts";
import { peerRows } from "./peers.ts";
import { postgresRows } from "./postgres.ts";
import { quantisedRows } from "./quantised.ts";
import { readingRows } from "./reading.ts";
import { recallRows } from "./recall.ts";
import type { Row } from "./row.ts";
import { writeRows } from "./writes.ts";

type Part = (context: PartContext) => Promise<readonly Row[] | Measured>;

/** In the order in which they are measured and printed. */
export const PARTS = {
  writes: writeRows,
  recall: recallRows,
  peers: peerRows,
  reading: readingRows,
  http: httpRows,
  cold: coldRows,
  memory: memoryRows,
  million: millionRows,
  quantised: quantisedRows,
  postgres: postgresRows,
} satisfies Readonly<Record<string, Part>>;

export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];
