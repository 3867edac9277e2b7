import { clsx } from "clsx";
import { lazy, memo, type ReactNode, Suspense } from "react";
import { plainText } from "../words/plain-text.ts";
import "./rich-text.css";

/** Without its chunk (the server was away) a message stays as written. */
const loadMarkdown = () =>
  import("./markdown.tsx")
    .then((module) => ({ default: module.Markdown }))
    .catch(() => ({ default: ({ text }: { text: string }): ReactNode => text }));
const Markdown = lazy(loadMarkdown);

/** Fetched when a room opens, so that the first formatted message need not wait. */
export function preloadMarkdown(): void {
  void loadMarkdown();
}

/** Anything that reads differently once formatted. Most messages are plain, and stay cheap. */
export function hasMarkup(text: string): boolean {
  return /[`*_~|<]|\[.+\]\(|^\s{0,3}(#{1,6}\s|>|[-+]\s|\d+[.)]\s)|https?:\/\/|^\s*---/m.test(text);
}

export const RichText = memo(function RichText({
  text,
  className,
}: {
  text: string;
  className?: string | undefined;
}): ReactNode {
  if (!hasMarkup(text)) return <div className={clsx("rich rich-plain", className)}>{text}</div>;
  return (
    <Suspense
      fallback={<div className={clsx("rich rich-plain", className)}>{text.split("\n").map(plainText).join("\n")}</div>}
    >
      <div className={clsx("rich", className)}>
        <Markdown text={text} />
      </div>
    </Suspense>
  );
});
