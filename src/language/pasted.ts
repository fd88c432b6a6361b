/** What people paste into a chat. */
const THING =
  "(?:e-?mails?|mails?|messages?|letters?|sms|texts?|dms?|notes?|notices?|invoices?|newsletters?|posts?|tickets?|transcripts?|web ?pages?|pages?|articles?|documents?|docs?|pdfs?|snippets?|quotes?|repl(?:y|ies)|comments?)";

/** How one says that what follows came from somewhere else: up to the colon or the end of the line. */
const ENGLISH = new RegExp(
  `(?:^|(?<=[\\n.!?;,]))[ \\t]{0,8}(?:(?:hey|hi|so|ok|look|well|btw|fyi)[, ]{1,2})?(?:` +
    `(?:i |we )?(?:just |only )?(?:got|received|get|found|saw|was sent|have been sent|came across) (?:\\w{1,20} ){0,4}${THING}` +
    `|(?:here(?:'s| is| are)|this is|below is|see|what about|look at) (?:\\w{1,20} ){0,4}${THING}(?: (?:i|we|that i|which i) (?:\\w{1,20} ){0,3}(?:got|received|found|saw))` +
    `|(?:someone|somebody|he|she|they|my \\w{1,20}|the \\w{1,20}) (?:just )?(?:sent|wrote|mailed|texted|forwarded|e-?mailed) (?:me|us|this)` +
    `|(?:fwd?|forwarded(?: message)?|pasted|copied(?: from \\w{1,20})?|from the (?:e-?mail|mail|page|document|ticket))` +
    `)[^.!?\\n:：]{0,60}[:：]`,
  "giu",
);
const CHINESE =
  /(?:^|(?<=[\n。！？；，]))[ \t]{0,8}(?:我|我们)?(?:刚刚?|刚才|今天|昨天)?(?:收到|接到|看到|拿到|转发|粘贴|复制)(?:了|到)?(?:一|这|那|个|封|条|份|篇|段|则|张|下面|以下|的|某人|别人|朋友|同事|老板|银行|公司|客服|对方){0,8}(?:邮件|郵件|短信|消息|信息|信|通知|公告|帖子|网页|文章|文件|发票|留言|评论|回复)[^。！？\n：:]{0,20}[：:]|(?:^|\n)[ \t]{0,8}(?:转发|以下是(?:邮件|短信|消息|原文)|邮件(?:内容|原文)|原文)[^。！？\n：:]{0,12}[：:]/gu;

/** Marks by which chat templates tell speakers apart: whatever follows one is put into somebody's mouth. */
const TEMPLATE =
  /<\|\s?(?:im_start|im_end|im_sep|start_header_id|end_header_id|eot_id|endoftext|system|user|assistant|end)\b|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>/gi;

/**
 * A message without what its writer says to have got from somebody else: "Got this mail: …". Where such a text ends,
 * nobody says, so it reaches to the end. Blank there, so that every position still means the same place.
 */
export function withoutPasted(text: string): string {
  let start = text.length;
  for (const pattern of [ENGLISH, CHINESE, TEMPLATE]) {
    for (const { 0: cue, index } of text.matchAll(pattern)) start = Math.min(start, index + cue.length);
  }
  if (text.slice(start).trim() === "") return text;
  return text.slice(0, start) + " ".repeat(text.length - start);
}
