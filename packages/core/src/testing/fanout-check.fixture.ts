import type { EventsOf } from "../kernel/event.ts";
import type { ChecksOf } from "./log-reading.fixture.ts";

/** Each branch ends once for each try, and is fulfilled only by a result of its own. */
export const FANOUT_CHECKS: ChecksOf<EventsOf<"fanout">> = {
  "fanout.opened": (log, { data: { fanoutId, joinTaskId, fence, tasks }, actor }) => {
    const { fanouts } = log;
    if (actor.kind === "server" && tasks.some(({ sessionId }) => sessionId == null))
      log.say("the server asks for points of view in a session only");
    if (fanouts.joins.has(fanoutId)) log.say(`fan-out ${fanoutId} is there already`);
    fanouts.joins.set(fanoutId, joinTaskId);
    const join = fence === null ? log.taskIn(joinTaskId, ["pending", "in_review"]) : log.held(joinTaskId, fence);
    if (join) Object.assign(join, { state: "pending", lease: null });
    for (const { id, branchOf } of tasks) {
      log.create(id);
      if (branchOf !== fanoutId) log.say(`${id} is of fan-out ${branchOf}`);
      fanouts.open.set(id, { fanoutId, join: joinTaskId });
      fanouts.branches.set(id, fanoutId);
    }
  },
  "fanout.branch_ended": (log, { data: { fanoutId, taskId, outcome }, actor }) => {
    const { fanouts } = log;
    if (actor.kind !== "server") log.say("a branch's outcome follows from its task");
    if (fanouts.open.get(taskId)?.fanoutId !== fanoutId) log.say(`${taskId} has its outcome already`);
    fanouts.open.delete(taskId);
    const task = log.tasks.get(taskId);
    if ((outcome === "fulfilled") !== fanouts.said.has(taskId))
      log.say(`${taskId} is ${outcome}, and it ${fanouts.said.has(taskId) ? "has" : "has no"} result`);
    if (task?.lease) log.say(`${taskId} is still in hand`);
    if (task && task.state !== "ended") task.state = "failed";
  },
  "fanout.rejoined": (log, { data: { fanoutId, task }, actor }) => {
    const { fanouts } = log;
    if (actor.kind !== "server") log.say("only the room joins again");
    const before = fanouts.joins.get(fanoutId);
    if (before === undefined) log.say(`fan-out ${fanoutId} is not there`);
    else if (fanouts.openOf(before).length > 0) log.say("a branch has no outcome yet");
    fanouts.joins.set(fanoutId, task.id);
    log.create(task.id);
  },
};
