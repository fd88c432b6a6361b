function worth(characters: string, values: readonly number[]): ReadonlyMap<string, number> {
  return new Map(Array.from(characters, (one, i) => [one, values[i]!]));
}

const DIGITS = worth("零〇一二两兩俩双三四五六七八九半", [0, 0, 1, 2, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 0.5]);
export const HAN_SCALES = worth("十百千万萬亿億", [10, 100, 1_000, 10_000, 10_000, 1e8, 1e8]);

/** The number that a run of Chinese numerals says: 二十三, 两万五千, 二〇二六. */
export function hanValue(run: string): number {
  if (!/[十百千万萬亿億]/u.test(run))
    return Array.from(run).reduce((sum, digit) => 10 * sum + (DIGITS.get(digit) ?? 0), 0);
  let [total, section, digit] = [0, 0, 0];
  for (const character of run) {
    const scale = HAN_SCALES.get(character);
    if (scale === undefined) digit = DIGITS.get(character) ?? 0;
    else if (scale >= 10_000) {
      total = (total + section + digit || 1) * scale;
      [section, digit] = [0, 0];
    } else {
      section += (digit || 1) * scale;
      digit = 0;
    }
  }
  return total + section + digit;
}
