/** How long, where it may be left out: 三年了, 一个多月. */
export const LONG = "(?:[一二两三四五六七八九十几半好多\\d]+(?:多)?(?:年|个月|个多月|天|周)(?:多)?(?:了)?)?";
