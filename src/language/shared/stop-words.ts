/**
 * Words that say nothing about what a text is about. The lists are small on purpose: a rare false drop costs a
 * memory, a common word costs only a low weight. Negations stay ("no emojis", 不吃辣), and so do words that are
 * also names, dates or places: may, will, us, mark. Of a Chinese word of three, its pairs are here too.
 */
const ENGLISH = `
a an the and or but if so as of at by for from in into on onto to with about than then that this these those
there here i me my mine myself you your yours yourself he him his himself she her hers herself it its itself
we our ours ourselves they them their theirs themselves am is are was were be been being do does did doing
have has had having would should could can shall what which who whom whose when where why how also just
too very
`;

const CHINESE = `
的 了 是 在 着 我 你 您 他 她 它 们 們 这 這 那 哪 和 与 與 及 或 而 但 也 都 就 还 還 很 把 被 之 其 于 於 以
个 個 得 地 吗 嗎 呢 吧 啊 呀 哦 嗯 嘛 啦
我们 我們 你们 你們 他们 他們 她们 她們 它们 它們 咱们 咱們 这个 這個 那个 那個 这些 這些 那些 这样 這樣 那样 那樣
什么 什麼 怎么 怎麼 哪个 哪個 哪些 哪里 哪裡 因为 因為 所以 但是 如果 虽然 雖然
而且 或者 以及 并且 並且 一个 一個 就是 还是 還是 的话 的話
为什么 為什麼 为什 為什
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${CHINESE}`.trim().split(/\s+/));
