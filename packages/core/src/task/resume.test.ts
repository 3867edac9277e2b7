import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import type { ProgressDraft } from "./command.ts";
import { type FoundState, keptFiles } from "./resume.ts";

const HASH = "a".repeat(64);
const OTHER = "b".repeat(64);
const FILE = { path: "spec/brief.md", status: "created" as const, stage: "final" as const };
const CHECKS = [{ name: "tests", passed: true }];
const THERE: FoundState = { files: [{ path: "spec/brief.md", hash: HASH }] };

/** DEV-001, whose first builder reported this and was not heard of again; the second has it now. */
function cutShort(progress: ProgressDraft, outputs: string[] = ["spec/brief.md"]) {
  const room = Driver.room("squad");
  const first = room.join("Bo", "builder");
  const second = room.join("Ada", "builder");
  room.run(room.create(LEAD, [{ role: "builder", title: "Brief", outputs }]));
  const { id, lease } = room.claim(first);
  room.run({ type: "progress", by: first, taskId: id, fence: lease.fence, progress });
  room.pass(room.leaseS.manual * 1_000);
  room.seenAt[second.id] = room.now;
  room.tick();
  const held = room.claim(second);
  const end = (found: FoundState, by: AgentCaller = second) =>
    room.try({
      type: "complete",
      by,
      taskId: id,
      fence: held.lease.fence,
      found,
      result: { summary: "Unchanged." },
      reply: null,
      next: false,
    });
  return { room, held, end };
}

const FINISHED = { artifacts: [{ ...FILE, hash: HASH }], checks: CHECKS };

describe("a task whose attempt was cut short", () => {
  it("is done without redoing where all of its files are as they were and its checks pass", () => {
    const { room, held, end } = cutShort(FINISHED);
    expect(keptFiles(held)).toEqual([{ path: "spec/brief.md", hash: HASH }]);
    const checks = [{ name: "tests", passed: true }];
    expect(end({ ...THERE, checks })).toMatchObject({ ok: true, reply: { state: "completed" } });
    const last = room.log.findLast(({ type }) => type === "task.completed");
    expect(last?.data).toMatchObject({
      result: {
        summary: "Unchanged.",
        checks,
        artifacts: [{ ...FILE, hash: HASH, producer: "Bo" }],
      },
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it.each<[string, ProgressDraft, FoundState, string]>([
    ["a file is gone", FINISHED, { files: [{ path: "spec/brief.md", hash: null }] }, "spec/brief.md is not there"],
    ["nothing was found", FINISHED, { files: [] }, "spec/brief.md is not there"],
    ["a file has changed", FINISHED, { files: [{ path: "spec/brief.md", hash: OTHER }] }, "has changed since then"],
    ["a check fails now", FINISHED, { ...THERE, checks: [{ name: "tests", passed: false }] }, "the check tests fails"],
    [
      "a check had failed",
      { ...FINISHED, checks: [{ name: "tests", passed: false }] },
      THERE,
      "the check tests had not passed",
    ],
    [
      "a file was a draft",
      { artifacts: [{ ...FILE, stage: "draft", hash: HASH }] },
      THERE,
      "no attempt that was cut short",
    ],
    ["nobody said its hash", { artifacts: [FILE] }, THERE, "no attempt that was cut short"],
    ["a step was left", { ...FINISHED, remaining: ["Examples"] }, THERE, "the attempt before left Examples"],
    [
      "an output is missing",
      { artifacts: [{ ...FILE, path: "spec/notes.md", hash: HASH }] },
      THERE,
      "no attempt that was cut short",
    ],
  ])("goes on where %s", (_, progress, found, why) => {
    const { room, held, end } = cutShort(progress);
    expect(end(found)).toMatchObject({
      ok: false,
      refusal: { code: "evidence_missing", message: expect.stringContaining(why) },
    });
    expect(room.task(held.id)).toMatchObject({ state: "claimed", attempts: 1 });
  });

  it("is not done by a first attempt, nor where somebody put it back", () => {
    const room = Driver.room("squad");
    const by = room.join("Bo", "builder");
    room.run(room.create(LEAD, [{ role: "builder", title: "Brief" }]));
    const { id, lease } = room.claim(by);
    room.run({ type: "progress", by, taskId: id, fence: lease.fence, progress: FINISHED });
    const found = { ...THERE, checks: [] };
    expect(
      room.refused({
        type: "complete",
        by,
        taskId: id,
        fence: lease.fence,
        found,
        result: { summary: "Mine." },
        reply: null,
        next: false,
      }),
    ).toMatchObject({ code: "evidence_missing" });
    room.run({ type: "fail", by, taskId: id, fence: lease.fence, reason: "It is wrong." });
    expect(keptFiles(room.task(id))).toEqual([]);
  });

  it("goes on where a reply is still to be given, whatever is found", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    room.submit();
    const { id } = room.task("REVIEW-001");
    const claim = () => room.claim(room.reviewer);
    const first = claim();
    room.run({
      type: "progress",
      by: room.reviewer,
      taskId: id,
      fence: first.lease.fence,
      progress: FINISHED,
    });
    room.pass(room.leaseS.manual * 1_000);
    room.seenAt[room.reviewer.id] = room.now;
    room.tick();
    const { lease } = claim();
    const before = room.log.length;
    const refusal = room.refused({
      type: "complete",
      by: room.reviewer,
      taskId: id,
      fence: lease.fence,
      found: THERE,
      result: { summary: "Unchanged." },
      reply: null,
      next: false,
    });
    expect(refusal.message).toContain("the reply that it is to end with is not there");
    expect(room.log.length).toBe(before);
  });

  it("is done exactly where every file has the hash that it was final with, whatever is found", () => {
    const paths = ["a.md", "b.md", "c.md"];
    const found = fc.array(fc.constantFrom(HASH, OTHER, null), { minLength: 3, maxLength: 3 });
    const stages = fc.array(fc.constantFrom("final" as const, "draft" as const), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(found, stages, fc.boolean(), (hashes, stage, passed) => {
        const artifacts = paths.map((path, i) => ({
          path,
          status: "created" as const,
          hash: HASH,
          stage: stage[i] ?? "draft",
        }));
        const { end } = cutShort({ artifacts, checks: CHECKS }, paths.slice(0, 2));
        const files = paths.map((path, i) => ({ path, hash: hashes[i] ?? null }));
        const { ok } = end({ files, checks: [{ name: "tests", passed }] });
        const isAll = hashes.every((one) => one === HASH) && stage.every((one) => one === "final");
        expect(ok).toBe(isAll && passed);
      }),
      { numRuns: shareOf(100) },
    );
  });
});
