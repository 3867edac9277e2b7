import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LEASE_S } from "../agent/agent.ts";
import { TASK_KINDS, type TaskKind } from "../delivery/ends.ts";
import type { Command, Context } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { fold } from "../log/fold.ts";
import { decide } from "../room/decide.ts";
import type { HeldTask } from "../task/task.ts";
import { presetTeam } from "../team/presets.ts";
import { handoffTargets } from "../team/targets.ts";
import { INTENTS, type Target, type TeamPreset } from "../team/team.ts";
import {
  agentsById,
  aLease,
  anAgent,
  anId,
  aRoom,
  aTask,
  subsetsOf,
  T0,
  WRITTEN_PRESETS,
} from "../testing/builders.fixture.ts";
import type { Driver } from "../testing/driver.fixture.ts";
import { histories, play, sessionHistories } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { type End, endsOf, kindOf, possibleEnds, type Standing } from "./ends.ts";

/** One end in a word or two: `work reviewer`, `done (submits)`. */
function endText(end: End): string {
  if (end.action === "handOff") return `${end.intent} ${end.to}${end.unreviewed ? " (unreviewed)" : ""}`;
  return end.action === "failTask" ? "fail" : `done (${end.effect})`;
}

const HANDED = ["message", "backlog", "created", "work", "question", "answer", "findings"] as const;

/** How it stands with the user's message, and with tasks that wait for this one. */
const STATES = {
  "last of its message": {},
  "others open": { others: true },
  "waited for": { waiter: true },
} as const;

/** A task of this kind in the hand of this role, while these others are there. */
function aHeld(
  preset: TeamPreset,
  role: string,
  others: readonly string[],
  kind: (typeof HANDED)[number],
  state: { others?: boolean; waiter?: boolean },
): { room: Room; task: HeldTask } {
  const team = presetTeam(preset);
  const names = [role, ...others];
  const agents = names.map((name, i) => anAgent({ id: anId(100 + i) as never, name, role: name as never }));
  const asker = others[0] ?? team.entryPoint;
  const available = team.roles.map(({ name }) => name).filter((name) => names.includes(name));
  const { variant, targets } = handoffTargets(team, role as never, null, available);
  const intent = kind === "message" || kind === "backlog" || kind === "created" ? null : kind;
  const origin = { message: "user_message", backlog: "backlog", created: "task" } as const;
  const task = {
    ...aTask({
      state: "claimed",
      role: role as never,
      intent,
      origin: {
        kind: intent === null ? origin[kind as keyof typeof origin] : "handoff",
        messageId: kind === "backlog" ? null : (anId(300) as never),
      },
      createdBy: { kind: "agent", id: anId(101), name: asker, role: asker as never },
    }),
    lease: aLease({ variant, targets: targets.map(({ to }) => to) }),
  };
  const other = aTask({
    id: "DEV-009" as never,
    origin: { kind: "handoff", messageId: anId(300) as never },
    waitsFor: state.waiter ? [task.id] : [],
  });
  const tasks = state.others || state.waiter ? [task, other] : [task];
  return { room: aRoom(preset, { agents: agentsById(agents), tasks }), task };
}

interface Cell {
  preset: TeamPreset;
  role: string;
  others: string[];
  state: keyof typeof STATES;
  kind: (typeof HANDED)[number];
}

/** Each preset, role, choice of other roles that are there, state and kind. */
const CELLS: Cell[] = WRITTEN_PRESETS.flatMap((preset) => {
  const roles = presetTeam(preset).roles.map(({ name }) => name as string);
  const states = Object.keys(STATES) as Cell["state"][];
  return roles.flatMap((role) =>
    subsetsOf(roles.filter((name) => name !== role)).flatMap((others) =>
      states.flatMap((state) => HANDED.map((kind) => ({ preset, role, others, state, kind }))),
    ),
  );
});

function held({ preset, role, others, state, kind }: Cell) {
  return aHeld(preset, role, others, kind, STATES[state]);
}

function table(): string {
  const lines = CELLS.map((cell) => {
    const { room, task } = held(cell);
    const ends = possibleEnds(room, task, cell.role as never).map(endText);
    const { preset, role, others, state, kind } = cell;
    return `| ${preset} | ${role} | ${others.join(", ") || "–"} | ${state} | ${kind} | ${ends.join(", ")} |`;
  });
  return [
    "# How a task ends",
    "",
    "| Team | Role | Beside it | State | Kind | Ends, the expected one first |",
    "|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

/** The same table as a room would have it for tasks that are not handed on, whatever the role. */
const FIXED_ENDS: Record<string, string[]> = {
  plan: ["done (submits)", "fail"],
  part: ["done (ends)", "fail"],
  branch: ["done (ends)", "fail"],
  step: ["done (presents)", "fail"],
  remark: ["done (remarks)", "fail"],
  review: ["done (judges)", "fail"],
  perspective: ["done (judges)", "fail"],
};

describe("the ends of a task", () => {
  it("are these in each cell: state, role and kind of task", async () => {
    await expect(table()).toMatchFileSnapshot("ends.table.md");
  });

  it.each(TASK_KINDS.filter((kind) => kind in FIXED_ENDS))(
    "of what is not handed on are these: %s",
    (kind: TaskKind) => {
      for (const isWaitedFor of [true, false]) {
        const standing: Standing = {
          kind,
          targets: [],
          next: null,
          isWaitedFor,
          isSplit: false,
          isJoin: false,
          isLastOfMessage: false,
          isAsked: false,
        };
        expect(endsOf(standing).map(endText)).toEqual(FIXED_ENDS[kind]);
      }
      expect([...HANDED, ...Object.keys(FIXED_ENDS)].sort()).toEqual([...TASK_KINDS].sort());
    },
  );

  it("begin with the answer, for a question, wherever somebody there can take it", () => {
    const first = (role: string, others: string[]) => {
      const { room, task } = aHeld("squad", role, others, "question", {});
      return possibleEnds(room, task, role as never)[0];
    };
    expect(first("builder", ["planner", "reviewer"])).toMatchObject({
      to: "planner",
      intent: "answer",
    });
    expect(first("builder", ["reviewer", "planner"])).toMatchObject({
      to: "reviewer",
      intent: "answer",
    });
    expect(first("planner", ["builder"])).toMatchObject({ to: "builder", intent: "answer" });
  });

  it("are what a ruling accepts, and all that it accepts, in each cell", () => {
    let ids = 5000;
    const context: Context = {
      now: T0,
      newId: () => anId(++ids),
      leaseS: DEFAULT_LEASE_S,
      ended: {},
      seenAt: {},
      graceUntil: 0,
      fold: (view, facts) => fold(view, facts, T0),
    };
    for (const cell of CELLS) {
      const { room, task } = held(cell);
      checkEnds(room, task, context);
    }
  });

  it("are what a ruling accepts, and all that it accepts, in any history", () => {
    const met = new Map<TaskKind, number>();
    fc.assert(
      fc.property(fc.oneof(histories(40), sessionHistories(80)), (history) => {
        play(history, ({ driver }) => {
          for (const task of heldIn(driver)) {
            met.set(kindOf(driver.room, task), 1);
            checkEnds(driver.room, task, driver.context());
          }
        });
      }),
      { numRuns: shareOf(40) },
    );
    expect(met.size).toBeGreaterThan(0);
  });

  it("are what a ruling accepts for each task of a session", () => {
    const driver = new SessionDriver();
    const seen = new Set<TaskKind>();
    const look = () => {
      for (const by of [driver.planner, driver.builder, driver.reviewer]) driver.try({ type: "claim", by });
      for (const task of heldIn(driver)) {
        seen.add(kindOf(driver.room, task));
        checkEnds(driver.room, task, driver.context());
      }
    };
    driver.start();
    look();
    driver.present("scout");
    driver.present("triage");
    driver.choose("triage", "agree");
    driver.present("questions");
    driver.choose("questions", "done", { detail: { answers: { q1: { option: "Postgres" } } } });
    driver.present("approaches");
    driver.choose("approach", "choose:a2");
    driver.present("design");
    driver.choose("design_section", "discuss", { note: "Why?" });
    look();
    driver.run(driver.completion("Because.", driver.planner));
    for (let i = 0; i < 3; i++) driver.choose("design_section", "approve");
    driver.present("plan");
    driver.choose("plan", "approve");
    look();
    driver.submit();
    look();
    expect([...seen].sort()).toEqual(["plan", "remark", "review", "step"]);
  });
});

function heldIn(driver: Driver): HeldTask[] {
  return driver.room.tasks.flatMap((task) =>
    task.lease && driver.room.agents[task.lease.agentId]?.role === task.role ? [{ ...task, lease: task.lease }] : [],
  );
}

/** Every act that could end it is tried on the room as it is; what is accepted has to be on the list, and all of that. */
function checkEnds(room: Room, task: HeldTask, context: Context): void {
  const agent = room.agents[task.lease.agentId];
  if (!agent) throw new Error("nobody holds it");
  const { id, name, role, connection } = agent;
  const by = { id, name, roles: [role], connection };
  const of = { by, taskId: task.id, fence: task.lease.fence };
  const criteria = task.successCriteria.map((criterion) => ({ criterion, met: true }));
  const result = { summary: "as asked", criteria };
  const rules = (command: Command) => decide(room, command, context);
  const targets: Target[] = ["user", ...room.team.roles.map((one) => one.name)];
  const accepted = new Set<string>();
  for (const to of targets)
    for (const intent of INTENTS) {
      const handoff = { to, intent, message: "as asked", result };
      const ruling = rules({ type: "handOff", ...of, handoff, next: false });
      // A role that is away has a stand-in: it ends as what it became.
      if (ruling.ok) accepted.add(wayOf(ruling.reply as { to: string; intent: string }));
    }
  if (rules({ type: "complete", ...of, result, reply: "{}", next: false }).ok) accepted.add("done");
  if (rules({ type: "fail", ...of, reason: "no luck" }).ok) accepted.add("fail");
  const listed = possibleEnds(room, task, role).map((end) =>
    end.action === "handOff" ? wayOf(end) : end.action === "failTask" ? "fail" : "done",
  );
  expect([...accepted].sort(), `${task.id} ${kindOf(room, task)} of ${role}`).toEqual([...listed].sort());
}

function wayOf({ to, intent }: { to: string; intent: string }): string {
  return `${intent} ${to}`;
}
