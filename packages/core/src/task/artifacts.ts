import type { Attachment } from "../attachment/attachment.ts";
import type { Artifact, TaskResult } from "./result.ts";
import type { Progress, TaskState } from "./task.ts";

export const ARTIFACT_STATUSES = ["created", "modified", "deleted", "changed"] as const;
export const STAGES = ["draft", "final"] as const;

/** A task with what it left behind. */
export interface ArtifactSource {
  taskId: string;
  title: string;
  state: TaskState;
  at: number;
  /** Name of whoever had it last. */
  agent: string | null;
  progress: Progress | null;
  result: Partial<Pick<TaskResult, "artifacts" | "diff" | "changes">> | null;
}

export interface ListedArtifact {
  path: string;
  status: (typeof ARTIFACT_STATUSES)[number];
  stage: (typeof STAGES)[number];
  lines: number | null;
  hash: string | null;
  /** The file with its content, by its id. */
  contentId: string | null;
  size: number | null;
  producer: string | null;
  taskId: string;
  at: number;
  diff: Attachment | null;
}

/**
 * What one task made: from its result, otherwise its progress; for a task that is worked on again, its progress has the
 * last word. Files that only its diff has are included.
 */
export function artifactsOf(task: Omit<ArtifactSource, "title">): ListedArtifact[] {
  const { taskId, state, at, agent, progress, result } = task;
  const isDone = state === "completed";
  const isHandedIn = isDone || state === "in_review";
  const [last, before] = isHandedIn
    ? [result?.artifacts ?? [], progress?.artifacts ?? []]
    : [progress?.artifacts ?? [], result?.artifacts ?? []];
  const said = new Map<string, Artifact>(before.map((one) => [one.path, one]));
  for (const one of last) said.set(one.path, joined(one, said.get(one.path)));
  const rows = [...said.values()].map(
    ({ path, status, lines, hash, contentId, size, stage, producer }): ListedArtifact => ({
      path,
      status,
      taskId,
      at,
      stage: isDone ? "final" : (stage ?? "draft"),
      lines: lines ?? null,
      hash: hash ?? null,
      contentId: contentId ?? null,
      size: size ?? null,
      producer: producer ?? agent,
      diff: result?.diff ?? null,
    }),
  );
  const bare = (result?.changes?.files ?? []).filter((path) => !said.has(path));
  return [
    ...rows,
    ...bare.map(
      (path): ListedArtifact => ({
        path,
        taskId,
        at,
        status: "changed",
        stage: isDone ? "final" : "draft",
        lines: null,
        hash: null,
        contentId: null,
        size: null,
        producer: agent,
        diff: result?.diff ?? null,
      }),
    ),
  ];
}

/** What was said before holds unless it says otherwise. */
function joined(one: Artifact, before: Artifact | undefined): Artifact {
  const isSame = before?.status === one.status && (one.lines === undefined || one.lines === before.lines);
  return isSame ? { ...before, ...one } : one;
}
