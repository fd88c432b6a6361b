import { readPreference, writePreference } from "../preference.ts";
import { en } from "./en.ts";
import type { MessageKey } from "./messages.ts";

export type { MessageKey };
export const LANGUAGES = { en: "English", zh: "中文" } as const;
export type Language = keyof typeof LANGUAGES;

let messages: Readonly<Record<string, string>> = en;
let language: Language = "en";
let formats = formatsOf("en-GB");

/** The language of the page: chosen here before, else the browser's. */
export function preferredLanguage(): Language {
  const chosen = readPreference("language") ?? navigator.language;
  return chosen.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** Loads the words of a language; the page is drawn after that. */
export async function loadLanguage(wanted: Language): Promise<void> {
  messages = wanted === "zh" ? (await import("./zh.ts")).zh : en;
  language = wanted;
  formats = formatsOf(wanted === "zh" ? "zh-CN" : "en-GB");
  document.documentElement.lang = wanted === "zh" ? "zh-CN" : "en";
}

export async function chooseLanguage(wanted: Language): Promise<void> {
  writePreference("language", wanted);
  await loadLanguage(wanted);
}

export function currentLanguage(): Language {
  return language;
}

type Values = Readonly<Record<string, string | number>>;

/** A message with its values in place: `t("memories.count", { n: 3 })`. With `n: 1` it is the message of `KEY.one`, if any. */
export function t(key: MessageKey, values: Values = {}): string {
  const single = values.n === 1 ? messages[`${key}.one`] : undefined;
  return (single ?? messages[key]!).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? formatNumber(value) : value;
  });
}

/** A value of the API by its name in this language; a value that a later server adds is shown as it is. */
export function term(prefix: string, value: string): string {
  const key = `${prefix}.${value}`;
  return messages[key] ?? value.replaceAll("_", " ");
}

/** Formats of a language. Making one costs far more than using it: a row of a list needs two. */
function formatsOf(locale: string) {
  return {
    number: new Intl.NumberFormat(locale),
    cost: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: "medium" }),
    day: new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }),
    time: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
    ago: new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
  };
}

/** From 0 to 1, with two digits. Where a server could not tell it, a dash. */
export function formatShare(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}

export function formatNumber(value: number): string {
  return formats.number.format(value);
}

/** Money of whatever currency the prices are in; calls cost fractions of a cent. */
export function formatCost(value: number): string {
  return formats.cost.format(value);
}

export function formatDate(at: Date): string {
  return formats.date.format(at);
}

/** A UTC day on an axis: "3 Nov". */
export function formatDay(at: Date): string {
  return formats.day.format(at);
}

export function formatTime(at: Date): string {
  return formats.time.format(at);
}

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 days ago", "in 2 hours". */
export function formatAgo(at: Date, now = Date.now()): string {
  const seconds = Math.round((at.getTime() - now) / 1_000);
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return formats.ago.format(Math.round(seconds / size), unit as Intl.RelativeTimeFormatUnit);
}
