import type { ApiKey } from "../../index.ts";
import { ago } from "../format.ts";
import type { Colors } from "../output.ts";
import { oneLine } from "../width.ts";

/** Where a key may go: its scopes, its agent and its categories. */
export function reachText({ scopes, agent, categories }: ApiKey): string {
  const parts = [
    scopes === null ? "all scopes" : scopes.map(oneLine).join(", "),
    ...(agent === null ? [] : [`as agent ${oneLine(agent)}`]),
    ...(categories === null ? [] : [`only ${categories.map(oneLine).join(", ")}`]),
  ];
  return parts.join(" · ");
}

export function endText({ expiresAt }: ApiKey, now: Date): string {
  return expiresAt === null ? "never" : ago(expiresAt, now);
}

export function usedText({ lastUsedAt }: ApiKey, now: Date): string {
  return lastUsedAt === null ? "never" : ago(lastUsedAt, now);
}

export function styledKeyStatus({ green, dim, red }: Colors, text: string, { status }: ApiKey): string {
  if (status === "active") return green(text);
  return status === "revoked" ? red(text) : dim(text);
}
