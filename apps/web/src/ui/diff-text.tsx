import { type ReactNode, useMemo } from "react";
import { diffWords } from "./word-diff.ts";
import "./diff-text.css";

/** The later text with what was added to it and removed from it. */
export function DiffText({ before, after }: { before: string; after: string }): ReactNode {
  const pieces = useMemo(() => {
    let at = 0;
    return diffWords(before, after).map((piece, i, all) => {
      at += piece.text.length;
      // Its replacement is in the same paragraph.
      const isReplaced = piece.kind === "removed" && all[i + 1]?.kind === "added";
      return { ...piece, text: isReplaced ? `${piece.text.trimEnd()} ` : piece.text, at };
    });
  }, [before, after]);
  return (
    <div className="read diff">
      {pieces.map(({ kind, text, at }) =>
        kind === "same" ? (
          <span key={`${at} same`}>{text}</span>
        ) : kind === "added" ? (
          <ins key={`${at} added`}>
            <span className="sr">added: </span>
            {text}
          </ins>
        ) : (
          <del key={`${at} removed`}>
            <span className="sr">removed: </span>
            {text}
          </del>
        ),
      )}
    </div>
  );
}
