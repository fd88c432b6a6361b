export function replaceSection(document: string, name: string, body: string): string;
