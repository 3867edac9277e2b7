import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { CommandOf } from "../kernel/command.ts";
import { blockedReasons } from "../task/blocked.ts";
import { nextTask } from "../task/order.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { checkCall } from "./permission.ts";

type Options = Omit<CommandOf<"setRoomOptions">, "type" | "by">;

/** Two builders at work, on tasks with these boundaries, and one task more. */
function atWork(options: Options = {}, allowed: string[][] = [[], [], []]) {
  const room = Driver.room("duo");
  room.run({ type: "setRoomOptions", by: LEAD, ...options });
  const tasks = allowed.map((paths, i) => ({
    role: "builder",
    title: `Part ${i}`,
    boundaries: { allowed: paths, forbidden: [] },
  }));
  room.run(room.create(LEAD, tasks));
  const [ann, ben] = [room.join("Ann", "builder"), room.join("Ben", "builder")];
  return { room, ann, ben };
}

let calls = 0;
/** What the room says before a tool runs, as the server asks it. */
function ask(room: Driver, by: AgentCaller, tool: string, input: object, paths: string[]) {
  const callId = `c${++calls}`;
  const files = paths.map((path) => ({ path, real: path }));
  const call = {
    callId,
    digest: callId,
    harness: "claude",
    tool,
    input,
    cwd: ".",
    files,
    shown: "",
  };
  const found = checkCall(room.room, { ...by, connection: 1 }, call);
  if (!found.ok) throw new Error(found.refusal.message);
  if (found.checked && !found.hasEvents) return found.checked;
  return room.run({ type: "askPermission", by, call });
}
const write = (room: Driver, by: AgentCaller, path: string) =>
  ask(room, by, "Write", { file_path: path, content: "" }, [path]);
const bash = (room: Driver, by: AgentCaller, command: string, ...paths: string[]) =>
  ask(room, by, "Bash", { command }, paths);
const shown = (room: Driver) =>
  room.view.locks.live.map(({ holder, patterns, taskId, way, fence }) =>
    [holder.name, ...patterns, taskId, way, fence === null ? "waits" : "holds"].join(" "),
  );

describe("a write to what somebody else has locked", () => {
  it("is denied, with who has it and until when; its holder writes, and everybody reads", () => {
    const { room, ann, ben } = atWork();
    room.claim(ann);
    room.run({ type: "takeLock", by: ann, patterns: ["src/refund/"], wait: false });
    expect(write(room, ben, "src/refund/state.ts")).toMatchObject({
      verdict: "deny",
      rule: "locks",
      reason: expect.stringMatching(
        /Ann has locked src\/refund\/\*\* for DEV-001 since .*, until DEV-001 leaves Ann's hand/,
      ),
    });
    expect(write(room, ann, "src/refund/state.ts").verdict).toBe("allow");
    expect(write(room, ben, "src/ledger.ts").verdict).toBe("allow");
    expect(ask(room, ben, "Read", { file_path: "src/refund/a.ts" }, ["src/refund/a.ts"])).toMatchObject({
      verdict: "allow",
    });
  });

  it.each([
    ["rm -r src", ["src"]],
    ["echo x > src/refund/a.ts", ["src/refund/a.ts"]],
    ["sed -i s/a/b/ src/*/a.ts", ["src/*/a.ts"]],
  ])("is found in a command: %s", (command, paths) => {
    const { room, ann, ben } = atWork();
    room.run({ type: "takeLock", by: ann, patterns: ["src/refund/**"], wait: false });
    expect(bash(room, ben, command, ...paths)).toMatchObject({ verdict: "deny", rule: "locks" });
    expect(bash(room, ann, command, ...paths).rule).not.toBe("locks");
  });

  it("is allowed again once the lock has ended", () => {
    const { room, ann, ben } = atWork();
    room.run({ type: "takeLock", by: ann, patterns: ["a"], wait: false });
    expect(write(room, ben, "a").verdict).toBe("deny");
    room.pass(120_000).tick();
    expect(write(room, ben, "a").verdict).toBe("allow");
  });
});

describe("a room that locks files before they are written", () => {
  it("gives each to who writes it first, for its task, and takes no lock twice", () => {
    const { room, ann, ben } = atWork({ lockWrites: true });
    room.claim(ann);
    room.claim(ben);
    expect(write(room, ann, "src/a.ts").verdict).toBe("allow");
    expect(write(room, ann, "src/a.ts").verdict).toBe("allow");
    expect(write(room, ben, "src/b.ts").verdict).toBe("allow");
    expect(write(room, ben, "src/a.ts")).toMatchObject({ verdict: "deny", rule: "locks" });
    expect(bash(room, ben, "ls src", "src").verdict).toBe("allow");
    expect(shown(room)).toEqual(["Ann src/a.ts DEV-001 write holds", "Ben src/b.ts DEV-002 write holds"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("lets nobody pass who comes after one that waits", () => {
    const { room, ann, ben } = atWork({ lockWrites: true });
    room.claim(ann);
    const claimed = room.claim(ben);
    write(room, ann, "src/a.ts");
    room.run({ type: "takeLock", by: LEAD, patterns: ["src/"], wait: true });
    expect(write(room, ben, "src/b.ts")).toMatchObject({
      verdict: "deny",
      rule: "locks",
      reason: expect.stringContaining("Lea is waiting for"),
    });
    expect(write(room, ann, "src/c.ts").verdict).toBe("allow");
    expect(claimed.id).toBe("DEV-002");
  });
});

describe("a room that locks a task's boundaries", () => {
  const ON = { lockBoundaries: true };

  it("locks them with the claim, until the task leaves its holder's hand", () => {
    const { room, ann, ben } = atWork(ON, [["src/a/**", "docs/"], ["src/b/"], []]);
    room.claim(ann);
    expect(shown(room)).toEqual(["Ann src/a/** docs/** DEV-001 boundaries holds"]);
    room.claim(ben);
    room.run({
      type: "putBackTask",
      by: LEAD,
      taskId: "DEV-001" as never,
      fence: null,
      reason: "",
    });
    expect(shown(room)).toEqual(["Ben src/b/** DEV-002 boundaries holds"]);
  });

  it("gives nobody a task whose files another has, and says why; then it is ready", () => {
    const { room, ann, ben } = atWork(ON, [["src/**"], ["src/b/**"], []]);
    room.claim(ann);
    expect(blockedReasons(room.view, room.task("DEV-002"))).toMatchObject([
      { kind: "locked", text: expect.stringContaining("Ann has locked src/** for DEV-001") },
    ]);
    expect(room.claim(ben).id).toBe("DEV-003");
    room.run({
      type: "putBackTask",
      by: LEAD,
      taskId: "DEV-001" as never,
      fence: null,
      reason: "",
    });
    expect(nextTask(room.view, ann.id, "builder" as never)?.id).toBe("DEV-001");
    room.run({ type: "setRoomOptions", by: LEAD, lockBoundaries: false });
    expect(blockedReasons(room.view, room.task("DEV-002"))).toEqual([]);
  });

  it("minds no lock that an agent of the role took before its task", () => {
    const { room, ann } = atWork(ON, [["src/**"]]);
    room.run({ type: "takeLock", by: ann, patterns: ["src/a.ts"], wait: false });
    expect(room.claim(ann).id).toBe("DEV-001");
    expect(shown(room)).toEqual(["Ann src/a.ts  hand holds", "Ann src/** DEV-001 boundaries holds"]);
  });
});
