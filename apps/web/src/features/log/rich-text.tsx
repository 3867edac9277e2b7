import { clsx } from "clsx";
import { lazy, memo, Suspense, type ReactNode } from "react";

const loadMarkdown = () => import("./markdown.tsx").then((module) => ({ default: module.Markdown }));
const Markdown = lazy(loadMarkdown);

/** Fetched when a room opens, so that the first formatted message need not wait. */
export function preloadMarkdown(): void {
  void loadMarkdown();
}

/** Anything that reads differently once it is formatted. Most messages are plain, and stay cheap. */
export function hasMarkup(text: string): boolean {
  return /[`*_~|<]|\[.+\]\(|^\s{0,3}(#{1,6}\s|>|[-+]\s|\d+[.)]\s)|https?:\/\/|^\s*---/m.test(text);
}

export const RichText = memo(function RichText({ text, className }: { text: string; className?: string | undefined }): ReactNode {
  const plain = <div className={clsx("ev-text plain", className)}>{text}</div>;
  if (!hasMarkup(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <div className={clsx("ev-text", className)}>
        <Markdown text={text} />
      </div>
    </Suspense>
  );
});
