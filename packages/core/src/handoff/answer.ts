import type { RoleName } from "../kernel/ids.ts";
import type { Task } from "../task/task.ts";
import { findRole, type Team } from "../team/team.ts";
import { actingEntryPoint } from "../team/variants.ts";

/** Who waits for the answer to a question, and who takes it: another role while that one is away. */
export interface AnswerWay {
  asker: RoleName;
  /** `null`: nobody present takes it. */
  to: RoleName | null;
}

/**
 * Where the answer goes: back to whoever asked, in their absence to the entry point. `null` if only the one who was
 * asked could say what becomes of it: it is no question, or it came to the entry point itself.
 */
export function answerWay(
  team: Team,
  { intent, createdBy }: Pick<Task, "intent" | "createdBy">,
  role: RoleName,
  available: readonly RoleName[],
): AnswerWay | null {
  if (intent !== "question") return null;
  const entry = actingEntryPoint(team, available);
  const asker = createdBy.role && findRole(team, createdBy.role) ? createdBy.role : entry;
  if (asker === role) return null;
  if (available.includes(asker)) return { asker, to: asker };
  if (entry === role) return null;
  return { asker, to: available.includes(entry) ? entry : null };
}
