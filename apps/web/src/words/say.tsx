import { Fragment, type ReactNode } from "react";

export type SayValues = Record<string, ReactNode>;

/** `at`: its place in the template, which distinguishes pieces. */
type Piece = { at: number } & ({ text: string } | { value: string } | { mark: string; inner: Piece[] });

const TOKEN = /\{\{\s*(\w+)\s*\}\}|<(\/?)(b|m|code|you)>/g;

/** Splits a sentence into plain text, holes and marks. Only the template is parsed, never a value. */
export function parseSentence(template: string): Piece[] {
  const root: Piece[] = [];
  const open: Piece[][] = [];
  const top = (): Piece[] => open.at(-1) ?? root;
  let last = 0;
  for (const match of template.matchAll(TOKEN)) {
    const at = match.index;
    if (at > last) top().push({ at: last, text: template.slice(last, at) });
    last = at + match[0].length;
    const [, value, closing, mark] = match;
    if (value) top().push({ at, value });
    else if (mark && !closing) {
      const inner: Piece[] = [];
      top().push({ at, mark, inner });
      open.push(inner);
    } else open.pop();
  }
  if (last < template.length) root.push({ at: last, text: template.slice(last) });
  return root;
}

const parsed = new Map<string, Piece[]>();

function piecesOf(template: string): Piece[] {
  const before = parsed.get(template);
  if (before) return before;
  const pieces = parseSentence(template);
  parsed.set(template, pieces);
  return pieces;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** A name or text written from right to left orders only its own letters, not the sentence around it. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

function render(pieces: Piece[], values: SayValues): ReactNode[] {
  return pieces.map((piece) => {
    if ("text" in piece) return piece.text;
    if ("value" in piece) {
      const value = values[piece.value];
      return <Fragment key={piece.at}>{typeof value === "string" ? isolated(value) : value}</Fragment>;
    }
    const inner = render(piece.inner, values);
    if (piece.mark === "m") {
      return (
        <span key={piece.at} className="muted">
          {inner}
        </span>
      );
    }
    if (piece.mark === "you") {
      return (
        <span key={piece.at} className="you strong">
          {inner}
        </span>
      );
    }
    if (piece.mark === "code") return <code key={piece.at}>{inner}</code>;
    return <b key={piece.at}>{inner}</b>;
  });
}

/**
 * A sentence with names and texts in it: each keeps the order of its own letters, in whichever direction it is written.
 * Numbers, ids and times need no tag.
 */
export function say(texts: TemplateStringsArray, ...values: readonly (string | number | null | undefined)[]): string {
  return texts.reduce((said, text, i) => `${said}${isolated(String(values[i - 1] ?? ""))}${text}`);
}

const HOLE = /\{\{\s*(\w+)\s*\}\}/g;

/** The template with its holes filled and its marks unchanged. */
export function fill(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(HOLE, (_, name: string) => isolated(String(values[name] ?? "")));
}

/** A sentence whose holes may hold elements. */
export function Say({ template, values = {} }: { template: string; values?: SayValues }): ReactNode {
  return render(piecesOf(template), values);
}

/** The same sentence as plain text: for titles, labels and the live region. */
export function plain(template: string, values: Record<string, string | number>): string {
  const flat = (pieces: Piece[]): string =>
    pieces
      .map((piece) => {
        if ("text" in piece) return piece.text;
        return "value" in piece ? isolated(String(values[piece.value] ?? "")) : flat(piece.inner);
      })
      .join("");
  return flat(piecesOf(template));
}
