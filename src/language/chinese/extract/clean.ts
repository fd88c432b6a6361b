/** Longer sentences hold more than one thought. */
const LONGEST = 32;
const DATE = /\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?/gu;
/** Somebody or something that the sentence does not name. */
const POINTS = /[他她它]|(?:这|那)(?:个(?!周末)|样|些|种|次|条|事)|到时候|听着/u;
/** Two clauses without a mark between them; a day that cannot be told. */
const GLUED =
  /[\p{sc=Han}\d][ 　]+[\p{sc=Han}\d]|了[^了]{1,12}了|把人|(?:最后|第[一二三四五\d])一?个?\d{4}年|不对|还有就/u;

/** Whether a sentence says one thing plainly; what cannot be said plainly is better left to the user's own words. */
export function isClean(sentence: string, subject: string): boolean {
  const words = sentence.startsWith(subject) ? sentence.slice(subject.length) : sentence;
  if (words.length > LONGEST || (words.match(DATE) ?? []).length > 1) return false;
  return !POINTS.test(words) && !GLUED.test(words);
}
