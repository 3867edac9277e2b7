import type { Room } from "../kernel/room.ts";
import type { Task } from "../task/task.ts";
import { wishOf } from "../task/worker-model.ts";
import { specOf } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { classOfTier } from "../team/tiers.ts";
import type { KnownModel } from "./known-models.ts";
import type { ModelWords } from "./model.ts";
import type { Offer } from "./run.ts";

/** What a room, its team and the task say about the model of a run that this offer starts. */
export function saidHere(
  room: Room,
  of: { offer: Offer; task: Task | undefined; known: readonly KnownModel[] },
): ModelWords {
  const { offer, task, known } = of;
  const { model = null, tier = null } = task ? wishOf(task) : {};
  const { role } = offer;
  const { options, team } = room;
  const filled = findRole(team, role);
  return {
    message: model,
    models: options.models,
    role,
    offer,
    known,
    charter: filled ? specOf(filled).model : null,
    tier: tier === null ? null : classOfTier(team, tier),
  };
}
