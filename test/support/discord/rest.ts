import type { IncomingMessage, ServerResponse } from "node:http";
import { BOT, type Said, type World } from "./world.ts";

/** What the bot has asked Discord to do. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | null;
}

export interface RestOptions {
  readonly world: World;
  readonly gatewayUrl: () => string;
  readonly now: () => number;
  /** A message that the bot has posted. */
  readonly onPost: (said: Said) => void;
  readonly onAsked: (asked: Asked) => void;
}

type Answer = { readonly status: number; readonly body: unknown };
type Route = (asked: Asked, params: readonly string[], query: URLSearchParams) => Answer;

const ok = (body: unknown): Answer => ({ status: 200, body });
const DONE: Answer = { status: 204, body: null };
const FORBIDDEN: Answer = { status: 403, body: { code: 50_001, message: "Missing Access" } };
const UNKNOWN: Answer = { status: 404, body: { code: 10_003, message: "Unknown" } };

/** Discord's REST interface, as far as a bot with memory uses it. */
export function restHandler(
  options: RestOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const routes = routesOf(options);
  return (request, response) => {
    void answered(routes, options, request).then(({ status, body }) => {
      if (status === 204) response.writeHead(status).end();
      else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  };
}

async function answered(
  routes: readonly (readonly [string, RegExp, Route])[],
  { onAsked }: RestOptions,
  request: IncomingMessage,
): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://discord");
  const path = pathname.replace(/^\/api\/v\d+/, "");
  const method = request.method ?? "GET";
  const body = text === "" ? null : (JSON.parse(text) as Record<string, unknown>);
  const asked = { method, path, body };
  onAsked(asked);
  for (const [wanted, pattern, route] of routes) {
    const match = wanted === method ? pattern.exec(path) : null;
    if (match !== null) return route(asked, match.slice(1), searchParams);
  }
  return UNKNOWN;
}

function routesOf({ world, gatewayUrl, now, onPost }: RestOptions): (readonly [string, RegExp, Route])[] {
  const limits = { total: 1_000, remaining: 999, reset_after: 1, max_concurrency: 1 };
  return [
    ["GET", /^\/gateway\/bot$/, () => ok({ url: gatewayUrl(), shards: 1, session_start_limit: limits })],
    [
      "GET",
      /^\/channels\/(\d+)$/,
      (_, [id]) => {
        const channel = world.channels.get(id!);
        return channel === undefined ? UNKNOWN : ok(world.channelData(channel));
      },
    ],
    [
      "GET",
      /^\/channels\/(\d+)\/messages$/,
      (_, [id], query) => {
        if (world.refused.has(id!)) return FORBIDDEN;
        const found = world.list(id!, query.get("before"), Number(query.get("limit") ?? 50));
        const messages = found.map((one) => world.message(one));
        world.onHistory();
        return ok(messages);
      },
    ],
    [
      "GET",
      /^\/channels\/(\d+)\/messages\/(\d+)$/,
      (_, [, id]) => {
        const said = world.messages.get(id!);
        return said === undefined ? UNKNOWN : ok(world.message(said));
      },
    ],
    [
      "POST",
      /^\/channels\/(\d+)\/messages$/,
      ({ body }, [id]) => {
        const said = world.write(id!, BOT, String(body?.content ?? ""), now());
        onPost(said);
        return ok(world.message(said));
      },
    ],
    [
      "GET",
      /^\/guilds\/(\d+)\/members\/search$/,
      (_, [guild], query) => ok(search(world, guild!, query.get("query") ?? "")),
    ],
    [
      "GET",
      /^\/guilds\/(\d+)\/members\/(\d+)$/,
      (_, [guild, id]) =>
        world.people.has(id!) ? ok({ ...world.member(guild!, id!), user: world.user(id!) }) : UNKNOWN,
    ],
    ["PUT", /^\/applications\/\d+\/commands$/, ({ body }) => ok(body)],
    ["POST", /^\/applications\/\d+\/commands$/, ({ body }) => ok({ ...body, id: "1", application_id: BOT })],
    ["POST", /^\/interactions\/\d+\/[^/]+\/callback$/, () => DONE],
    [
      "PATCH",
      /^\/webhooks\/\d+\/[^/]+\/messages\/@original$/,
      ({ body }) => {
        const [channel] = world.channels.keys();
        const content = String(body?.content ?? "");
        return ok(
          world.message({ id: "5", channel: channel!, author: BOT, content, at: now(), editedAt: null }),
        );
      },
    ],
  ];
}

/** By the beginning of a nickname or a name, as Discord does. */
function search(world: World, guild: string, query: string): object[] {
  const start = query.toLowerCase();
  return [...world.people.values()]
    .filter(({ id, username, globalName }) =>
      [world.guilds.get(guild)?.nicks.get(id), globalName, username].some((name) =>
        name?.toLowerCase().startsWith(start),
      ),
    )
    .map(({ id }) => ({ ...world.member(guild, id), user: world.user(id) }));
}
