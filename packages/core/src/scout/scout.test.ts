import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { TaskId } from "../kernel/ids.ts";
import { whole } from "../prompt/context/budget.ts";
import { sessionBlocks } from "../prompt/session.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { play, sessionHistories } from "../testing/history.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { angleKey, CHANGES_KEPT, changesSince, findScout, SCOUTS_KEPT } from "./scout.ts";

const ANGLE = "What there is";

function save(room: SessionDriver, more: object = {}, by: AgentCaller = room.reviewer) {
  const reply = `I looked:\n${JSON.stringify({ ...REPLIES.scout, ...more })}`;
  return room.run({ type: "saveScout", by, reply });
}

function start(room: SessionDriver, angle: string | null, title = "One store"): number {
  const of = { by: LEAD, title, description: "Both.", itemId: null, angle };
  return room.run({ type: "createSession", ...of }).sessionId as number;
}

/** A task of a plan that says which files it changed is done; its session goes on to the end. */
function change(room: SessionDriver): void {
  room.start();
  room.present("scout", { angle: "something else" });
  room.present("triage");
  room.choose("triage", "skip");
  room.present("plan");
  room.choose("plan", "approve");
  while (room.view.sessions.live.some((one) => (one.execution?.open.length ?? 0) > 0)) {
    const { id, lease } = room.claim(room.builder);
    const artifacts = [{ path: "src/a.ts", status: "modified" as const }];
    const done = { by: room.builder, taskId: id, fence: lease.fence, next: false };
    room.run({ type: "complete", ...done, result: { summary: "done", artifacts } });
    room.judge();
  }
  room.present("review");
}

function promptFor(room: SessionDriver): string {
  const blocks = sessionBlocks(room.room, room.claim(room.planner), [], () => "the shape");
  return whole(blocks);
}

describe("the scouts of a room", () => {
  it("keep what any agent saves, one of each angle, whatever its case and spacing", () => {
    const room = new SessionDriver();
    expect(save(room)).toMatchObject({ scoutId: 1, angle: "what there is", replaced: null });
    expect(save(room, { angle: "  WHAT  there is", notes: "Three." }, room.builder)).toMatchObject({
      scoutId: 2,
      replaced: 1,
    });
    expect(room.view.scouts.stored).toHaveLength(1);
    const found = findScout(room.view.scouts, "what There IS");
    expect(found).toMatchObject({ id: 2, by: { name: "Bo" }, sessionId: null });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("refuse what is no scout, with what is wrong", () => {
    const room = new SessionDriver();
    const of = { type: "saveScout" as const, by: room.builder };
    const refused = room.refused({ ...of, reply: JSON.stringify(REPLIES.design) });
    expect(refused).toMatchObject({ code: "bad_request", details: { reply: "wrong_type" } });
    expect(room.refused({ ...of, reply: "Nothing." }).details).toMatchObject({ reply: "no_json" });
  });

  it("keep so many angles, the latest", () => {
    const room = new SessionDriver();
    for (let i = 0; i <= SCOUTS_KEPT; i++) save(room, { angle: `angle ${i}` });
    expect(room.view.scouts.stored).toHaveLength(SCOUTS_KEPT);
    expect(findScout(room.view.scouts, "angle 0")).toBeUndefined();
  });

  it("are what the sessions' scouts found too", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    expect(findScout(room.view.scouts, ANGLE)).toMatchObject({ sessionId: 1, taskId: "PLAN-001" });
  });
});

describe("a session with an angle", () => {
  it("is served from what is current, and its triage is asked for at once", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.pass(5 * MINUTE);
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    const id = start(room, " what THERE is ");
    const session = room.session(id);
    expect(session).toMatchObject({ step: "triage", work: { step: "triage" } });
    expect(session.proposals.scout).toMatchObject({
      version: 1,
      by: { name: "Pia" },
      servedFrom: { scoutId: 1, sessionId: 1 },
    });
    expect(room.view.scouts.stored).toHaveLength(1);
    expect(promptFor(room)).toContain("Two stores.");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is served what an agent saved, and passes the gate by it", () => {
    const room = new SessionDriver();
    save(room);
    start(room, ANGLE);
    room.present("triage");
    room.choose("triage", "skip");
    expect(room.session()).toMatchObject({ step: "plan" });
  });

  it("is scouted where something changed, and reads what was found before and what changed", () => {
    const room = new SessionDriver();
    save(room);
    change(room);
    const id = start(room, ANGLE);
    expect(room.session(id)).toMatchObject({ step: "scout", work: { step: "scout" } });
    const prompt = promptFor(room);
    expect(prompt).toContain("What Rex found from this angle");
    expect(prompt).toContain("Two stores.");
    expect(prompt).toContain("DEV-001 “Make it” changed src/a.ts.");
  });

  it("is scouted where a batch was scouted again since", () => {
    const room = new SessionDriver();
    save(room);
    room.toCheckpoint();
    room.present("scout", { angle: "what batch 1 moved" });
    const stored = findScout(room.view.scouts, ANGLE);
    const kinds = stored && changesSince(room.view.scouts, stored).map(({ kind }) => kind);
    expect(kinds).toContain("rescout");
    const again = findScout(room.view.scouts, "what batch 1 moved");
    expect(again && changesSince(room.view.scouts, again)).toEqual([]);
  });

  it("is scouted where nobody looked from there, or it has no angle", () => {
    const room = new SessionDriver();
    save(room);
    start(room, "another angle");
    expect(room.session()).toMatchObject({ step: "scout", work: { step: "scout" } });
    expect(promptFor(room)).toContain("Look from this angle, and name it in `angle`: another angle");
    const other = new SessionDriver();
    save(other);
    start(other, null);
    expect(other.session()).toMatchObject({ step: "scout", work: { step: "scout" } });
  });

  it("gets its angle where it is started too", () => {
    const room = new SessionDriver();
    save(room);
    room.start("The first");
    const id = start(room, null, "The next");
    room.run({ type: "setRoomOptions", by: LEAD, askBeforeNext: true });
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    room.run({ type: "startSession", by: LEAD, sessionId: id, angle: ANGLE });
    expect(room.session(id)).toMatchObject({ angle: ANGLE, step: "triage" });
  });

  it("that was split off looks from where its parent looked", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    const splits = [{ title: "Aside", description: "Only this." }];
    room.present("triage", { splits });
    room.choose("triage", "agree");
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    expect(room.session(2)).toMatchObject({ angle: "what there is", step: "triage" });
    expect(room.session(2).proposals.scout?.servedFrom).toMatchObject({ sessionId: 1 });
  });

  it("is scouted anew where a lead wants that, and is served that from then on", () => {
    const room = new SessionDriver();
    save(room);
    start(room, ANGLE);
    room.present("triage");
    room.run({ type: "renewScout", by: LEAD, sessionId: 1 });
    expect(room.session()).toMatchObject({ step: "scout", work: { step: "scout", ask: "renew" } });
    expect(promptFor(room)).toContain("A person wants a fresh look");
    const { id, lease } = room.task("PLAN-002");
    const at = { by: room.planner, taskId: id as TaskId, fence: lease?.fence as never };
    const reply = JSON.stringify({ ...REPLIES.scout, notes: "Four stores." });
    room.run({ type: "complete", ...at, result: { summary: "seen" }, reply, next: false });
    expect(room.session().step).toBe("triage");
    expect(room.session().proposals.scout).toMatchObject({ version: 2 });
    expect(room.session().proposals.scout?.servedFrom).toBeUndefined();
    expect(room.session().proposals.triage?.staleSince).not.toBeNull();
    expect(findScout(room.view.scouts, ANGLE)).toMatchObject({ value: { notes: "Four stores." } });
    room.choose("triage", "skip");
    const refused = room.refused({ type: "renewScout", by: LEAD, sessionId: 1 });
    expect(refused).toMatchObject({ code: "session_state", details: { step: "plan" } });
    expect(faultsOf(room.log)).toEqual([]);
  });
});

describe("in any history", () => {
  it("scouts are one of each angle, bounded, and served only while nothing has changed", () => {
    let served = 0;
    fc.assert(
      fc.property(sessionHistories(120), (history) => {
        const { log } = play(history, ({ driver, ruling }) => {
          const { stored, changes } = driver.view.scouts;
          const keys = stored.map(({ key }) => key);
          expect(new Set(keys).size).toBe(keys.length);
          expect(keys.every((key) => angleKey(key) === key)).toBe(true);
          expect(changes.length).toBeLessThanOrEqual(CHANGES_KEPT);
          if (!ruling.ok) return;
          for (const event of ruling.events) {
            const source = event.type === "session.proposed" && event.data.proposal.servedFrom;
            if (!source) continue;
            served += 1;
            const from = stored.find(({ id }) => id === source.scoutId);
            expect(from && changesSince(driver.view.scouts, from)).toEqual([]);
          }
        });
        expect(faultsOf(log)).toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect(served).toBeGreaterThan(0);
  });
});
