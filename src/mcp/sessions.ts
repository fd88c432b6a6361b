import { randomUUID } from "node:crypto";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/** One client of the years before 2026, whose connection lasts over many requests. */
interface Session {
  /** Of the key and the scope that opened it; no other may use it. */
  readonly identity: string;
  readonly owner: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

/** Each is a few kilobytes; a client that does not say goodbye leaves one behind. */
const MOST_OF_AN_OWNER = 50;
const MOST = 1_000;
const IDLE_MS = 3_600_000;

export interface Sessions {
  /** The session that a request names, if it is this caller's. */
  find(id: string, identity: string): WebStandardStreamableHTTPServerTransport | undefined;
  /** Connects a new server; the session begins when its client has said hello. */
  open(
    identity: string,
    owner: string,
    connect: () => McpServer,
  ): Promise<WebStandardStreamableHTTPServerTransport>;
  close(): Promise<void>;
}

export function createSessions(now: () => number): Sessions {
  // In the order of their last use: a Map keeps the order of insertion.
  const sessions = new Map<string, Session>();
  const end = (id: string): void => {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.transport.close().catch(() => undefined);
  };
  /** Ends those that nobody has used for long, and the eldest of who has too many. */
  const makeRoom = (owner: string): void => {
    for (const [id, { usedAt }] of sessions) {
      if (usedAt > now() - IDLE_MS && sessions.size < MOST) break;
      end(id);
    }
    const own = [...sessions].filter(([, session]) => session.owner === owner);
    for (const [id] of own.slice(0, Math.max(0, own.length - MOST_OF_AN_OWNER + 1))) end(id);
  };
  return {
    find(id, identity) {
      const session = sessions.get(id);
      if (session?.identity !== identity) return undefined;
      session.usedAt = now();
      sessions.delete(id);
      sessions.set(id, session);
      return session.transport;
    },
    async open(identity, owner, connect) {
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => {
          makeRoom(owner);
          sessions.set(id, { identity, owner, transport, usedAt: now() });
        },
        onsessionclosed: (id) => {
          sessions.delete(id);
        },
      });
      await connect().connect(transport);
      return transport;
    },
    async close() {
      for (const id of [...sessions.keys()]) end(id);
    },
  };
}
