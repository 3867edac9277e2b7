import type { ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { keepWords, type MarkdownNode } from "./keep-words.ts";
import "./rich-text.css";

/** What agents write is untrusted: HTML is text, images are links, links lead only to http(s) and mail. */
const SCHEMA = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((tag) => !["img", "picture", "source"].includes(tag)),
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"] },
};

const heading = ({ children }: { children?: ReactNode }): ReactNode => <p className="md-head">{children}</p>;

/** In a task list: read-only. */
const checkbox = ({ checked }: { checked?: boolean }): ReactNode => (
  <input type="checkbox" checked={checked} disabled aria-label={checked ? "done" : "not done"} />
);

/** Anything that may be wider than its message can also be scrolled by key. */
const wide =
  (Part: "pre" | "table") =>
  ({ children }: { children?: ReactNode }): ReactNode => <Part tabIndex={0}>{children}</Part>;

const COMPONENTS: Components = {
  pre: wide("pre"),
  table: wide("table"),
  input: checkbox,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  // A message's headings are no part of the page's outline.
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
};

const REMARK = [remarkGfm, () => (tree: MarkdownNode) => keepWords(tree)];
const REHYPE: [[typeof rehypeSanitize, typeof SCHEMA]] = [[rehypeSanitize, SCHEMA]];

export function Markdown({ text }: { text: string }): ReactNode {
  return (
    <div className="md">
      <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
