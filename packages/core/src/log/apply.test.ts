import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FACTS } from "../fact/facts.ts";
import type { Context } from "../kernel/command.ts";
import type { EventType, RoomEvent } from "../kernel/event.ts";
import type { AgentId, Fence, MessageId, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { MAIL_FULL, QUESTIONS_KEPT } from "../message/message.ts";
import { decide } from "../room/decide.ts";
import { liveTask } from "../task/order.ts";
import { ENDED_KEPT } from "../task/task.ts";
import {
  agentsById,
  anAgent,
  anEvent,
  anId,
  aRoom,
  aTask,
  LEAD,
  MINUTE,
  ROOM_ID,
  T0,
} from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { type Done, histories, play, sessionHistories } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { apply } from "./apply.ts";
import { ACTIVITY_MINUTES, emptyView } from "./view.ts";

const fold = (events: readonly RoomEvent[]): RoomView => events.reduce(apply, emptyView(ROOM_ID));

describe("the log of any history", () => {
  it("folds to the same room each time, and to the room that its commands saw", () => {
    fc.assert(
      fc.property(histories(), (history) => {
        // The driver freezes every view and event: a reducer that writes into its input throws.
        const driver = play(history);
        expect(fold(driver.log)).toStrictEqual(driver.view);
        expect(fold(JSON.parse(JSON.stringify(driver.log)))).toStrictEqual(driver.view);
        expect(fold(structuredClone(driver.log))).toEqual(driver.view);
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("counts 1, 2, 3 … and never goes back in time", () => {
    fc.assert(
      fc.property(histories(), (history) => {
        const { log } = play(history);
        expect(log.map((event) => event.seq)).toEqual(log.map((_, i) => i + 1));
        for (const [i, event] of log.entries()) expect(event.at).toBeGreaterThanOrEqual(log[i - 1]?.at ?? 0);
      }),
      { numRuns: shareOf(50) },
    );
  });

  it("is decided the same way twice, and a refusal says why with a code", () => {
    fc.assert(
      fc.property(histories(40), (history) => {
        play(history, ({ command, ruling, driver: other }) => {
          if (!ruling.ok) expect(ruling.refusal.message).not.toBe("");
          expect(decide(other.view, command, contextOf(other))).toEqual(decide(other.view, command, contextOf(other)));
        });
      }),
      { numRuns: shareOf(50) },
    );
  });

  it("leaves the room as the replies said", () => {
    fc.assert(
      fc.property(histories(), (history) => {
        play(history, checkReply);
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("keeps the room plain data and bounded", () => {
    fc.assert(
      fc.property(histories(120), (history) => {
        const { view } = play(history);
        expect(JSON.parse(JSON.stringify(view))).toStrictEqual(view);
        expect(view.ended.length).toBeLessThanOrEqual(ENDED_KEPT);
        expect(view.questions.length).toBeLessThanOrEqual(QUESTIONS_KEPT);
        expect(view.activity.counts).toHaveLength(ACTIVITY_MINUTES);
        for (const agent of Object.values(view.agents)) expect(agent.mail.length).toBeLessThanOrEqual(MAIL_FULL);
        for (const task of view.tasks) {
          expect(task.lease !== null).toBe(task.state === "claimed" || task.state === "in_progress");
          for (const id of task.waitsFor) expect(liveTask(view, id)).toBeDefined();
        }
      }),
      { numRuns: shareOf(60) },
    );
  });

  it("has every type of event in some of them but the end of the room", () => {
    const seen = new Set<EventType>();
    // Branches need a run, its tree and the end of its task in one history: they, what is said of lines, what is
    // known, errors, how long sessions are kept, pipelines and what waits for an answer have histories of their own.
    const all = (Object.keys(FACTS) as EventType[]).filter(
      (type) =>
        type !== "room.removed" &&
        !/^(branch|comment|wisdom|error|lock|interchange|retention)\.|^session\.(advanced|checkpoint_passed|dispatched|revised|ruled|discussion_opened|perspective_given|discussed)$|^task\.blocker_closed$|^message\.(raised|overdue|extended|closed)$/.test(
          type,
        ),
    );
    const sample = [
      ...fc.sample(sessionHistories(300), { numRuns: 120, seed: 11 }),
      ...fc.sample(histories(200), { numRuns: 120, seed: 25 }),
      ...fc.sample(histories(200), { numRuns: 60, seed: 33 }),
      ...fc.sample(histories(200), { numRuns: 500, seed: 3 }),
    ];
    for (const history of sample) {
      for (const event of play(history).log) seen.add(event.type);
      if (all.every((type) => seen.has(type))) break;
    }
    expect([...seen].sort()).toEqual(all.sort());
  });
});

/** The driver's context with ids that start anew. */
function contextOf(driver: Driver): Context {
  let ids = 0;
  return { ...driver.context(), newId: () => anId(++ids) };
}

interface Reply {
  taskId: TaskId | null;
  fence: Fence;
  role: string;
  to: string;
  intent: string;
  state: string;
  attempts: number;
  connection: number;
  returnedTask: TaskId | null;
  next: { taskId: TaskId; fence: Fence } | null;
  tasks: { id: TaskId; role: string; waitsFor: TaskId[] }[];
  cascade: TaskId[];
}

/** What a reply promises is so in the room after its events. */
function checkReply({ driver, command, ruling }: Done): void {
  if (!ruling.ok) return;
  const { view } = driver;
  const reply = ruling.reply as Reply;
  const isHeld = (claimed: { taskId: TaskId; fence: Fence }, by: AgentId) => {
    expect(liveTask(view, claimed.taskId)?.lease).toMatchObject({
      fence: claimed.fence,
      agentId: by,
    });
  };
  switch (command.type) {
    case "join":
      expect(view.agents[command.by.id]).toMatchObject({
        online: true,
        role: reply.role,
        connection: reply.connection,
      });
      return;
    case "leaveRoom":
      expect(view.agents[command.by.id]).toMatchObject({ online: false, offlineReason: "left" });
      if (reply.returnedTask) expect(liveTask(view, reply.returnedTask)?.lease).toBeNull();
      return;
    case "claim":
      expect(view.agents[command.by.id]?.mail).toEqual([]);
      if (reply.taskId) isHeld({ taskId: reply.taskId, fence: reply.fence }, command.by.id);
      return;
    case "progress":
      expect(liveTask(view, command.taskId)?.state).toBe("in_progress");
      return;
    case "fail":
      expect(liveTask(view, command.taskId)).toMatchObject({
        state: reply.state,
        attempts: reply.attempts,
        lease: null,
      });
      return;
    case "complete":
      // A session sends a reply of no use back, once; then the task has failed.
      if (reply.state === "completed") expect(liveTask(view, command.taskId)).toBeUndefined();
      else if (reply.state === "failed") expect(liveTask(view, command.taskId)?.state).toBe("failed");
      else expect(liveTask(view, command.taskId)?.lease?.agentId).toBe(command.by.id);
      if (reply.next) isHeld(reply.next, command.by.id);
      return;
    case "handOff":
    case "handOn":
      expect(liveTask(view, command.taskId)).toBeUndefined();
      expect(reply.taskId === null).toBe(reply.to === "user");
      if (reply.taskId)
        expect(liveTask(view, reply.taskId)).toMatchObject({
          role: reply.to,
          intent: reply.intent,
        });
      if (command.type === "handOff" && reply.next) isHeld(reply.next, command.by.id);
      return;
    case "createTasks":
      for (const { id, role, waitsFor } of reply.tasks) {
        expect(liveTask(view, id)).toMatchObject({ role, waitsFor, state: "pending" });
      }
      return;
    case "sendUserMessage":
      expect(liveTask(view, reply.taskId ?? ("" as TaskId))).toMatchObject({
        role: reply.to,
        instruction: command.body,
      });
      return;
    case "editMessage":
      expect(liveTask(view, command.taskId)?.instruction).toBe(command.body);
      return;
    case "withdrawMessage":
      expect(liveTask(view, command.taskId)).toBeUndefined();
      return;
    case "cancelTask":
      expect(liveTask(view, command.taskId)).toBeUndefined();
      return;
    case "retryTask":
      expect(liveTask(view, command.taskId)).toMatchObject({ state: "pending", attempts: 0 });
      return;
    default:
      return;
  }
}

describe("the reducer", () => {
  const created = anEvent({ type: "room.removed", data: { reason: "" } }, 2, T0);

  it("refuses an event that does not follow", () => {
    const room = aRoom();
    expect(() => apply(room, { ...created, seq: 1 })).toThrow("event 1 does not follow 1");
    expect(() => apply(room, { ...created, seq: 3 })).toThrow("event 3 does not follow 1");
    expect(apply(room, created).removedAt).toBe(T0);
  });

  it("refuses an event of another room", () => {
    expect(() => apply(aRoom(), { ...created, roomId: anId(99) as never })).toThrow("another room");
  });

  it("refuses events about agents and tasks that are not there: they are bugs of the caller", () => {
    const left = anEvent({ type: "agent.left", data: { agentId: anId(5) as AgentId, reason: "" } }, 2, T0);
    expect(() => apply(aRoom(), left)).toThrow("is not in room");
    const retried = anEvent({ type: "task.retried", data: { taskId: "DEV-009" as TaskId } }, 2, T0);
    expect(() => apply(aRoom(), retried)).toThrow("is not live");
    const cancelled = anEvent(
      { type: "task.cancelled", data: { taskId: "DEV-009" as TaskId, cascade: [], reason: "" } },
      2,
      T0,
    );
    expect(() => apply(aRoom(), cancelled)).toThrow("is not live");
  });

  it("shares what did not change", () => {
    const room = aRoom("squad", { tasks: [aTask()], agents: agentsById([anAgent()]) });
    const front = anEvent({ type: "task.moved_to_front", data: { taskId: aTask().id } }, 2, T0);
    const next = apply(room, front);
    expect(next.agents).toBe(room.agents);
    expect(next.team).toBe(room.team);
    expect(next.tasks).not.toBe(room.tasks);
  });

  it("counts the events of the last hour by minute", () => {
    const at = (room: RoomView, ms: number) =>
      apply(room, anEvent({ type: "room.removed", data: { reason: "" } }, room.seq + 1, ms));
    const tail = (room: RoomView, n: number) => room.activity.counts.slice(-n);
    let room: RoomView = at(at(aRoom(), T0), T0 + MINUTE);
    expect(tail(room, 3)).toEqual([0, 2, 1]);
    room = at(room, T0 + 3 * MINUTE);
    expect(tail(room, 4)).toEqual([2, 1, 0, 1]);
    room = at(room, T0 + 62 * MINUTE);
    expect(tail(room, 60)[0]).toBe(1);
    room = at(room, T0 + 10_000 * MINUTE);
    expect(room.activity.counts.reduce((sum, n) => sum + n, 0)).toBe(1);
  });

  it("keeps only the newest questions and ended tasks", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    for (let i = 0; i < QUESTIONS_KEPT + 5; i++) {
      driver.run(driver.create(LEAD, [{ role: "planner" }]));
      driver.claim(pia);
      driver.run(driver.handOff(pia, "user", "question", { message: `question ${i}` }));
    }
    expect(driver.view.ended).toHaveLength(ENDED_KEPT);
    expect(driver.view.ended[0]?.id).toBe(`PLAN-${String(QUESTIONS_KEPT + 5).padStart(3, "0")}`);
    expect(driver.view.questions).toHaveLength(QUESTIONS_KEPT);
    expect(driver.view.questions.at(-1)?.text).toBe(`question ${QUESTIONS_KEPT + 4}`);
  });

  it("takes out questions that a message answers", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const ask = (text: string): MessageId => {
      driver.run(driver.create(LEAD, [{ role: "planner" }]));
      driver.claim(pia);
      driver.run(driver.handOff(pia, "user", "question", { message: text }));
      return driver.view.questions.at(-1)?.messageId as MessageId;
    };
    const first = ask("one?");
    ask("two?");
    ask("three?");
    driver.say("to the first", first);
    expect(driver.view.questions.map((question) => question.text)).toEqual(["two?", "three?"]);
    driver.say("to all");
    expect(driver.view.questions).toEqual([]);
  });
});
