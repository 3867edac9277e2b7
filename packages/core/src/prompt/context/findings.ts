import { endSentence } from "../../kernel/sentence.ts";
import type { ReviewReply } from "../../reply/shapes.ts";
import { inline } from "../markdown.ts";
import type { Item } from "./items.ts";

/** A review's findings, those that must change first. */
export function findingItems({ mustFix, findings }: Pick<ReviewReply, "mustFix" | "findings">): Item[] {
  return [
    ...mustFix.map((text): Item => ({ kind: "finding", text: `Must change: ${inline(text)}` })),
    ...findings.map(({ severity, file, line, issue, suggestion }): Item => {
      const where = line === undefined || line === 0 ? file : `${file}:${line}`;
      const what = inline(issue);
      const said = suggestion ? `${endSentence(what)} Suggested: ${inline(suggestion)}` : what;
      return { kind: "finding", text: `${severity}, ${inline(where)}: ${said}` };
    }),
  ];
}
