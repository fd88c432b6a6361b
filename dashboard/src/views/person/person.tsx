import type { JSX } from "preact";
import type { AboutPerson, PersonLine } from "../../../../src/api/person.ts";
import { useMemoir } from "../../connection.ts";
import { ForgetPersonButton } from "../../forget-person/button.tsx";
import { formatAgo, formatDate, formatTime, t, term } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { amend, href, type Place } from "../../router.ts";
import { useScope } from "../../scopes.ts";
import { useAsync } from "../../ui/async.ts";
import { Empty, Problem } from "../../ui/empty.tsx";
import { ScopePicker } from "../../ui/scope-picker.tsx";
import { Words } from "../../ui/words.tsx";
import { Days } from "./days.tsx";

/** What is known about one person, on a page to show to anybody. */
export function Person({ place }: { place: Place }): JSX.Element {
  const memoir = useMemoir();
  const scope = useScope(place.query.scope);
  const { person } = place.query;
  const version = useChanges(scope);
  const found = useAsync(
    async (signal) => ({
      scope,
      about: scope === "" ? null : await memoir.scope(scope).person(person, { signal }),
    }),
    [memoir, scope, person, version],
  );
  const about = found.value?.scope === scope ? found.value.about : undefined;
  return (
    <article class="page person" aria-label={t("person.title")}>
      <div class="page-head">
        <h1>
          <bdi>{(about?.name ?? person ?? scope) || t("nav.person")}</bdi>
        </h1>
        <ScopePicker
          label={t("field.scope")}
          value={scope}
          onChange={(next) => amend({ scope: next, person: undefined })}
        />
      </div>
      {found.error !== undefined && <Problem error={found.error} />}
      {about === null && (
        <Empty title={t("person.nobody")}>
          <p>{t("person.nobodyHint")}</p>
        </Empty>
      )}
      {about != null && <About scope={scope} about={about} />}
    </article>
  );
}

function About({ scope, about }: { scope: string; about: AboutPerson }): JSX.Element {
  const { core, profile, sections, members, degraded } = about;
  const isEmpty = core.length + profile.length + sections.length === 0;
  return (
    <>
      {members.length > 0 && <Members scope={scope} about={about} />}
      <nav class="person-actions" aria-label={t("person.actions")}>
        <a href={href(["memories"], { scope })}>{t("person.memories")}</a>
        <a href={href(["conversation"], { scope })}>{t("nav.conversation")}</a>
        <a href={href(["playground", "ask"], { scope })}>{t("person.ask")}</a>
        <ForgetPersonButton who={members.length > 0 ? { scope, member: about.account } : { scope }} />
      </nav>
      {degraded !== null && <p class="problem">{degraded.detail}</p>}
      {isEmpty && (
        <Empty title={t("person.empty")}>
          <p>{t("person.emptyHint")}</p>
        </Empty>
      )}
      {core.length > 0 && (
        <section class="card person-core" aria-labelledby="person-core">
          <h2 id="person-core">{t("person.core")}</h2>
          <ul class="person-lines">
            {core.map((line) => (
              <Sentence key={idOf(line)} scope={scope} line={line} label={term("core", line.sort)} />
            ))}
          </ul>
        </section>
      )}
      <div class="person-sections">
        {profile.length > 0 && <Profile profile={profile} />}
        {sections.map(({ section, lines }) => (
          <section class="card" key={section} aria-labelledby={`person-${section}`}>
            <h2 id={`person-${section}`}>{t(`person.${section}`)}</h2>
            <ul class="person-lines">
              {lines.map((line) => (
                <Sentence key={idOf(line)} scope={scope} line={line} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Days about={about} scope={scope} />
    </>
  );
}

/** The people of a shared scope; each has a page with their own part. */
function Members({ scope, about }: { scope: string; about: AboutPerson }): JSX.Element {
  return (
    <nav class="members" aria-label={t("person.members")}>
      {about.members.map(({ account, name, messages, lastAt }) => (
        <a
          key={account}
          href={href(["person"], { scope, person: account })}
          aria-current={account === about.account ? "page" : undefined}
          title={`${t("person.messages", { n: messages })} · ${formatTime(lastAt)}`}
        >
          <bdi>{name}</bdi>
        </a>
      ))}
    </nav>
  );
}

function Profile({ profile }: Pick<AboutPerson, "profile">): JSX.Element {
  return (
    <section class="card" aria-labelledby="person-profile">
      <h2 id="person-profile">{t("person.profile")}</h2>
      <dl class="person-profile">
        {profile.map(({ field, value }) => (
          <div key={`${field} ${value}`}>
            <dt>{term("profile", field)}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function idOf({ source }: PersonLine): string {
  return "memory" in source ? source.memory.id : source.event.id;
}

/** A sentence that leads to its source. People's own words are in quotation marks. */
function Sentence({ scope, line, label }: { scope: string; line: PersonLine; label?: string }): JSX.Element {
  const { text, later, source, at } = line;
  const to =
    "memory" in source
      ? // A member of a group may have a separate scope, where the memory is.
        href(["memory", source.memory.id], scope.startsWith("user:") ? { scope } : {})
      : href(["conversation"], { scope, event: source.event.id });
  return (
    <li class={"memory" in source ? "remembered" : "quoted"}>
      <a href={to} title={formatTime(at)}>
        <Words text={text} />
      </a>
      {later !== null && (
        <a class="later" href={href(["conversation"], { scope, event: later.event.id })}>
          <span class="dim">{t("person.later")}</span> <Words text={later.text} />
        </a>
      )}
      <small title={formatDate(at)}>
        {label !== undefined && `${label} · `}
        {formatAgo(at)}
      </small>
    </li>
  );
}
