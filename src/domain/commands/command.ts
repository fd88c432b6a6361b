/** A command to the bot's memory, as a message states it. */
export type ChatCommand =
  /** "remember that Sergey lives in Berlin" */
  | { readonly kind: "remember"; readonly claim: string }
  /** "remember this about Sergey", with what was said before or with words of its own; `about: null`: nobody is named. */
  | { readonly kind: "remember_this"; readonly about: string | null; readonly words: string | null }
  /** "forget that Sergey likes pizza"; `what: null`: what was said just before. */
  | { readonly kind: "forget"; readonly what: string | null }
  /** "what do you know about Sergey?" */
  | { readonly kind: "ask"; readonly about: string };

export type CommandLanguage = "en" | "zh";
