import { unreachable } from "../../kernel/unreachable.ts";
import { listedUpTo } from "../../kernel/words.ts";
import { advanceText } from "../../pipeline/advance-text.ts";
import { revisionOf } from "../../pipeline/pipeline.ts";
import type { Ruled, Session } from "../record/session.ts";

/** What the room did by itself in a pipeline, or somebody released, as a sentence without its full stop. */
export function ruledText(ruled: Ruled, session: Pick<Session, "execution">): string {
  if ("advances" in ruled) {
    const what = ruled.advances.map(advanceText).join("; ");
    const after = afterText(ruled, session);
    if (after !== null) return `After ${after}: ${what}`;
    return `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`;
  }
  const { why, by, taskIds, behind } = ruled;
  const tasks = listedUpTo(5, taskIds);
  if (behind) return `${by} put ${tasks} in order`;
  switch (why) {
    case "told":
      return `${by} let ${tasks} start`;
    case "nobody_there":
      return `No coordinator was there: ${tasks} started`;
    case "no_answer":
      return `The coordinator didn't answer: ${tasks} started`;
    case "in_turn":
      return `Its turn: ${tasks}`;
    default:
      return unreachable(why);
  }
}

/** What it follows from: a cancelled step led to nothing, except through a revision that replaced it. */
function afterText(
  { ended, advances }: Extract<Ruled, { advances: unknown }>,
  { execution }: Pick<Session, "execution">,
): string | null {
  if (ended.length === 0) return null;
  const made = ended.filter((id) => execution?.outcomes[id]?.state !== "cancelled");
  if (made.length > 0) return listedUpTo(5, made);
  const started = advances.flatMap((one) => ("taskIds" in one ? one.taskIds : []));
  if (started.some((id) => revisionOf(id).revision > 0)) return "the revision";
  return `${listedUpTo(5, ended)} ${ended.length === 1 ? "was" : "were"} cancelled`;
}
