import { SERVER } from "../kernel/actor.ts";
import type { Deadlines } from "../kernel/deadline.ts";
import { liveTask } from "../task/order.ts";
import { findRole } from "../team/team.ts";
import { isOnHold } from "./events.ts";
import { isOpen } from "./fanout.ts";
import { branchDueAt } from "./follow-up.ts";

/** A branch that nobody takes has a limit too. One that an agent holds has its task's, like any other task. */
export const fanoutDeadlines: Deadlines = (room, { graceUntil }) =>
  (room.fanouts.all ?? []).flatMap((fanout) =>
    fanout.branches.filter(isOpen).flatMap((branch) => {
      const { taskId, role } = branch;
      const task = liveTask(room, taskId);
      if (!task || task.lease || isOnHold(room, task)) return [];
      const title = findRole(room.team, role)?.title ?? role;
      const isThere = Object.values(room.agents).some((one) => one.role === role && one.online);
      const why = isThere ? "" : `: no ${title} is connected`;
      const data = {
        fanoutId: fanout.id,
        taskId,
        outcome: "timed_out" as const,
        by: null,
        text: `Nobody took it within ${fanout.branchS} s${why}.`,
      };
      return [
        {
          dueAt: Math.max(branchDueAt(room, fanout, branch), graceUntil),
          expire: () => [{ type: "fanout.branch_ended" as const, data, actor: SERVER }],
        },
      ];
    }),
  );
