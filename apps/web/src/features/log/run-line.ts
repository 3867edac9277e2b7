import type { EventsOf } from "@squadroom/core/kernel/event";
import { plainText } from "../../words/plain-text.ts";
import { roleTitle } from "../../words/role-title.ts";
import { line } from "./sentence.ts";
import { NOWHERE, TASKS, type ToldOf } from "./told.ts";

/** Runners and the agents that they run. */
export const RUN_TOLD: ToldOf<EventsOf<"run" | "runner">> = {
  "runner.connected": {
    shown: TASKS,
    line: ({ data: { name, offers } }) => {
      const roles = [...new Set(offers.map(({ role }) => roleTitle(role)))].join(", ");
      return line("join", "line.runnerConnected", { runner: plainText(name), roles });
    },
  },
  "runner.changed": {
    shown: NOWHERE,
    line: ({ data: { runnerId, slots, isDraining }, actor }, names, who) => {
      const said = { who, runner: names.runner(runnerId) };
      // Nobody paused it: it was told to stop where it runs.
      if (isDraining && actor.kind === "server") return line("mode", "line.runnerStops", said);
      if (isDraining !== undefined)
        return line("mode", isDraining ? "line.runnerDrains" : "line.runnerResumes", said);
      if (slots === undefined) return line("mode", "line.runnerLooked", said);
      return line("mode", "line.runnerSlots", { ...said, slots: String(slots) });
    },
  },
  "runner.left": {
    shown: TASKS,
    line: ({ data: { runnerId, reason } }, names) =>
      line("leave", "line.runnerLeft", { runner: names.runner(runnerId) }, { because: reason }),
  },
  "runner.went_offline": {
    shown: TASKS,
    line: ({ data: { runnerId, afterS } }, names) => {
      const said = { runner: names.runner(runnerId), seconds: String(afterS) };
      return line("offline", "line.runnerOffline", said, { tone: "warn" });
    },
  },
  "runner.came_online": {
    shown: TASKS,
    line: ({ data: { runnerId } }, names) =>
      line("back", "line.runnerBack", { runner: names.runner(runnerId) }),
  },
  "runner.forgotten": {
    shown: TASKS,
    line: ({ data: { runnerId } }, names, who) =>
      line("leave", "line.runnerForgotten", { who, runner: names.runner(runnerId) }),
  },
  "run.requested": {
    shown: TASKS,
    line: ({ data: { runId, role, taskId } }) => {
      const said = { run: String(runId), role: roleTitle(role) };
      return taskId === null
        ? line("join", "line.runRequested", said)
        : line("join", "line.runRequestedFor", { ...said, task: taskId });
    },
  },
  "run.assigned": {
    shown: NOWHERE,
    line: ({ data: { runId, runnerId } }, names) =>
      line("join", "line.runAssigned", { run: String(runId), runner: names.runner(runnerId) }),
  },
  "run.seated": {
    shown: NOWHERE,
    line: ({ data: { runId, name } }) =>
      line("join", "line.runSeated", { run: String(runId), name: plainText(name) }),
  },
  "run.started": {
    shown: TASKS,
    line: ({ data: { runId, name, harness, isResumed } }) => {
      const said = { run: String(runId), name: plainText(name), harness };
      return line("join", isResumed ? "line.runResumed" : "line.runStarted", said);
    },
  },
  "run.turn_began": {
    shown: NOWHERE,
    line: ({ data: { runId, turn } }, _, who) =>
      line("progress", "line.turnBegan", { who, run: String(runId), turn: String(turn) }),
  },
  "run.turn_ended": {
    shown: NOWHERE,
    line: ({ data: { runId, turn, why, isEmpty, reason } }, _, who) => {
      const said = { who, run: String(runId), turn: String(turn) };
      const because = why === "done" ? undefined : reason;
      if (isEmpty) return line("failed", "line.turnEmpty", said, { tone: "warn" });
      return line("progress", `line.turnEnded.${why}`, said, { because });
    },
  },
  "run.changed": {
    shown: NOWHERE,
    line: ({ data: { runId, problem, state, context } }) => {
      if (context) {
        const percent = String(Math.floor((context.used / context.size) * 100));
        return line("failed", "line.runContext", { run: String(runId), percent }, { tone: "warn" });
      }
      const tone = state === "error" ? "warn" : "plain";
      const because = problem ?? undefined;
      return line("progress", "line.runChanged", { run: String(runId) }, { tone, because });
    },
  },
  "run.examined": {
    shown: NOWHERE,
    line: ({ data: { runId, evidence } }) => {
      const { changes, checks } = evidence;
      const failed = checks.filter(({ passed }) => !passed).length;
      const said = { run: String(runId), checks: String(checks.length), failed: String(failed) };
      const count = changes?.fileCount ?? evidence.artifacts.length;
      if (failed > 0) return line("failed", "line.runMadeFailed", said, { count, tone: "warn" });
      return line("completed", checks.length > 0 ? "line.runMadeChecked" : "line.runMade", said, {
        count,
      });
    },
  },
  "run.ordered": {
    shown: TASKS,
    line: ({ data: { runId, order } }, _, who) =>
      line(
        "front",
        `line.runOrdered.${order.act}`,
        { who, run: String(runId) },
        {
          because: order.text || undefined,
        },
      ),
  },
  "run.order_settled": {
    shown: NOWHERE,
    line: ({ data: { runId, isDone, note } }) =>
      line(
        "decided",
        isDone ? "line.orderDone" : "line.orderRefused",
        { run: String(runId) },
        {
          because: note || undefined,
        },
      ),
  },
  "run.ended": {
    shown: TASKS,
    line: ({ data: { runId, why, reason } }) => {
      const isBad = why === "crashed" || why === "start_failed" || why === "start_timeout";
      return line(
        "leave",
        `line.runEnded.${why}`,
        { run: String(runId) },
        {
          tone: isBad ? "warn" : "plain",
          because: reason,
        },
      );
    },
  },
};
