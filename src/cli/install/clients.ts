import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../config-env.ts";

/** How a client's file names its servers. */
export type ConfigFormat =
  | {
      readonly kind: "json";
      /** The key that the servers stand under. */
      readonly under: string;
      /** Whether the client itself takes comments there. */
      readonly comments: boolean;
      /** Whether an entry says how it is reached. */
      readonly typed: boolean;
    }
  | { readonly kind: "toml"; readonly under: string };

/** An MCP client that can be set up. */
export interface McpClient {
  readonly name: string;
  readonly title: string;
  readonly format: ConfigFormat;
  /** The file for all of the user's work. */
  file(place: Place): string;
  /** The file for one folder; `null` where the client has none. */
  readonly here: string | null;
  /** The next step for the user. */
  readonly next: string;
}

/** The input that paths depend on. */
export interface Place {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

const home = ({ env }: Place): string => env.HOME || env.USERPROFILE || homedir();

/** Where the programs of this system keep what belongs to a user. */
function appData(place: Place): string {
  const { env, platform } = place;
  if (platform === "darwin") return join(home(place), "Library", "Application Support");
  if (platform === "win32") return env.APPDATA || join(home(place), "AppData", "Roaming");
  return env.XDG_CONFIG_HOME || join(home(place), ".config");
}

export const CLIENTS: readonly McpClient[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    format: { kind: "json", under: "mcpServers", comments: false, typed: true },
    file: (place) => join(place.env.CLAUDE_CONFIG_DIR || home(place), ".claude.json"),
    here: ".mcp.json",
    next: "Restart Claude Code; /mcp shows it.",
  },
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    format: { kind: "json", under: "mcpServers", comments: false, typed: false },
    file: (place) => join(appData(place), "Claude", "claude_desktop_config.json"),
    here: null,
    next: "Quit Claude Desktop and start it again.",
  },
  {
    name: "cursor",
    title: "Cursor",
    format: { kind: "json", under: "mcpServers", comments: true, typed: false },
    file: (place) => join(home(place), ".cursor", "mcp.json"),
    here: join(".cursor", "mcp.json"),
    next: "Switch it on in Cursor's settings, under MCP.",
  },
  {
    name: "vscode",
    title: "VS Code",
    format: { kind: "json", under: "servers", comments: true, typed: true },
    file: (place) => join(appData(place), "Code", "User", "mcp.json"),
    here: join(".vscode", "mcp.json"),
    next: 'Run "MCP: List Servers" in VS Code and start it.',
  },
  {
    name: "codex",
    title: "Codex",
    format: { kind: "toml", under: "mcp_servers" },
    file: (place) => join(place.env.CODEX_HOME || join(home(place), ".codex"), "config.toml"),
    here: null,
    next: "Restart Codex; /mcp shows it.",
  },
];
