import type { JSX } from "preact";
import type { AboutPerson } from "../../../../src/api/person.ts";
import { formatDate, t } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { Words } from "../../ui/words.tsx";

type Props = { readonly scope: string; readonly about: Pick<AboutPerson, "timeline" | "days"> };

/** A day or a conversation in a few sentences. */
interface Entry {
  readonly key: string;
  readonly at: Date;
  readonly text: string;
  /** The memory that holds it; days have none. */
  readonly memory: string | null;
}

/** Days and compressed conversations, newest first; nothing where there are none. */
export function Days({ scope, about: { timeline, days } }: Props): JSX.Element | null {
  const entries: readonly Entry[] = [
    ...days.map(({ day, text }) => ({ key: day, at: new Date(`${day}T12:00:00`), text, memory: null })),
    ...timeline.map(({ id, createdAt, text }) => ({ key: id, at: createdAt, text, memory: id })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime());
  if (entries.length === 0) return null;
  return (
    <section class="card" aria-labelledby="person-days">
      <h2 id="person-days">{t("person.days")}</h2>
      <ol class="timeline">
        {entries.map(({ key, at, text, memory }) => (
          <li key={key}>
            <b>
              {memory === null ? (
                formatDate(at)
              ) : (
                <a href={href(["memory", memory], { scope })}>{formatDate(at)}</a>
              )}
            </b>
            <Words text={text} />
          </li>
        ))}
      </ol>
    </section>
  );
}
