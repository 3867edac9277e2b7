import { REASON_MAX } from "../decision/decision.ts";
import { type AskedDecision, anOption, defineQuestion, forGood } from "../decision/question.ts";
import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import type { RoomView } from "../kernel/view.ts";
import { counted, listedUpTo } from "../kernel/words.ts";
import { TRY_AGAIN } from "../session/record/decided.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import { liveTask } from "../task/order.ts";
import { isPassed } from "../task/review.ts";
import { findRole } from "../team/team.ts";
import type { Branch, BranchKey } from "./branch.ts";
import { type Stuck, stuckBranches, workOn } from "./stuck-branches.ts";

declare module "../kernel/question.ts" {
  interface Questions {
    merge_failed: Asks<"branch", "retry_merge" | "skip_merge">;
  }
}

const FILES_NAMED = 4;
/** Most characters shown of a check's output. */
const TAIL_MAX = 3_000;

/** A branch could not be merged, and nobody mends it. */
export const mergeFailed = defineQuestion({
  kind: "merge_failed",
  finds: ({ room, waiters }) => stuckBranches(room).map((one) => ask(room, one, waiters())),
  appears: (room) => stuckBranches(room).length > 0,
  moot: ({ branches }, { subject: { key } }) => whyMoot(branches, key),
  answers: {
    retry_merge: ({ room, by, decision: { subject } }) =>
      forGood(decideRetryMerge(room, { type: "retryMerge", by, branch: subject.key })),
    skip_merge: ({ room, by, decision: { subject }, note: reason }) =>
      forGood(decideSkipMerge(room, { type: "skipMerge", by, branch: subject.key, reason })),
  },
});

function ask(room: Room, branch: Stuck, waiters: WaitersByTask): AskedDecision<"merge_failed"> {
  const { key, title, name, line, lineTitle, merge, by } = branch;
  const task = liveTask(room, merge.taskId);
  const into = room.branches[line ?? ""]?.name ?? line ?? lineTitle;
  const holdsUp = task ? heldUpBy(waiters, [task.id]) : 0;
  const mender = findRole(room.team, by?.role ?? room.team.entryPoint)?.title ?? "its role";
  const again = merge.why === "refused" ? "you are asked again" : `${mender} gets what is in the way to mend`;
  return {
    kind: "merge_failed",
    subject: { kind: "branch", key, title: titleOf(title, 60), name },
    question: `${key} “${titleOf(title, 60)}” couldn't be merged into ${into}. What next?`,
    reason: whyStuck(branch),
    options: [
      anOption("retry", TRY_AGAIN, `It is merged again. If that fails, ${again}.`, "retry_merge"),
      anOption(
        "skip",
        "Leave it out",
        `${into} goes without it${task ? `, and ${task.id} passes` : ""}. The branch ${name} stays. Your reason is kept.`,
        "skip_merge",
        { needsNote: true },
      ),
    ],
    urgency: "high",
    holdsUp,
    askedBy: null,
  };
}

function whyStuck({ merge: { why, note }, failures, failed }: Stuck): string {
  const tried = failures > 1 ? `${counted(failures, "merge")} in a row failed. ` : "";
  if (why === "refused") return `${tried}${note}`.slice(0, REASON_MAX).toWellFormed();
  // A check's output says at its end what failed.
  if (why === "checks") return `${tried}Once it is merged, a check fails:\n\n\`\`\`\n${note.slice(-TAIL_MAX)}\n\`\`\``;
  const files = failed.at(-1)?.files ?? [];
  return `${tried}It conflicts in ${listedUpTo(FILES_NAMED, files.length > 0 ? files : ["some files"])}, and nobody is mending it.`;
}

/** Why nothing is asked about it any more. */
function whyMoot(branches: RoomView["branches"], key: BranchKey): string {
  const state = branches[key]?.merge?.state;
  switch (state) {
    case "waiting":
      return "Its merge is tried again.";
    case "merged":
      return `${key} is merged.`;
    case "skipped":
      return `Somebody left ${key} out.`;
    case "failed":
      return `Somebody is mending ${key}, or its session is over.`;
    default:
      return `The branch of ${key} is gone.`;
  }
}

export function decideRetryMerge(room: Room, { by, branch: key }: CommandOf<"retryMerge">): RulingOn<"retryMerge"> {
  const branch = room.branches[key];
  if (!branch) return unknownBranch(room, key);
  if (branch.merge?.state === "waiting") return accept([], { key, state: "waiting" });
  if (branch.merge?.state !== "failed") return notWaiting(branch);
  const mending = workOn(room, key).find(({ state }) => state !== "failed");
  if (mending) {
    const { id } = mending;
    const message = `${id} is mending ${branch.name}, which is merged once that is done.`;
    return refused("branch_state", message, { key, taskId: id }, []);
  }
  const data = { key };
  return accept([{ type: "branch.merge_retried", data, actor: actorOf(by) }], {
    key,
    state: "waiting",
  });
}

export function decideSkipMerge(
  room: Room,
  { by, branch: key, reason }: CommandOf<"skipMerge">,
): RulingOn<"skipMerge"> {
  const branch = room.branches[key];
  if (!branch) return unknownBranch(room, key);
  const { merge } = branch;
  if (merge?.state === "skipped") return accept([], { key, state: "skipped" });
  if (merge?.state !== "waiting" && merge?.state !== "failed") return notWaiting(branch);
  const actor = actorOf(by);
  const facts: ActedFact[] = [{ type: "branch.merge_skipped", data: { key, reason }, actor }];
  const task = liveTask(room, merge.taskId);
  if (task?.review && isPassed(task)) {
    const { round } = task.review;
    const why = "skipped" as const;
    const data = { taskId: task.id, round, why, reason, unreviewed: false };
    facts.push({ type: "task.passed", data, actor });
  }
  return accept(facts, { key, state: "skipped" });
}

function notWaiting({ name, key, merge }: Branch): Refused {
  const state = merge?.state ?? "not ready";
  return refused("branch_state", `${name} is ${state}; it doesn't wait to be merged.`, { key }, []);
}

export function unknownBranch({ branches }: Room, key: BranchKey): Refused {
  const known = Object.keys(branches);
  return refused("branch_unknown", `This room has no branch ${key}.`, { key }, known);
}
