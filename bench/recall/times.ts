const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const month = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase());

/** LoCoMo's "1:56 pm on 8 May, 2023". All times are taken as UTC. */
export function locomoTime(text: string): number {
  const found = /(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)/.exec(text);
  if (found === null) throw new Error(`This is no time of LoCoMo: "${text}".`);
  const [, hour = "", minute, half, day, name = "", year] = found;
  const hours = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  return Date.UTC(Number(year), month(name), Number(day), hours, Number(minute));
}

/** BEAM's "March-15-2024"; at nine in the morning, because it does not say. */
export function beamTime(text: string): number {
  const found = /(\w+)-(\d+)-(\d+)/.exec(text);
  if (found === null) throw new Error(`This is no time of BEAM: "${text}".`);
  const [, name = "", day, year] = found;
  return Date.UTC(Number(year), month(name), Number(day), 9);
}

/** MemDaily's "2024年04月01日 周一 08:39". */
export function memdailyTime(text: string): number {
  const found = /(\d+)年(\d+)月(\d+)日.*?(\d+):(\d+)/.exec(text);
  if (found === null) throw new Error(`This is no time of MemDaily: "${text}".`);
  const [year, months, day, hour, minute] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, months - 1, day, hour, minute);
}
