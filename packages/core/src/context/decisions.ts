import type { PersonId } from "../kernel/ids.ts";
import { type Reader, relevantTo } from "../wisdom/relevance.ts";
import type { WisdomEntry } from "../wisdom/wisdom.ts";
import { decisionsOf, type Reported, type SharedDecision } from "./shared.ts";

/** What agents decided with their tasks, for one reader: what is about the same files first, then the newest. */
export function decisionsFor(reported: readonly Reported[], reader: Reader): SharedDecision[] {
  const all = decisionsOf(reported, []).toReversed();
  const asEntries = all.map(
    (one, i): WisdomEntry => ({
      id: i + 1,
      kind: "decision",
      text: one.text,
      files: one.files,
      labels: [],
      roles: [],
      scope: "room",
      by: { kind: "person", id: "" as PersonId, name: one.by },
      taskId: one.taskId,
      sessionId: null,
      runId: null,
      at: one.at,
      promoted: null,
      supersedes: null,
      source: null,
    }),
  );
  return relevantTo(asEntries, reader).flatMap(({ entry }) => all[entry.id - 1] ?? []);
}
