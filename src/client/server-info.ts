import type { SharedSettings } from "../api/memoir.ts";
import type { Principal } from "../domain/api-key.ts";
import type { PresetName } from "../domain/preset-name.ts";

/** A server's description of itself and of the key. */
export interface ServerInfo {
  readonly version: string;
  readonly preset: PresetName;
  readonly key: Omit<Principal, "keyId">;
  readonly settings: SharedSettings;
}
