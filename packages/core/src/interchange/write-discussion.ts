import { revisionOf } from "../pipeline/pipeline.ts";
import { resultOf } from "../session/discussion/verdict.ts";
import type { Discussion } from "../session/record/discussion.ts";
import type { Session } from "../session/record/session.ts";
import type { CarriedFile } from "./carried.ts";
import { timeText } from "./document-ids.ts";
import type { TaskRefs } from "./write-work.ts";
import { documentFile } from "./write-yaml.ts";

const VERDICTS = {
  reached: "consensus_reached",
  blocked: "consensus_blocked",
  skipped: "skipped",
} as const;

/**
 * A record of each round of discussion, in the document's words. A round about a revision has the revision in its name;
 * if there was a round of that name before, its step, and its number if that isn't enough.
 *
 * @source document 004 (discuss subagent)
 */
export function discussionFiles(session: Session | null, refs: TaskRefs): CarriedFile[] {
  const taken = new Set<string>();
  const isFree = (name: string) => !taken.has(name.toLowerCase());
  return (session?.discussions ?? []).map((discussion) => {
    const { first, revision } = revisionOf(discussion.step);
    const round = plainName(discussion.round);
    const again = revision === 0 ? "" : `-R${revision}`;
    const names = [round + again, `${round}-${plainName(first)}${again}`];
    const own = names.find(isFree) ?? `${names[1]}.${discussion.id}`;
    taken.add(own.toLowerCase());
    return discussionFile(`discussions/${own}-discussion.md`, discussion, refs);
  });
}

function plainName(text: string): string {
  return text.replace(/[^\w-]+/g, "-").slice(0, 60) || "round";
}

function discussionFile(path: string, discussion: Discussion, refs: TaskRefs): CarriedFile {
  const { id, round, step, taskId, by, verdict, openedAt, rest } = discussion;
  const { perspectives, averageRating, spread, recommendation, artifact, ...themes } = resultOf(discussion);
  const why = new Map((verdict?.skipped ?? []).map((one) => [one.name, one.why]));
  return documentFile(path, `Discussion ${round}`, {
    meta: {
      round_id: round,
      step,
      task_id: refs.of(taskId),
      agent: by.role,
      artifact,
      started_at: timeText(openedAt),
      ended_at: verdict === null ? null : timeText(verdict.at),
    },
    verdict: verdict === null ? "open" : VERDICTS[verdict.outcome],
    severity: verdict?.severity.toUpperCase() ?? null,
    average_rating: averageRating,
    spread,
    recommendation,
    perspectives: discussion.perspectives.map(({ name, tool, persona, focus, ...turn }, i) => ({
      name,
      tool,
      role: persona,
      focus,
      rating: perspectives[i]?.rating ?? null,
      summary: perspectives[i]?.summary ?? "",
      by: turn.by,
      task_id: turn.taskId,
      skipped: why.get(name),
    })),
    ...themes,
    squadroom: { discussion: id, task: taskId, by, next: verdict?.next ?? null, rest },
  });
}
