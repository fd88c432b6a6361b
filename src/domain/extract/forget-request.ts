/** "Please forget that I earn 4200", 忘掉我前男友叫李想这件事: what is to be forgotten, in the speaker's words. */
const ENGLISH =
  /(?:^|[.!?,;:]\s*|\b(?:please|pls|just|now|and|so|can you|could you|would you|you can)\s+)forget\s+(?:that|about|the fact that|everything about|all about|what i (?:said|told you) about|my|the)\s+([^.!?,;\n]{2,200})/giu;
const CHINESE =
  /(?:^|[。！？，；：\s])(?:请|请你|麻烦|麻烦你|帮我|你)?(?:把)?(?:忘掉|忘记|删掉|别再记着?|不要再记着?)(?:关于)?([^。！？\n]{2,100}?)(?:这件事|这事儿?|这个|的事情?|的记忆)?(?:吧|了|啊|呀)*(?=[。！？\n]|$)/giu;
/** "Don't forget that …" asks for the contrary. */
const CONTRARY =
  /\b(?:don'?t|do not|never|won'?t|didn'?t|not)\s+(?:ever\s+)?forget|[别不没]要?忘|[我他她]们?(?:又|都|总是?)?忘/iu;

/** What a message asks to forget; the last is the plainest. Empty for nearly all messages. */
export function forgetRequests(text: string): string[] {
  if (!/forget|忘|删掉|别再记|不要再记/i.test(text)) return [];
  const found: string[] = [];
  for (const line of text.split(/\n/)) {
    if (CONTRARY.test(line)) continue;
    for (const pattern of [ENGLISH, CHINESE]) {
      for (const match of line.matchAll(pattern)) found.push(match[1]!.trim());
    }
  }
  return found;
}
