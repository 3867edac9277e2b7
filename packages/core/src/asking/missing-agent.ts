import type { AskedDecision } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";
import { mayPassTo } from "../flow/work.ts";
import type { Room } from "../kernel/room.ts";
import { titleOf } from "../kernel/title.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import type { Task } from "../task/task.ts";
import { availableRoles } from "../team/availability.ts";
import { findRole } from "../team/team.ts";
import { abortOf, cancelOption } from "./asked.ts";

/** What the room asks about a task for one agent alone that stays away while others fill its role. */
export function aboutMissing(room: Room, task: Task, waiters: WaitersByTask): AskedDecision {
  const { id, role, agentId, priority } = task;
  const name = (agentId && room.agents[agentId]?.name) ?? "its agent";
  const title = findRole(room.team, role)?.title ?? role;
  const others = room.team.roles.filter(
    (other) => other.name !== role && availableRoles(room).includes(other.name),
  );
  const isPressing = priority === "critical" || priority === "high";
  return {
    kind: "role_unavailable",
    subject: { kind: "task", taskId: id },
    question: `${id} “${titleOf(task.title, 60)}” is for ${name} alone, who is away. Who takes it?`,
    reason: `Other agents are connected as ${title}.`,
    options: [
      anOption("anyone", `Any ${title}`, `The next ${title} that is free takes it.`, {
        kind: "set_free",
      }),
      ...others
        .filter((other) => mayPassTo(room, task, other.name))
        .map((other) =>
          anOption(
            `reroute:${other.name}`,
            `Give it to ${other.title}`,
            `${other.title} takes it over as its own work.`,
            { kind: "reroute", role: other.name },
          ),
        ),
      anOption("wait", "Wait", `It waits for ${name}. You aren't asked again until then.`, {
        kind: "wait",
      }),
      cancelOption(room, task, waiters),
      ...abortOf(room, task),
    ],
    urgency: isPressing ? "high" : "medium",
    holdsUp: heldUpBy(waiters, [id]),
    askedBy: null,
  };
}
