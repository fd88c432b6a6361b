import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { BOT, type World } from "./world.ts";

interface Dispatch {
  readonly op: 0;
  readonly t: string;
  readonly s: number;
  readonly d: unknown;
}

interface Command {
  readonly op: number;
  readonly d: { readonly session_id?: string; readonly seq?: number } | null;
}

/** Discord's gateway for one shard: hello, identify, ready, heartbeats, resume with a replay. */
export class Gateway {
  /** The commands that clients have sent, by opcode: 1 heartbeat, 2 identify, 6 resume. */
  readonly commands: number[] = [];
  readonly #world: World;
  readonly #server: WebSocketServer;
  readonly #beats: (() => void)[] = [];
  #url = "";
  #socket: WebSocket | null = null;
  #sessions = 0;
  #session: string | null = null;
  #log: Dispatch[] = [];

  constructor(world: World, http: Server) {
    this.#world = world;
    this.#server = new WebSocketServer({ server: http });
    this.#server.on("connection", (socket) => {
      this.#socket = socket;
      socket.on("message", (data) => this.#obey(socket, JSON.parse(String(data)) as Command));
      socket.on("close", () => {
        if (this.#socket === socket) this.#socket = null;
      });
      // The client acknowledges every heartbeat that is asked for; by itself it sends none in a test's time.
      send(socket, { op: 10, d: { heartbeat_interval: 3_600_000 } });
    });
  }

  set url(url: string) {
    this.#url = url;
  }

  #obey(socket: WebSocket, { op, d }: Command): void {
    this.commands.push(op);
    if (op === 1) {
      send(socket, { op: 11 });
      this.#beats.shift()?.();
    } else if (op === 2) this.#ready();
    else if (op === 6 && d?.session_id === this.#session) {
      for (const dispatch of this.#log) if (dispatch.s > (d.seq ?? 0)) send(socket, dispatch);
      this.dispatch("RESUMED", {});
    } else if (op === 6) send(socket, { op: 9, d: false });
  }

  #ready(): void {
    this.#sessions += 1;
    this.#session = `session-${this.#sessions}`;
    this.#log = [];
    const guilds = [...this.#world.guilds.keys()];
    this.dispatch("READY", {
      ...{ v: 10, user: this.#world.user(BOT), session_id: this.#session, resume_gateway_url: this.#url },
      guilds: guilds.map((id) => ({ id, unavailable: true })),
      ...{ shard: [0, 1], application: { id: BOT, flags: 0 } },
    });
    for (const id of guilds) this.dispatch("GUILD_CREATE", this.#world.guildCreate(id));
  }

  /** Sends an event, now or when the session is resumed; to nobody when there is no session. */
  dispatch(t: string, d: unknown): void {
    if (this.#session === null) return;
    const dispatch = { op: 0, t, s: this.#log.length + 1, d } as const;
    this.#log.push(dispatch);
    if (this.#socket !== null) send(this.#socket, dispatch);
  }

  /** Waits until the client has everything that was sent so far: it answers in order. */
  async delivered(): Promise<void> {
    const socket = this.#socket;
    if (socket === null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#beats.push(resolve);
    send(socket, { op: 1 });
    await promise;
  }

  /** The connection breaks. The session can be resumed, unless it is `over`. */
  drop({ over = false } = {}): void {
    if (over) this.#session = null;
    this.#socket?.terminate();
    this.#socket = null;
  }

  /** The bot was shut down: what is sent from now on is for nobody. */
  end(): void {
    this.drop({ over: true });
  }

  close(): void {
    this.end();
    this.#server.close();
  }
}

function send(socket: WebSocket, payload: object): void {
  socket.send(JSON.stringify(payload));
}
