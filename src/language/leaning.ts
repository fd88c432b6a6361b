import { simple } from "./chinese/script.ts";

/** A message that wants something: a reason, an idea, a name. */
const WANTS =
  /[?？]|\b(?:any ideas?|any tips|can you|could you|help me|how|why|what|which)\b|帮我|怎么|咋|什么|啥|吗|推荐|哪个|求/iu;

/** How somebody takes up what they were answered. */
const TAKES_UP =
  /^(?:(?:oh|ah|ooh|haha|ok|okay)[\s,.!]{1,3})?(?:yep|yup|yes|yeah|ya|perfect|great|nice|that'?s it|that was it|let'?s|lets|sounds|deal|done|i'?ll (?:take|go)|going with|went with)\b|^(?:哦|嗯|啊|哈)*[，,！!\s]{0,3}(?:对(?!了)|就(?:这|它|用|选|叫|定)|是的|果然|还真是|那就|定了|好主意|听你的)|^[\p{L}\p{N}]{1,12}(?:不错|可以|挺好|好听|就行|[！!，,\s]{1,2}就(?:这|它|用|选|叫|定))|^(?:(?:ok|okay|so|right|yes|yeah)[\s,]{1,2})?[\p{L}\p{N}'’-]{2,20}(?: [\p{L}\p{N}'’-]{1,20}){0,3}(?: it is(?=[.!,]|$)|, yes\b)/iu;

/** Whether a message wants an answer that its author may take up. */
export function wantsAnswer(text: string): boolean {
  return WANTS.test(simple(text));
}

/** "Yep that was it, two pods", marina不错！就这个: without the question before it nobody knows what it is about. */
export function takesUp(text: string): boolean {
  return TAKES_UP.test(simple(text));
}

/** Words before which something else was said: nobody begins with "she", "in the end" or 结果. */
const LEANS_BACK =
  /^(?:(?:and|but|oh|ok|okay|yeah|haha|lol|well|anyway|btw|done|right|true|sure|fine|thanks|(?:good|nice) (?:thought|idea|point|call|one|shout))[\s,.!]{1,3}){0,3}(?:he|she|it|they|his|hers?|its|theirs?|that|this|those|these|so|because|cause|cuz|which|then|turns out|in the end|ended up|finally|eventually)(?:['’](?:s|ll|d|re|ve))?\b|^(?:and|but)\b|^(?:哦|嗯|啊|哈|对了|反正|其实){0,2}[，,\s]{0,2}(?:他|她|它|这|那|结果|所以|因为|不过|但是?|而且|然后|后来|就是|最后|最终)/iu;

/** Whether a message cannot be understood without what its author said just before. */
export function leansBack(text: string): boolean {
  return LEANS_BACK.test(simple(text));
}

const SOMEBODY = /^(?:(?:and|but|oh|so|also)[\s,]{1,2}){0,2}(?:he|she|his|her)\b|^[他她]/iu;

/** "She studies biology": who is meant was named a little before. */
export function pointsToSomebody(text: string): boolean {
  return SOMEBODY.test(simple(text));
}
