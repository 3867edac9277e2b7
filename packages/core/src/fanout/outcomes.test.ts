import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { RoleName, TaskId } from "../kernel/ids.ts";
import { apply } from "../log/apply.ts";
import { emptyView } from "../log/view.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import type { Team } from "../team/team.ts";
import { LEAD, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { currentAttempt, type FanoutBranch, isSettled } from "./fanout.ts";

const ACTS = [
  "take",
  "done",
  "mute",
  "fail",
  "put_back",
  "cancel",
  "retry",
  "leave",
  "join",
  "wait",
  "answer",
  "withdraw",
] as const;
const Step = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.nat(3),
  seconds: fc.constantFrom(1, 30, 60, 130),
});
type StepOf = typeof Step extends fc.Arbitrary<infer T> ? T : never;

/** A routed squad that is asked at once, whose agents do as a history says. */
class Asked {
  readonly room: Driver;
  readonly agents: AgentCaller[];
  /** What each branch's agent really said, in its newest attempt. */
  readonly said = new Map<TaskId, string>();
  /** What the joining task had of the branches whenever it was taken. */
  readonly joined: (readonly FanoutBranch[])[] = [];
  private count = 0;

  constructor(byAgent: boolean) {
    const draft = { ...draftOf(presetTeam("squad")), routing: { rules: [] } };
    this.room = Driver.room(teamOf(draft).team as Team);
    this.agents = ["planner", "builder", "reviewer"].map((role) => this.room.join(role, role));
    if (!byAgent) this.room.say("@planner @builder @reviewer Is it ready?");
    else {
      this.room.say("Is it ready, and safe under retries?");
      const by = this.agents[0] as AgentCaller;
      const { id: taskId, lease } = this.room.claim(by);
      const branches = ["builder", "reviewer", "builder"].map((role) => ({
        role: role as RoleName,
        instruction: `Is it ready, ${role}?`,
      }));
      this.room.run({ type: "fanOut", by, taskId, fence: lease.fence, branches });
    }
  }

  get fanout() {
    const [one] = this.room.view.fanouts.all ?? [];
    if (!one) throw new Error("it was asked");
    return one;
  }

  step({ act, who, seconds }: StepOf): void {
    const { room } = this;
    room.pass(seconds * SECOND);
    const by = this.agents[who % 3] as AgentCaller;
    const held = room.view.tasks.find(({ lease }) => lease?.agentId === by.id);
    const branch = this.fanout.branches[who % this.fanout.branches.length] as FanoutBranch;
    const { taskId } = branch;
    switch (act) {
      case "take":
        if (held) return;
        room.try({ type: "claim", by });
        if (room.view.tasks.find(({ lease }) => lease?.agentId === by.id)?.id === this.fanout.joinTaskId)
          this.joined.push(this.fanout.branches);
        return;
      case "done":
      case "mute":
      case "answer": {
        if (!held?.lease) return;
        if (held.branchOf === undefined && act !== "answer") return;
        this.count += 1;
        const summary = act === "mute" ? "…" : `word${this.count}`;
        const result = { summary };
        if (held.branchOf !== undefined) this.said.set(held.id, summary);
        const { fence } = held.lease;
        room.run({ type: "complete", by, taskId: held.id, fence, result, next: false });
        return;
      }
      case "fail":
        if (held?.lease)
          room.run({
            type: "fail",
            by,
            taskId: held.id,
            fence: held.lease.fence,
            reason: "no luck",
          });
        return;
      case "put_back":
        if (held) room.run({ type: "putBackTask", by: LEAD, taskId: held.id, fence: null, reason: "" });
        return;
      case "cancel":
        room.try({ type: "cancelTask", by: LEAD, taskId, cascade: false, reason: "" });
        return;
      case "retry":
        room.try({ type: "retryBranch", by: LEAD, taskId });
        return;
      case "leave":
        room.try({ type: "leaveRoom", by, reason: "" });
        return;
      case "join":
        room.join(by.name, by.name);
        return;
      case "wait":
        room.tick();
        return;
      case "withdraw":
        room.try({
          type: "withdrawMessage",
          by: { ...LEAD, isLead: true },
          taskId: this.fanout.joinTaskId,
        });
    }
  }

  /** Lets time pass until nothing is left to happen by itself. */
  settle(): void {
    for (let i = 0; i < 40 && !isSettled(this.fanout); i++) {
      this.room.pass(130 * SECOND);
      this.room.tick();
    }
  }
}

describe("a fan-out in any order of outcomes", () => {
  it("is joined only when every branch has an outcome, fulfilled ones by a result that was really given", () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(fc.boolean(), fc.array(Step, { maxLength: 40, size: "max" }), (byAgent, steps) => {
        const asked = new Asked(byAgent);
        for (const step of steps) {
          asked.step(step);
          for (const branch of asked.fanout.branches) {
            const { outcome, text, endedAt } = currentAttempt(branch);
            if (outcome) met.add(outcome);
            expect(outcome === null).toBe(endedAt === null);
            // Silent success is impossible: what counts as a result is what its agent said, and it said something.
            if (outcome === "fulfilled") {
              expect(text).toBe(asked.said.get(branch.taskId));
              expect(text).toMatch(/\w/);
            } else if (outcome !== null && outcome !== "empty") expect(text).not.toBe("");
          }
        }
        for (const branches of asked.joined)
          for (const branch of branches) expect(currentAttempt(branch).outcome).not.toBeNull();
        asked.settle();
        expect(isSettled(asked.fanout)).toBe(true);
        if (asked.room.log.some(({ type }) => type === "fanout.rejoined")) met.add("rejoined");
        expect(faultsOf(asked.room.log)).toEqual([]);
        const replayed = asked.room.log.reduce(apply, emptyView(asked.room.view.roomId));
        expect(replayed.fanouts).toEqual(asked.room.view.fanouts);
      }),
      { numRuns: 300 },
    );
    expect([...met].sort()).toEqual(["empty", "fulfilled", "rejected", "rejoined", "timed_out"]);
  });
});
