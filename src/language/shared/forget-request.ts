/** What somebody asks to forget. */
export interface ForgetRequest {
  /** The words that name it; `null`: what they said just before. */
  readonly about: string | null;
}
