import { Fragment, type ReactNode } from "react";

export type SayValues = Record<string, ReactNode>;

type Piece = { text: string } | { value: string } | { mark: string; inner: Piece[] };

const TOKEN = /\{\{\s*(\w+)\s*\}\}|<(\/?)(b|m|code|you)>/g;

/** Splits a catalogue sentence into plain text, holes and marks. Only the template is parsed, never a value. */
export function parseSentence(template: string): Piece[] {
  const root: Piece[] = [];
  const open: { mark: string; inner: Piece[] }[] = [];
  const top = (): Piece[] => open.at(-1)?.inner ?? root;
  let last = 0;
  for (const match of template.matchAll(TOKEN)) {
    if (match.index > last) top().push({ text: template.slice(last, match.index) });
    last = match.index + match[0].length;
    const [, value, closing, mark] = match;
    if (value) top().push({ value });
    else if (mark && !closing) {
      const piece = { mark, inner: [] as Piece[] };
      top().push(piece);
      open.push(piece);
    } else open.pop();
  }
  if (last < template.length) root.push({ text: template.slice(last) });
  return root;
}

const parsed = new Map<string, Piece[]>();

function piecesOf(template: string): Piece[] {
  let pieces = parsed.get(template);
  if (!pieces) parsed.set(template, (pieces = parseSentence(template)));
  return pieces;
}

function render(pieces: Piece[], values: SayValues): ReactNode[] {
  return pieces.map((piece, index) => {
    if ("text" in piece) return piece.text;
    if ("value" in piece) return <Fragment key={index}>{values[piece.value]}</Fragment>;
    const inner = render(piece.inner, values);
    if (piece.mark === "m") return <span key={index} className="muted">{inner}</span>;
    if (piece.mark === "you") return <span key={index} className="you strong">{inner}</span>;
    if (piece.mark === "code") return <code key={index}>{inner}</code>;
    return <b key={index}>{inner}</b>;
  });
}

/** A sentence whose holes may hold elements. */
export function Say({ template, values = {} }: { template: string; values?: SayValues }): ReactNode {
  return render(piecesOf(template), values);
}

/** The same sentence as plain text: for titles, labels and the live region. */
export function plain(template: string, values: Record<string, string | number>): string {
  const flat = (pieces: Piece[]): string =>
    pieces.map((piece) => ("text" in piece ? piece.text : "value" in piece ? String(values[piece.value] ?? "") : flat(piece.inner))).join("");
  return flat(piecesOf(template));
}
