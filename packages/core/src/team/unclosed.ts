const CLOSES: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/**
 * Where a list, map or quote begins that a broken YAML text never closes: the reader notices it only further down.
 * `null`: that isn't what is wrong, or nobody can say.
 */
export function unclosedIn(text: string): { offset: number; mark: string } | null {
  // Texts below a `|` may contain such marks.
  if (/[|>][+-]?\d?[ \t]*$/m.test(text)) return null;
  const open: number[] = [];
  /** A quote that continues past the end of its line is the one that somebody forgot to close. */
  let long: number | null = null;
  let isStart = true;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if (char === "#" && /^\s?$/.test(text[i - 1] ?? "")) {
      const end = text.indexOf("\n", i);
      if (end < 0) break;
      i = end;
      isStart = true;
    } else if ((char === '"' || char === "'") && isStart) {
      const end = quoteEnd(text, i);
      if (end === null || text.slice(i, end).includes("\n")) long ??= i;
      if (end === null) break;
      i = end;
      isStart = false;
    } else if (char in CLOSES && isStart) open.push(i);
    else if (char === "]" || char === "}") {
      const last = open.at(-1);
      if (last !== undefined && CLOSES[text[last] ?? ""] !== char) break;
      open.pop();
      isStart = false;
    } else if (!/\s/.test(char)) isStart = isSeparator(text, i, open.length > 0);
  }
  const offset = long ?? open.at(-1);
  return offset === undefined ? null : { offset, mark: text[offset] ?? "" };
}

/** After it, a value begins. */
function isSeparator(text: string, at: number, isInside: boolean): boolean {
  const char = text[at] ?? "";
  if (isInside && char === ",") return true;
  return (char === ":" || char === "-") && /^\s?$/.test(text[at + 1] ?? "");
}

function quoteEnd(text: string, from: number): number | null {
  const quote = text[from];
  for (let i = from + 1; i < text.length; i++) {
    if (quote === '"' && text[i] === "\\") i++;
    else if (text[i] === quote) {
      if (quote === '"' || text[i + 1] !== "'") return i;
      i++;
    }
  }
  return null;
}
