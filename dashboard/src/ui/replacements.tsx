import type { JSX } from "preact";
import type { ListedMemory, MemoryLink } from "../../../src/api/operator.ts";
import { t } from "../i18n/index.ts";
import { href } from "../router.ts";
import { Words } from "./words.tsx";

interface Props {
  readonly item: ListedMemory;
  /** In a list that has the keyboard, links are not stops of the Tab key. */
  readonly byKeys?: boolean;
}

/** "Replaced by …" and "replaces …" as links. */
export function Replacements({ item, byKeys = false }: Props): JSX.Element | null {
  const { scope, memory, replaces = [] } = item;
  // A search says only that there is one.
  const by = item.replacedBy ?? (memory.supersededBy === null ? null : { id: memory.supersededBy, text: "" });
  if (by === null && replaces.length === 0) return null;
  const line = (label: string, { id, text }: MemoryLink): JSX.Element => (
    <span class="replacement" key={id}>
      <span class="dim">{label}</span>{" "}
      <a href={href(["memory", id], { scope })} {...(byKeys ? { tabIndex: -1 } : {})}>
        {text === "" ? t("list.another") : <Words text={text} />}
      </a>
    </span>
  );
  return (
    <span class="replacements">
      {by !== null && line(t("list.replacedBy"), by)}
      {replaces.map((old) => line(t("list.replaces"), old))}
    </span>
  );
}
