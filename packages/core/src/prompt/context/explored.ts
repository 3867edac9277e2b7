import type { Room } from "../../kernel/room.ts";
import { counted } from "../../kernel/words.ts";
import { changesSince, countsText, findScout, type StoredScout } from "../../scout/scout.ts";
import type { PipelineSession } from "../../session/record/session.ts";
import type { Task } from "../../task/task.ts";
import { specOf } from "../../team/role-spec.ts";
import { findRole, type Role } from "../../team/team.ts";
import { inline } from "../markdown.ts";

/** Most angles that a delivery names. */
const NAMED_MAX = 5;

/** Whether the role's spec has it explore the project with a subagent. */
export function explores(role: Role | undefined): boolean {
  return role !== undefined && specOf(role).subagents.some((name) => /explor|scout/i.test(name));
}

/**
 * Earlier explorations, for whoever explores at a pipeline's step: looked up first, saved for the others.
 *
 * @source document 004 (explore subagent: cache by angle)
 */
export function exploredLines(
  { team, scouts }: Pick<Room, "team" | "scouts">,
  { angle }: Pick<PipelineSession, "angle">,
  task: Pick<Task, "role">,
): string[] {
  if (!explores(findRole(team, task.role))) return [];
  const save = "Save what you find: `squadroom scout save --reply FILE`.";
  const own = angle ? findScout(scouts, angle) : undefined;
  const look =
    angle && !own ? [`Explore from this angle, which nobody has looked from: ${inline(angle)}. ${save}`] : [];
  const known = own ? [own] : scouts.stored.slice(0, NAMED_MAX);
  if (known.length === 0) return look;
  const named = known.map((scout) => {
    const since = changesSince(scouts, scout).length;
    const now = since === 0 ? "current" : `${counted(since, "change")} since`;
    return `${inline(scout.value.angle)} (${countsText(scout.value)}, ${now})`;
  });
  return [
    ...look,
    `Explored before: ${named.join("; ")}. \`squadroom scout show ANGLE\` prints it; explore only what isn't there. ${look.length === 0 ? save : ""}`.trim(),
  ];
}

/** What the room found out from the session's angle, for the same agents. */
export function exploredFor(
  { team, scouts }: Pick<Room, "team" | "scouts">,
  { angle }: Pick<PipelineSession, "angle">,
  task: Pick<Task, "role">,
): StoredScout | undefined {
  if (!angle || !explores(findRole(team, task.role))) return undefined;
  return findScout(scouts, angle);
}
