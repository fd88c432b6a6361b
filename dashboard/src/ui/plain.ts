/** An error's message for a person: marks of code become quotation marks. */
export function plain(message: string): string {
  return message.replaceAll(/`([^`]*)`/g, "“$1”");
}
