import type { JSX } from "preact";
import type { MemoryFilter } from "../../../../src/api/memories.ts";
import {
  MEMORY_SORTS,
  MEMORY_STATUSES,
  MEMORY_TYPES,
  type MemorySort,
  type MemoryStatus,
  type MemoryType,
} from "../../../../src/domain/memory.ts";
import { type MessageKey, t, term } from "../../i18n/index.ts";
import { amend, type Place } from "../../router.ts";
import { Menu } from "../../ui/menu.tsx";
import type { Listing } from "./rows.ts";

/** The orders to choose from; that by person is the choice of groups. */
const SORTS = MEMORY_SORTS.filter((one) => one !== "person");

/** The listing that an address asks for; what it says wrongly is passed over. */
export function listingOf({ query }: Place): Listing {
  const status = MEMORY_STATUSES.find((one) => one === query.status);
  const type = MEMORY_TYPES.find((one) => one === query.type);
  const filter: MemoryFilter = {
    ...(status === undefined ? {} : { status: [status] satisfies MemoryStatus[] }),
    ...(type === undefined ? {} : { type: type satisfies MemoryType }),
    ...(query.category === undefined ? {} : { category: query.category }),
    ...(query.subject === undefined ? {} : { subject: query.subject }),
    ...(query.pinned === "true" ? { pinned: true } : {}),
    ...(query.confidence === undefined ? {} : { minConfidence: share(query.confidence) }),
    ...(query.importance === undefined ? {} : { importanceMin: share(query.importance) }),
  };
  const isGrouped = query.group === "person" && query.q === undefined;
  return {
    scope: query.scope,
    query: query.q ?? "",
    filter,
    sort: isGrouped ? "person" : (SORTS.find((one) => one === query.sort) ?? "created"),
    ascending: isGrouped || query.ascending === "true",
  };
}

function share(text: string): number {
  const value = Number(text);
  return value >= 0 && value <= 1 ? value : 0;
}

/** Filters that are asked for seldom. */
const MORE = ["importance", "confidence", "pinned"];
const LEAST = ["0.25", "0.5", "0.75", "0.9"];

/** Filters and order, kept in the address, so that a view can be sent as a link. */
export function Filters({ place }: { place: Place }): JSX.Element {
  const { query } = place;
  const select = (
    name: string,
    label: string,
    options: readonly (readonly [string, string])[],
  ): JSX.Element => (
    <label class="filter">
      <span class="hidden">{label}</span>
      <select
        name={name}
        value={query[name] ?? ""}
        title={label}
        class={query[name] === undefined ? "" : "chosen"}
        onChange={(event) => amend({ [name]: event.currentTarget.value || undefined })}
      >
        <option value="">{label}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="filters">
      {select(
        "status",
        t("field.status"),
        MEMORY_STATUSES.map((one) => [one, term("status", one)]),
      )}
      {select(
        "type",
        t("field.type"),
        MEMORY_TYPES.map((one) => [one, term("type", one)]),
      )}
      {(query.category !== undefined || query.subject !== undefined) && (
        <button type="button" class="chip" onClick={() => amend({ category: undefined, subject: undefined })}>
          {query.category ?? query.subject} ×
        </button>
      )}
      <Menu label={t("list.more")} chosen={MORE.some((name) => query[name] !== undefined)}>
        {select(
          "importance",
          t("field.importance"),
          LEAST.map((one) => [one, `≥ ${one}`]),
        )}
        {select(
          "confidence",
          t("field.confidence"),
          LEAST.map((one) => [one, `≥ ${one}`]),
        )}
        {select("pinned", t("field.pinned"), [["true", t("filter.pinned")]])}
      </Menu>
      {query.q === undefined && select("group", t("list.group"), [["person", t("list.byPerson")]])}
      {query.q === undefined && query.group !== "person" && (
        <>
          <label class="filter sort">
            <span>{t("filter.sort")}</span>
            <select
              aria-label={t("filter.sort")}
              value={query.sort ?? "created"}
              onChange={(event) => amend({ sort: event.currentTarget.value as MemorySort })}
            >
              {SORTS.map((one) => (
                <option key={one} value={one}>
                  {t(`sort.${one}` as MessageKey)}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            class="icon"
            aria-pressed={query.ascending === "true"}
            aria-label={t("filter.ascending")}
            title={t("filter.ascending")}
            onClick={() => amend({ ascending: query.ascending === "true" ? undefined : "true" })}
          >
            {query.ascending === "true" ? "↑" : "↓"}
          </button>
        </>
      )}
    </div>
  );
}
