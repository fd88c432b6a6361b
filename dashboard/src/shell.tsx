import type { ComponentType, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { MemoirClient } from "../../src/client/index.ts";
import { Connection, signOut } from "./connection.ts";
import { formatNumber, type MessageKey, t } from "./i18n/index.ts";
import { Live, useChanges, useLiveFeed } from "./live.ts";
import { goTo, href, type Place, usePlace } from "./router.ts";
import { Scopes } from "./scopes.ts";
import { entryId, useKeptScroll } from "./scroll.ts";
import { chooseTheme, useTheme } from "./theme.ts";
import { useAsync } from "./ui/async.ts";
import { Problem } from "./ui/empty.tsx";
import { Icon, type IconName } from "./ui/icon.tsx";
import { LanguageSwitch } from "./ui/language-switch.tsx";
import { lazyView } from "./ui/lazy.tsx";
import { SampleNote } from "./ui/sample-note.tsx";
import { Memories } from "./views/memories/memories.tsx";

interface ViewProps {
  readonly place: Place;
}

/** The first view comes with the page; the others when they are opened. */
const VIEWS: Readonly<Record<string, ComponentType<ViewProps>>> = {
  memories: Memories,
  memory: lazyView(async () => (await import("./views/memory/memory.tsx")).OneMemory),
  person: lazyView(async () => (await import("./views/person/person.tsx")).Person),
  conversation: lazyView(async () => (await import("./views/conversation/conversation.tsx")).Conversation),
  playground: lazyView(async () => (await import("./views/playground/playground.tsx")).Playground),
  review: lazyView(async () => (await import("./views/review/review.tsx")).Review),
  graph: lazyView(async () => (await import("./views/graph/graph.tsx")).GraphAndTime),
  operations: lazyView(async () => (await import("./views/operations/operations.tsx")).Operations),
};

const NAV: readonly IconName[] = [
  "memories",
  "person",
  "conversation",
  "playground",
  "review",
  "graph",
  "operations",
];

interface Props {
  readonly client: MemoirClient;
  onLanguage(): void;
  onSignOut(): void;
}

/** The frame of all views: navigation, the search over all scopes, and what every view shares. */
export function Shell({ client, onLanguage, onSignOut }: Props): JSX.Element {
  const feed = useLiveFeed(client);
  return (
    <Connection.Provider value={client}>
      <Live.Provider value={feed}>
        <Frame client={client} connected={feed.connected} onLanguage={onLanguage} onSignOut={onSignOut} />
      </Live.Provider>
    </Connection.Provider>
  );
}

function Frame({ client, connected, onLanguage, onSignOut }: Props & { connected: boolean }): JSX.Element {
  const place = usePlace();
  useKeptScroll(entryId());
  const version = useChanges();
  const stats = useAsync(() => client.operator().stats(), [client, version]);
  // Views stay as they are, with what somebody writes in them, while the server is away.
  const last = useRef(stats.value);
  last.current = stats.value ?? last.current;
  const { scopes = [], waiting = 0, readOnly = false } = last.current ?? {};
  const name = place.path[0] ?? "memories";
  const View = VIEWS[name] ?? Memories;
  const current = name === "memory" ? "memories" : name;
  useEffect(() => {
    document.title = `${t(`nav.${current in VIEWS ? current : "memories"}` as MessageKey)} · Memoir`;
  }, [current]);
  return (
    <Scopes.Provider value={{ scopes, waiting, reload: stats.reload }}>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        {t("shell.skip")}
      </button>
      <header class="top">
        <a class="brand" href={href(["memories"])}>
          <span class="mark" aria-hidden="true" />
          Memoir
        </a>
        <Search place={place} />
        <div class="top-tools">
          {readOnly && <span class="badge status-disabled">{t("shell.readonly")}</span>}
          <span class={`live ${connected ? "on" : ""}`} title={t(connected ? "shell.live" : "shell.offline")}>
            <span class="hidden">{t(connected ? "shell.live" : "shell.offline")}</span>
          </span>
          <LanguageSwitch onChange={onLanguage} />
          <ThemeButton />
          <a class="icon" href="/docs" title={t("shell.docs")} aria-label={t("shell.docs")}>
            <Icon name="docs" />
          </a>
          <button
            type="button"
            class="icon"
            title={t("shell.signout")}
            aria-label={t("shell.signout")}
            onClick={() => void signOut().then(onSignOut)}
          >
            <Icon name="out" />
          </button>
        </div>
      </header>
      <nav class="side" aria-label={t("shell.views")}>
        {NAV.map((one) => (
          <a key={one} href={href([one], scopeOf(place))} aria-current={one === current ? "page" : undefined}>
            <Icon name={one} />
            <span>{t(`nav.${one}` as MessageKey)}</span>
            {one === "review" && waiting > 0 && <b class="count">{formatNumber(waiting)}</b>}
          </a>
        ))}
      </nav>
      <main id="main" tabIndex={-1}>
        <SampleNote />
        {last.current !== undefined ? (
          <View place={place} />
        ) : stats.error !== undefined ? (
          <Problem error={stats.error} />
        ) : (
          <div class="loading" />
        )}
      </main>
    </Scopes.Provider>
  );
}

/** From view to view one stays with the same scope. */
function scopeOf({ query }: Place): { scope?: string } {
  return query.scope === undefined ? {} : { scope: query.scope };
}

function ThemeButton(): JSX.Element {
  const isDark = useTheme() === "dark";
  const label = t(isDark ? "shell.light" : "shell.dark");
  return (
    <button
      type="button"
      class="icon"
      title={label}
      aria-label={label}
      onClick={() => chooseTheme(isDark ? "light" : "dark")}
    >
      <Icon name={isDark ? "sun" : "moon"} />
    </button>
  );
}

/** Searches the memories of all scopes by their words. */
function Search({ place }: { place: Place }): JSX.Element {
  const asked = place.path[0] === "memories" ? (place.query.q ?? "") : "";
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  const submit = (event: Event): void => {
    event.preventDefault();
    goTo(["memories"], { q: text });
  };
  return (
    <search class="search">
      <form onSubmit={submit}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={t("shell.search")}
          placeholder={t("shell.search")}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
