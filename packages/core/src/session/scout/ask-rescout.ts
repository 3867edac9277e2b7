import { SERVER } from "../../kernel/actor.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { cancelled } from "../../task/cancel.ts";
import { LIVE_TASKS_MAX } from "../../task/crowd.ts";
import { foundText } from "../../task/found.ts";
import { liveTask } from "../../task/order.ts";
import { filesOf } from "../plan/assignment.ts";
import type { At } from "../record/at.ts";
import { type BrainstormSession, isReviewed } from "../record/session.ts";
import { carriedIn } from "../review/findings.ts";
import { taskForAgent } from "../steps/ask-agent.ts";

/** Most files of a batch that a scout is told about. */
const FILES_MAX = 100;

/**
 * A batch is reviewed and others are left: an agent scouts the project again, while a person looks at the
 * checkpoint. Once for each batch.
 *
 * @source domain.md § 6, Batches
 */
export function askRescout(at: At<BrainstormSession>): ActedFact[] {
  const { room, session, actor } = at;
  const { id: sessionId, batches, batch, rescout } = session;
  if (batches === null || batch === null || batch >= batches.length - 1) return [];
  if (!isReviewed(session) || rescout?.after === batch) return [];
  // Without room for its task, the next batch is planned without it.
  if (room.tasks.length >= LIVE_TASKS_MAX) return [];
  const instruction = changesOf(session, batch);
  const task = taskForAgent(at, "scout", "renew", instruction);
  return [{ type: "session.rescouted", data: { sessionId, batch, task }, actor }];
}

/** What the batch was, what its review said about it, and the files that its plan named. */
function changesOf(session: BrainstormSession, batch: number): string {
  const { batches, proposals } = session;
  const one = batches?.[batch];
  const files = [...new Set(proposals.plan?.value.tasks.flatMap(filesOf) ?? [])];
  const left = (batches ?? []).slice(batch + 1);
  const carried = carriedIn(session);
  return [
    `Batch ${batch + 1} is done: ${one?.title ?? ""}`,
    one?.description ?? "",
    `What its review says: ${proposals.review?.value.summary ?? ""}`,
    ...(carried.length > 0 ? [`What its reviews found and nobody mended:\n${carried.map(foundText).join("\n")}`] : []),
    ...(files.length > 0 ? [`Files that its plan named: ${files.slice(0, FILES_MAX).join(", ")}`] : []),
    `Still to do: ${left.map(({ title }) => title).join("; ")}`,
  ]
    .filter((line) => line.trim() !== "")
    .join("\n\n")
    .slice(0, 20_000)
    .toWellFormed();
}

/** The plan is made without a scout that failed: nobody is asked about that task any more. */
export function dropFailed(room: Room, session: BrainstormSession): ActedFact[] {
  const { rescout } = session;
  if (rescout?.state !== "failed" || !liveTask(room, rescout.work.taskId)) return [];
  return cancelled([rescout.work.taskId], "The next batch is planned without it.", SERVER);
}
