import type { EventsOf } from "@squadroom/core/kernel/event";
import { plainText } from "../../words/plain-text.ts";
import { roleTitle } from "../../words/role-title.ts";
import { line } from "./sentence.ts";
import { NOWHERE, TASKS, type ToldOf } from "./told.ts";

const TURN_ENDED = {
  done: "<b>{{who}}</b> ended turn {{turn}} of run {{run}}",
  aborted: "Turn {{turn}} of <b>run {{run}}</b> was interrupted",
  deadline: "Turn {{turn}} of <b>run {{run}}</b> ran out of time",
  refused: "Turn {{turn}} of <b>run {{run}}</b> ended at a denied tool",
  failed: "Turn {{turn}} of <b>run {{run}}</b> failed",
  limited: "Turn {{turn}} of <b>run {{run}}</b> met its provider's limit",
} as const;

const RUN_ORDERED = {
  stop: "<b>{{who}}</b> stopped <b>run {{run}}</b>",
  finish: "<b>{{who}}</b> told <b>run {{run}}</b> to end after its turn",
  interrupt: "<b>{{who}}</b> interrupted <b>run {{run}}</b>",
  steer: "<b>{{who}}</b> steered <b>run {{run}}</b>",
} as const;

const RUN_ENDED = {
  finished: "<b>Run {{run}}</b> finished",
  idle: "<b>Run {{run}}</b> ended",
  made_room: "<b>Run {{run}}</b> made room",
  stopped: "<b>Run {{run}}</b> stopped",
  drained: "<b>Run {{run}}</b> ended with its runner",
  crashed: "<b>Run {{run}}</b> crashed",
  start_failed: "<b>Run {{run}}</b> couldn't start",
  start_timeout: "<b>Run {{run}}</b> didn't start in time",
  runner_lost: "<b>Run {{run}}</b> was lost with its runner",
  withdrawn: "<b>Run {{run}}</b> was withdrawn",
} as const;

/** Runners and the agents that they run. */
export const RUN_TOLD: ToldOf<EventsOf<"run" | "runner">> = {
  "runner.connected": {
    shown: TASKS,
    line: ({ data: { name, offers } }) => {
      const roles = [...new Set(offers.map(({ role }) => roleTitle(role)))].join(", ");
      return line("join", "Runner <b>{{runner}}</b> offers to start {{roles}}", {
        runner: plainText(name),
        roles,
      });
    },
  },
  "runner.changed": {
    shown: NOWHERE,
    line: ({ data: { runnerId, slots, isDraining }, actor }, names, who) => {
      const said = { who, runner: names.runner(runnerId) };
      // Nobody paused it: it was told to stop where it runs.
      if (isDraining && actor.kind === "server")
        return line("mode", "Runner <b>{{runner}}</b> is stopping: it starts nothing new", said);
      if (isDraining !== undefined)
        return line(
          "mode",
          isDraining
            ? "<b>{{who}}</b> paused runner <b>{{runner}}</b>: it starts nothing new"
            : "<b>{{who}}</b> resumed runner <b>{{runner}}</b>",
          said,
        );
      if (slots === undefined) return line("mode", "Runner <b>{{runner}}</b> looked again at what is installed", said);
      return line("mode", "<b>{{who}}</b> gave runner <b>{{runner}}</b> {{slots}} slots", {
        ...said,
        slots: String(slots),
      });
    },
  },
  "runner.left": {
    shown: TASKS,
    line: ({ data: { runnerId, reason } }, names) =>
      line("leave", "Runner <b>{{runner}}</b> stopped", { runner: names.runner(runnerId) }, { because: reason }),
  },
  "runner.went_offline": {
    shown: TASKS,
    line: ({ data: { runnerId, afterS } }, names) => {
      const said = { runner: names.runner(runnerId), seconds: String(afterS) };
      return line("offline", "Runner <b>{{runner}}</b> is offline: nothing heard for {{seconds}} s", said, {
        tone: "warn",
      });
    },
  },
  "runner.came_online": {
    shown: TASKS,
    line: ({ data: { runnerId } }, names) =>
      line("back", "Runner <b>{{runner}}</b> is back", { runner: names.runner(runnerId) }),
  },
  "runner.forgotten": {
    shown: TASKS,
    line: ({ data: { runnerId } }, names, who) =>
      line("leave", "<b>{{who}}</b> removed runner <b>{{runner}}</b>", {
        who,
        runner: names.runner(runnerId),
      }),
  },
  "run.requested": {
    shown: TASKS,
    line: ({ data: { runId, role, taskId } }) => {
      const said = { run: String(runId), role: roleTitle(role) };
      return taskId === null
        ? line("join", "<b>Run {{run}}</b> of {{role}} was requested", said)
        : line("join", "<b>Run {{run}}</b> of {{role}} starts for <b>{{task}}</b>", {
            ...said,
            task: taskId,
          });
    },
  },
  "run.assigned": {
    shown: NOWHERE,
    line: ({ data: { runId, runnerId } }, names) =>
      line("join", "<b>Run {{run}}</b> has a slot on <b>{{runner}}</b>", {
        run: String(runId),
        runner: names.runner(runnerId),
      }),
  },
  "run.seated": {
    shown: NOWHERE,
    line: ({ data: { runId, name } }) =>
      line("join", "<b>Run {{run}}</b> is for <b>{{name}}</b>", {
        run: String(runId),
        name: plainText(name),
      }),
  },
  "run.started": {
    shown: TASKS,
    line: ({ data: { runId, name, harness, isResumed } }) => {
      const said = { run: String(runId), name: plainText(name), harness };
      return line(
        "join",
        isResumed
          ? "<b>{{name}}</b> continues with {{harness}}, <b>run {{run}}</b>"
          : "<b>{{name}}</b> is up with {{harness}}, <b>run {{run}}</b>",
        said,
      );
    },
  },
  "run.turn_began": {
    shown: NOWHERE,
    line: ({ data: { runId, turn } }, _, who) =>
      line("progress", "<b>{{who}}</b> began turn {{turn}} of run {{run}}", {
        who,
        run: String(runId),
        turn: String(turn),
      }),
  },
  "run.turn_ended": {
    shown: NOWHERE,
    line: ({ data: { runId, turn, why, isEmpty, reason } }, _, who) => {
      const said = { who, run: String(runId), turn: String(turn) };
      const because = why === "done" ? undefined : reason;
      if (isEmpty)
        return line("failed", "Turn {{turn}} of <b>run {{run}}</b> ended with nothing done", said, {
          tone: "warn",
        });
      return line("progress", TURN_ENDED[why], said, { because });
    },
  },
  "run.changed": {
    shown: NOWHERE,
    line: ({ data: { runId, problem, state, context } }) => {
      if (context) {
        const percent = String(Math.floor((context.used / context.size) * 100));
        return line(
          "failed",
          "The context of <b>run {{run}}</b> is {{percent}} % full",
          { run: String(runId), percent },
          { tone: "warn" },
        );
      }
      const tone = state === "error" ? "warn" : "plain";
      const because = problem ?? undefined;
      return line("progress", "<b>Run {{run}}</b> reports a change", { run: String(runId) }, { tone, because });
    },
  },
  "run.examined": {
    shown: NOWHERE,
    line: ({ data: { runId, evidence } }) => {
      const { changes, checks } = evidence;
      const failed = checks.filter(({ passed }) => !passed).length;
      const said = { run: String(runId), checks: String(checks.length), failed: String(failed) };
      const count = changes?.fileCount ?? evidence.artifacts.length;
      if (failed > 0)
        return line(
          "failed",
          [
            "<b>Run {{run}}</b>: its branch changes {{count}} file, and {{failed}} of {{checks}} checks failed",
            "<b>Run {{run}}</b>: its branch changes {{count}} files, and {{failed}} of {{checks}} checks failed",
          ],
          said,
          { count, tone: "warn" },
        );
      return line(
        "completed",
        checks.length > 0
          ? [
              "<b>Run {{run}}</b>: its branch changes {{count}} file, and the checks passed",
              "<b>Run {{run}}</b>: its branch changes {{count}} files, and the checks passed",
            ]
          : [
              "<b>Run {{run}}</b>: its branch changes {{count}} file",
              "<b>Run {{run}}</b>: its branch changes {{count}} files",
            ],
        said,
        {
          count,
        },
      );
    },
  },
  "run.ordered": {
    shown: TASKS,
    line: ({ data: { runId, order } }, _, who) =>
      line(
        "front",
        RUN_ORDERED[order.act],
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
        isDone ? "<b>Run {{run}}</b> did what was asked" : "<b>Run {{run}}</b> couldn't do what was asked",
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
        RUN_ENDED[why],
        { run: String(runId) },
        {
          tone: isBad ? "warn" : "plain",
          because: reason,
        },
      );
    },
  },
};
