const DAY = 86_400_000;
const GRACE_DAYS = 7;
const DAILY = 0.99;
const GAIN = 0.2;

/**
 * How alive a memory is at `now`: 1 % less for each whole day past the first seven since `anchor` (R139). A pure
 * function of base, anchor and now, so that asking twice, or sweeping twice, changes nothing (C6).
 */
export function strengthAt(base: number, anchor: Date, now: Date): number {
  const days = Math.floor((now.getTime() - anchor.getTime()) / DAY);
  return base * DAILY ** Math.max(0, days - GRACE_DAYS);
}

/** A hit moves it a fifth of the way to 1, so it never passes 1 (R138). */
export function reinforced(strength: number): number {
  return strength + (1 - strength) * GAIN;
}
