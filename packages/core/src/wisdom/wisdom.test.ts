import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WisdomKind } from "../delivery/wisdom-kinds.ts";
import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import type { RoleName } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { inForce, know } from "../testing/wisdom-kinds.fixture.ts";
import { givesWay } from "./give-way.ts";
import { relevantTo } from "./relevance.ts";
import { LIVE_MAX, LIVE_TEXT_MAX, type WisdomDraft, type WisdomEntry } from "./wisdom.ts";

const add = (by: AgentCaller | PersonCaller, ...entries: WisdomDraft[]): Command => ({
  type: "addWisdom",
  by,
  entries,
});
const learning = (text: string): WisdomDraft => ({ kind: "learning", text });
const live = (room: Driver) => room.view.wisdom.live ?? [];

/** A builder at work on a plan's task. */
function inSession(): SessionDriver {
  const room = new SessionDriver();
  room.toPlan();
  room.choose("plan", "approve");
  room.claim(room.builder);
  return room;
}

describe("what a team knows", () => {
  it("says who knew it, for which task, and when; the same words twice are one entry", () => {
    const room = Driver.room("duo");
    const builder = room.join("Bo", "builder");
    room.run({
      type: "createTasks",
      by: LEAD,
      fence: null,
      tasks: [{ role: "builder" as RoleName, title: "A", instruction: "A" }],
    });
    room.claim(builder);
    expect(room.run(add(builder, learning("It rounds  half up.")))).toMatchObject({
      ids: [1],
      scope: "room",
    });
    expect(room.run(add(LEAD, learning("it rounds half up.")))).toMatchObject({ ids: [1] });
    expect(live(room)).toMatchObject([
      {
        id: 1,
        by: { kind: "agent", name: "Bo", role: "builder" },
        taskId: "DEV-001",
        scope: "room",
      },
    ]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("comes with the end of a task, in the same commit, or not at all", () => {
    const room = Driver.room("duo");
    const planner = room.join("Pia", "planner");
    room.say("Refunds");
    const { id: taskId, lease } = room.claim(planner);
    const complete = (fence: typeof lease.fence): Command => ({
      type: "complete",
      by: planner,
      taskId,
      fence,
      next: false,
      result: { summary: "Done." },
      wisdom: [{ kind: "decision", text: "Cents are whole." }],
    });
    expect(room.refused(complete((lease.fence + 1) as typeof lease.fence)).code).toBe("lease_lost");
    expect(live(room)).toEqual([]);
    room.run(complete(lease.fence));
    expect(live(room)).toMatchObject([{ kind: "decision", taskId, by: { name: "Pia" } }]);
  });

  it("waits for a reply that can be used: with a refused one nothing is known", () => {
    const room = new SessionDriver();
    room.start();
    const wisdom = [learning("It has two stores.")];
    expect(room.run({ ...room.completion("I could not."), wisdom })).toMatchObject({
      state: "reply_refused",
    });
    expect(live(room)).toEqual([]);
    room.run({ ...room.completion(REPLIES.scout), wisdom });
    expect(live(room)).toMatchObject([{ text: "It has two stores." }]);
  });

  it("of a session stays there until a person promotes it; agents can't", () => {
    const room = inSession();
    room.run(add(room.builder, { kind: "decision", text: "Two lanes." }));
    const [entry] = live(room);
    expect(entry).toMatchObject({ scope: "session", taskId: "DEV-001" });
    const inside = { role: "builder" as RoleName, files: [], labels: [] };
    const readers = {
      own: { ...inside, sessionId: entry?.sessionId ?? null },
      other: { ...inside, sessionId: null },
    };
    expect(relevantTo(live(room), readers.own)).toHaveLength(1);
    expect(relevantTo(live(room), readers.other)).toEqual([]);
    // A request like this can't come from an agent; the log refuses one that did.
    expect(() => room.run({ type: "promoteWisdom", by: room.builder as never, wisdomId: 1 })).toThrow(
      /only a person promotes/,
    );
    expect(room.run({ type: "promoteWisdom", by: LEAD, wisdomId: 1 })).toEqual({
      id: 1,
      promoted: true,
    });
    expect(room.run({ type: "promoteWisdom", by: LEAD, wisdomId: 1 })).toEqual({
      id: 1,
      promoted: false,
    });
    expect(relevantTo(live(room), readers.other)).toHaveLength(1);
    expect(live(room)[0]).toMatchObject({ scope: "room", promoted: { by: LEAD.name } });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("of a session stays there when its agent has ended its task; what binds the room needs one", () => {
    const room = inSession();
    const task = room.view.tasks.find(({ lease }) => lease?.agentId === room.builder.id);
    const [sessionId, taskId] = [task?.sessionId, task?.id];
    if (!task?.lease || !taskId) throw new Error("the builder has no task");
    const { fence } = task.lease;
    room.run({ type: "fail", by: room.builder, taskId, fence, reason: "No luck." } as Command);
    room.run(add(room.builder, { kind: "decision", text: "Two lanes." }));
    expect(live(room)).toMatchObject([{ scope: "session", sessionId, taskId: null }]);

    const idle = room.join("Ida", "builder");
    for (const kind of ["decision", "convention"] as const)
      expect(room.refused(add(idle, { kind, text: "Three lanes." })).code).toBe("forbidden");
    expect(room.run(add(idle, learning("Lanes are slow.")))).toMatchObject({ scope: "room" });
  });

  it("stays in force against an agent whose task has ended, whatever it puts in its place", () => {
    const room = Driver.room("duo");
    const planner = room.join("Pia", "planner");
    room.say("Refunds");
    const { id: taskId, lease } = room.claim(planner);
    const decision = { kind: "decision" as const, text: "Cents are whole." };
    const held = room.run(add(planner, decision, { kind: "convention", text: "UTC." }));
    expect(held).toMatchObject({ ids: [1, 2], scope: "room" });
    const end = { taskId, fence: lease.fence, next: false, result: { summary: "Done." } };
    room.run({ type: "complete", by: planner, ...end });
    for (const [id, entry] of [
      [1, learning("Cents were whole.")],
      [2, { ...decision, text: "Local time." }],
    ] as const)
      expect(room.refused({ type: "supersedeWisdom", by: planner, wisdomId: id, entry, reason: "" })).toMatchObject({
        code: "forbidden",
        message: expect.stringContaining("You have no task"),
      });
    expect(room.refused(add(planner, { ...decision, text: "Floats." })).code).toBe("forbidden");
    expect(live(room).map(({ id }) => id)).toEqual([1, 2]);
  });

  it("inherits no role that the team lost; other files alone are another entry", () => {
    const room = Driver.room("duo");
    const entry = { kind: "decision" as const, text: "Cents are whole." };
    const [builder, planner] = ["builder", "planner"] as RoleName[] as [RoleName, RoleName];
    room.run(add(LEAD, { ...entry, files: ["a.ts"], roles: [builder, planner] }));
    const replace = (id: number, more: Partial<WisdomDraft>) =>
      room.run({
        type: "supersedeWisdom" as const,
        by: LEAD,
        wisdomId: id,
        reason: "",
        entry: { ...entry, ...more },
      });
    expect(replace(1, {})).toEqual({ id: 1, supersededBy: null });
    expect(replace(1, { files: ["b.ts"] })).toEqual({ id: 1, supersededBy: 2 });
    expect(replace(2, { labels: ["money"] })).toEqual({ id: 2, supersededBy: 3 });
    const known = live(room).map((one) => ({ ...one, roles: ["gone" as RoleName, planner] }));
    room.view = { ...room.view, wisdom: { number: 3, live: known } };
    expect(replace(3, { text: "Cents are decimals." })).toMatchObject({ supersededBy: 4 });
    expect(live(room)).toMatchObject([{ id: 4, roles: [planner], files: ["b.ts"] }]);
  });

  it("is superseded, never edited: an agent replaces only what agents said, a person anything", () => {
    const room = Driver.room("duo");
    const builder = room.join("Bo", "builder");
    room.run(add(LEAD, { kind: "decision", text: "Cents are whole." }));
    room.run(add(builder, learning("The API pages by 50.")));
    const replace = (by: AgentCaller | PersonCaller, wisdomId: number, text: string): Command => ({
      type: "supersedeWisdom",
      by,
      wisdomId,
      reason: "It changed.",
      entry: { kind: "learning", text },
    });
    expect(room.refused(replace(builder, 1, "Floats."))).toMatchObject({ code: "forbidden" });
    expect(room.run(replace(builder, 2, "It pages by 100."))).toEqual({ id: 2, supersededBy: 3 });
    expect(room.refused(replace(LEAD, 2, "Again."))).toMatchObject({
      code: "wisdom_unknown",
      message: expect.stringContaining("no longer in force"),
    });
    room.run({ type: "withdrawWisdom", by: LEAD, wisdomId: 1, reason: "It changed." });
    expect(live(room)).toMatchObject([{ id: 3, supersedes: 2 }]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("makes room: the oldest learnings go first, decisions stay, and a room full of them says so", () => {
    const room = Driver.room("duo");
    room.run(add(LEAD, { kind: "decision", text: "First." }, { kind: "issue", text: "Open." }));
    while (live(room).length < LIVE_MAX - 20)
      room.run(add(LEAD, ...Array.from({ length: 18 }, (_, i) => learning(`${live(room).length}-${i}`))));
    const oldest = live(room).find(({ kind }) => kind === "learning")?.id;
    while (live(room).length < LIVE_MAX) room.run(add(LEAD, learning(`x${live(room).length}`)));
    expect(room.run(add(LEAD, learning("One more.")))).toMatchObject({ gaveWay: [oldest] });
    expect(live(room).map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2]));
    const decisions = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        kind: "decision" as const,
        text: `${from}-${i}`,
      }));
    for (let at = 0; at < 49; at++) room.run(add(LEAD, ...decisions(at, 20)));
    room.run(add(LEAD, ...decisions(99, 19)));
    expect(live(room)).toHaveLength(LIVE_MAX);
    expect(new Set(live(room).map(({ kind }) => kind))).toEqual(new Set(["decision"]));
    expect(room.refused(add(LEAD, learning("No more."))).code).toBe("wisdom_full");
  });

  it("is counted with its files: entries of one word may fill a room too", () => {
    const full = Array.from({ length: 50 }, (_, i) => ({
      id: i + 1,
      kind: "learning",
      text: "a",
      scope: "room",
      sessionId: null,
      files: ["f".repeat(LIVE_TEXT_MAX / 40)],
      labels: [],
      roles: [],
    }));
    const room = { wisdom: { number: 50, live: full }, sessions: { live: [] } } as never;
    const one = { text: "b", files: [], labels: [], roles: [] };
    expect(givesWay(room, [one], null)).toEqual(Array.from({ length: 11 }, (_, i) => i + 1));
  });

  it("never holds more than it may, whatever comes", () => {
    const kinds = fc.constantFrom<WisdomKind>("learning", "decision", "issue", "convention");
    const size = fc.integer({ min: 1, max: 2_000 });
    const entry = fc.record({ kind: kinds, size, beside: fc.nat(3_000) });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 150 }),
        fc.array(entry, { minLength: 1, maxLength: 20 }),
        (had, added) => {
          const of = ({ kind, size, beside }: { kind: WisdomKind; size: number; beside: number }, i: number) =>
            ({
              id: i + 1,
              kind,
              text: "a".repeat(size),
              files: ["f".repeat(beside)],
              labels: ["l".repeat(beside % 60)],
              roles: [] as RoleName[],
              scope: "room",
              sessionId: null,
            }) as unknown as WisdomEntry;
          const all = had.map(of);
          const chars = (some: readonly WisdomEntry[]) =>
            some
              .flatMap(({ text, files, labels }) => [text, ...files, ...labels])
              .reduce((sum, { length }) => sum + length, 0);
          const room = {
            wisdom: { number: all.length, live: all },
            sessions: { live: [] },
          } as never;
          const gone = givesWay(room, added.map(of), null);
          if (gone === null) return;
          const left = all.filter(({ id }) => !gone.includes(id));
          expect(chars(left) + chars(added.map(of))).toBeLessThanOrEqual(LIVE_TEXT_MAX);
          for (const id of gone) expect(["learning", "issue"]).toContain(all[id - 1]?.kind);
        },
      ),
      { numRuns: shareOf(60) },
    );
  });

  it("is what the log says, in whatever order things are written down, promoted and replaced", () => {
    const step = fc.tuple(fc.nat(7), fc.nat(7), fc.nat(7));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const room = inSession();
        for (const [a, b, c] of steps) room.try(know(room, a, b, c));
        expect(new Map(live(room).map(({ id, scope }) => [id, scope]))).toEqual(inForce(room.log));
        expect(faultsOf(room.log)).toEqual([]);
      }),
      { numRuns: shareOf(60) },
    );
  });
});
