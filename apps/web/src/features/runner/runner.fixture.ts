import type { RunnerCaller } from "@squadroom/core/kernel/actor";
import type { AgentId, RoleName } from "@squadroom/core/kernel/ids";
import type { RunReport } from "@squadroom/core/run/command";
import type { FoundHarness, RunId } from "@squadroom/core/run/run";
import type { PlayRoom } from "../../live/room.fixture.ts";

/** A machine of a played room, with what its runner says. */
export class PlayMachine {
  readonly by: RunnerCaller;
  private readonly room: PlayRoom;

  constructor(room: PlayRoom, name: string, n: number) {
    this.room = room;
    const id = `019a0000-0000-7000-8000-0000000007${String(n).padStart(2, "0")}` as AgentId;
    this.by = { id, name, connection: null };
  }

  /** It offers these roles. */
  comes(roles: string[], slots: number, harnesses: FoundHarness[] = []): this {
    this.room.run({
      type: "connectRunner",
      by: this.by,
      platform: "linux",
      version: "1.4.0",
      slots,
      offers: roles.map((role) => ({ role: role as RoleName, harness: "gemini" })),
      harnesses,
      project: { name: "checkout", branch: "main", hasRemote: false },
    });
    return this.calls();
  }

  /** Its last call was so long ago, s. */
  calls(agoS = 0): this {
    this.room.observations.seenAt[this.by.id] = this.room.at - agoS * 1000;
    return this;
  }

  takes(free: number): this {
    this.room.run({ type: "takeStarts", by: this.by, free });
    return this;
  }

  says(runId: number, report: RunReport): this {
    this.room.run({ type: "reportRun", by: this.by, runId: runId as RunId, report });
    return this;
  }

  /** The agent of a run is there, and has claimed its task. */
  starts(runId: number, agent: string, role: string): this {
    const where = { folder: "/work", branch: null, tree: null };
    this.room.join(agent, role, "gemini", "managed");
    const { id: agentId } = this.room.caller(agent);
    this.room.run({
      type: "seatRun",
      by: this.by,
      runId: runId as RunId,
      agentId,
      name: agent,
    });
    const up = { harness: "gemini", model: "pro", ref: "r1", isResumed: false, ...where };
    return this.says(runId, { kind: "started", agentId, ...up });
  }

  works(runId: number, agent: string): this {
    const where = { folder: "/work", branch: null, tree: null };
    const taskId = this.room.claim(agent);
    const fence = this.room.view.tasks.find(({ id }) => id === taskId)?.lease?.fence ?? null;
    return this.says(runId, { kind: "turn_began", taskId, fence, ...where });
  }

  leaves(): this {
    this.room.run({ type: "leaveRunner", by: this.by, reason: "" });
    return this;
  }
}
