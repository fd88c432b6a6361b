/** Letters that only machines see. A flag of a region is written with them too. */
const TAGS = /[\u{e0001}\u{e0020}-\u{e007f}]/u;
const REGION_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu;
/** Marks without width or with a choice of shape, many in a row: nobody writes so. Or letters turned around. */
const HIDING = /[\u200b-\u200d\u2060-\u2064\ufeff]{4}|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4}|[\u202d\u202e]/u;

/** Whether a text says something that its reader does not see. */
export function holdsHiddenText(text: string): boolean {
  return TAGS.test(text.replace(REGION_FLAG, "")) || HIDING.test(text);
}

/**
 * Characters that show nothing and change what is read. Joiners and selectors stay where an emoji or a script needs them,
 * and so do flags of regions; marks of direction stay, which right-to-left text is written with.
 */
const UNSEEN =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f})|[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u{e0001}\u{e0020}-\u{e007f}]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|[\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Malayalam}\p{sc=Sinhala}])[\u200c\u200d]|(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** A text without what nobody sees in it. */
export function visibleOnly(text: string): string {
  return text.replace(UNSEEN, (_unseen, flag?: string) => flag ?? "");
}
