import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { CommandOf } from "../kernel/command.ts";
import { type MessageId, roleName } from "../kernel/ids.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { messageStanding } from "./state.ts";

type Send = CommandOf<"sendAgentMessage">;

/** Bo builds, and two planners read nothing. */
function aSquad() {
  const room = Driver.room("squad");
  const bo = room.join("Bo", "builder");
  const pia = room.join("Pia", "planner");
  const pat = room.join("Pat", "planner");
  room.run(room.create(LEAD, [{ role: "builder", title: "Build it" }]));
  const { id: taskId, lease } = room.claim(bo);
  const at = { by: bo, taskId, fence: lease.fence };
  const block = (requiresAgent = "planner") =>
    room.run({
      type: "progress",
      ...at,
      progress: { blockers: [{ description: "No key.", requiresAgent }] },
    });
  const close = () =>
    room.run({
      type: "closeBlocker",
      by: LEAD,
      taskId,
      blockerId: 1,
      note: "In the vault.",
    } as never);
  const cancel = () => room.run({ type: "cancelTask", by: LEAD, taskId, cascade: true, reason: "No." });
  const ask = (more: Partial<Send> = {}) =>
    room.run({
      type: "sendAgentMessage",
      by: bo,
      to: { kind: "role", role: roleName("planner") },
      body: "Which?",
      repliesTo: null,
      kind: "question",
      responseS: 300,
      ...more,
    } as Send).messageId as MessageId;
  const mailOf = ({ id }: AgentCaller) => room.view.agents[id]?.mail ?? [];
  const open = () => room.view.openMessages.open ?? [];
  return { room, bo, pia, pat, at, block, close, cancel, ask, mailOf, open };
}

describe("what the room asked for help with", () => {
  it("is told to nobody any more once the blocker is closed, by whoever has not read it", () => {
    const { room, pia, pat, block, close, mailOf, open } = aSquad();
    block();
    expect([mailOf(pia).length, mailOf(pat).length]).toEqual([1, 1]);
    room.run({ type: "claim", by: pia });
    expect(open()).toMatchObject([{ from: null, isLate: false }]);
    const [id] = mailOf(pat);
    const said = { from: { kind: "server" }, to: { kind: "role", role: "planner" }, id } as never;
    expect(messageStanding(room.view, said, false)).toEqual({ state: "delivered" });
    room.pass(30 * MINUTE).tick();
    expect(open()).toMatchObject([{ isLate: false }]);
    close();
    expect([mailOf(pia), mailOf(pat), open()]).toEqual([[], [], []]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("waits no longer for a role that nobody fills", () => {
    const { room, block, close } = aSquad();
    block("reviewer");
    expect(Object.values(room.view.roleMail)).toHaveLength(1);
    close();
    expect(room.view.roleMail).toEqual({});
    const rex = room.join("Rex", "reviewer");
    expect(room.view.agents[rex.id]?.mail).toEqual([]);
  });

  it("is followed no longer than somebody has it to read", () => {
    const { room, pia, pat, block, open } = aSquad();
    block();
    room.run({ type: "claim", by: pia });
    room.run({ type: "leaveRoom", by: pat, reason: "" });
    expect(open()).toEqual([]);
  });

  it("in any order of reading and settling: nobody reads of a blocker that is closed", () => {
    const step = fc.constantFrom("pia", "pat", "close", "cancel", "block");
    let told = 0;
    let kept = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const { room, pia, pat, block, close, cancel, mailOf, open } = aSquad();
        const isOpen = () => room.view.tasks.some(({ progress }) => (progress?.blockers ?? []).length > 0);
        for (const one of ["block", ...steps]) {
          if (one === "pia" || one === "pat") room.run({ type: "claim", by: one === "pia" ? pia : pat });
          else if (one === "close" && isOpen()) close();
          else if (one === "cancel" && room.view.tasks.length > 0) cancel();
          else if (one === "block" && room.view.tasks.length > 0 && !isOpen()) block();
          const requests = [...mailOf(pia), ...mailOf(pat)];
          if (isOpen()) kept += requests.length;
          else told += 1;
          if (!isOpen()) expect(requests).toEqual([]);
          if (!isOpen()) expect(open().filter(({ to }) => to.role === "planner")).toEqual([]);
        }
        expect(faultsOf(room.log)).toEqual([]);
      }),
      { numRuns: 100 },
    );
    expect(told).toBeGreaterThan(20);
    expect(kept).toBeGreaterThan(20);
  });
});

describe("an answer that is due", () => {
  const asked = (room: Driver) =>
    Object.values(room.view.decisions).filter(({ kind }) => kind === "message_overdue").length;

  it("is asked of no person once the task that it was for has ended; its receiver still reads the question", () => {
    const { room, cancel, ask, mailOf, pia, open } = aSquad();
    const id = ask();
    cancel();
    expect(open().filter(({ from }) => from)).toEqual([]);
    room.pass(30 * MINUTE).tick();
    room.pass(30 * MINUTE).tick();
    expect(room.log.filter(({ type }) => /^message\.(raised|overdue)$/.test(type))).toEqual([]);
    expect(asked(room)).toBe(0);
    expect(mailOf(pia)).toContain(id);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("asks a person with what the message says, as far as its subject says less", () => {
    const body = `Which clock,\n\nthe room's, or the ${"agent's ".repeat(200)}`;
    for (const [said, shown] of [
      [body, "Which clock,\n\nthe room's, or the agent's"],
      ["Which?", null],
    ] as const) {
      const { room, ask } = aSquad();
      ask({ body: said });
      room.pass(5 * MINUTE).tick();
      room.pass(10 * MINUTE).tick();
      const { reason } = room.decision("message_overdue");
      const why = "The answer is overdue, and asking again";
      if (shown === null) expect(reason.startsWith(why)).toBe(true);
      else expect(reason).toMatch(new RegExp(`^${shown}[^]{400,600}…\n\n${why}`));
    }
  });

  it("that never comes on one subject asks with what was said first, and by whom", () => {
    const { room, bo, pia } = aSquad();
    for (let n = 0; Object.keys(room.view.decisions).length === 0 && n < 20; n += 1) {
      const [by, to] = n % 2 === 0 ? [bo, "planner"] : [pia, "builder"];
      room.run({
        type: "sendAgentMessage",
        by,
        to: { kind: "role", role: roleName(to) },
        body: `Round ${n}`,
        subject: "Rounding",
        repliesTo: null,
        kind: "notification",
      } as Send);
    }
    expect(room.decision("message_loop").reason).toMatch(/^Bo began with: Round 0\n\n\d+ turns in/);
  });

  it("asks a person no more where the task ends meanwhile", () => {
    const { room, bo, at, ask } = aSquad();
    ask();
    room.pass(5 * MINUTE).tick();
    room.pass(10 * MINUTE).tick();
    expect(asked(room)).toBe(1);
    expect(room.task(at.taskId).lease?.agentId).toBe(bo.id);
    room.run({ type: "complete", ...at, result: { summary: "Done." }, next: false });
    expect(asked(room)).toBe(0);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is asked about as before where its task goes on, and where it belongs to none", () => {
    const { room, bo, at, ask } = aSquad();
    ask();
    room.run({ type: "fail", ...at, reason: "No." });
    room.pass(5 * MINUTE).tick();
    room.pass(10 * MINUTE).tick();
    expect(asked(room)).toBe(1);
    expect(bo.id).toBeDefined();
  });

  it("is still waited for where what somebody else asked on that subject is over, by its task or by a person", () => {
    for (const by of ["task", "person"]) {
      const { room, bo, pia, ask, cancel, open } = aSquad();
      const one = ask({ subject: "Clocks" });
      const other = ask({ by: pia, to: { kind: "agent", agentId: bo.id }, subject: "Clocks" });
      expect(open().map(({ id }) => id)).toEqual([one, other]);
      if (by === "task") cancel();
      room.pass(5 * MINUTE).tick();
      room.pass(10 * MINUTE).tick();
      const overdue = () => room.log.flatMap(({ type, data }) => (type === "message.overdue" ? [data.messageId] : []));
      expect(overdue()).toContain(other);
      if (by === "task") expect(overdue()).toEqual([other]);
      else {
        const { id, version } =
          Object.values(room.view.decisions).find(
            ({ subject }) => subject.kind === "message" && subject.messageId === one,
          ) ?? {};
        room.run({
          type: "answerDecision",
          by: LEAD,
          decisionId: id,
          version,
          optionId: "close",
          note: "",
        } as never);
        expect(open().map(({ id }) => id)).toEqual([other]);
        expect(asked(room)).toBe(1);
      }
      expect(faultsOf(room.log)).toEqual([]);
    }
  });

  it("asks nobody to connect a role for help with a task that has ended", () => {
    const { room, block, cancel, open } = aSquad();
    block("reviewer");
    room.pass(30 * MINUTE).tick();
    expect(asked(room)).toBe(1);
    cancel();
    room.pass(30 * MINUTE).tick();
    expect([asked(room), open()]).toEqual([0, []]);
  });

  it("asks nobody to connect a role that is to hear of a task that has ended", () => {
    for (const ends of [false, true]) {
      const { room, bo, pia, pat, at, cancel } = aSquad();
      room.run({ type: "fail", ...at, reason: "No." });
      for (let n = 1; n < 3; n += 1) {
        const { lease } = room.claim(bo);
        room.run({ type: "fail", ...at, fence: lease.fence, reason: "No." });
      }
      for (const by of [pia, pat]) room.run({ type: "leaveRoom", by, reason: "" });
      if (ends) cancel();
      room.pass(30 * MINUTE).tick();
      expect(asked(room)).toBe(ends ? 0 : 1);
    }
  });
});
