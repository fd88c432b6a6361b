import type { WireError } from "../../domain/errors.ts";
import type { WriteName } from "../writes/index.ts";

/** What crosses between the main thread and the writer's. */
export interface OpenData {
  readonly path: string;
  /** Its files lose their names once it is open: no other process sees them, and none is left when this one ends. */
  readonly nameless: boolean;
  readonly lockTimeoutMs: number;
  readonly durability: "full" | "normal";
}

export type Request =
  | { readonly kind: "open"; readonly data: OpenData }
  | {
      readonly kind: "write";
      readonly id: number;
      readonly name: WriteName;
      /** As JSON: plain data, and half the cost of a structured clone for a batch of events. */
      readonly args: string;
    }
  | { readonly kind: "rewrite"; readonly id: number }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "close" };

export type Response =
  | { readonly kind: "ready"; readonly schemaVersion: number }
  | { readonly kind: "failed"; readonly error: WireError }
  | { readonly kind: "done"; readonly id: number; readonly result: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: WireError }
  | { readonly kind: "closed" };
