const MARK = /\[redacted:([\w-]+)\]/g;

export interface Redacted {
  /** Line of the text, from 1. */
  line: number;
  /** The rules that found something there, each once. */
  kinds: string[];
}

/** Where a text lost secrets, line by line, found by the marks that the server put in their place. */
export function redactedIn(text: string): Redacted[] {
  return text.split("\n").flatMap((content, i) => {
    const kinds = new Set([...content.matchAll(MARK)].map(([, kind = ""]) => kind));
    return kinds.size === 0 ? [] : [{ line: i + 1, kinds: [...kinds] }];
  });
}

/** Said about a file before it is accepted. */
export function redactedText(kinds: readonly string[]): string {
  return `A secret is redacted here: ${kinds.join(", ")}.`;
}
