import { Discussions } from "@squadroom/core/testing/discussion.fixture";
import { SessionDriver } from "@squadroom/core/testing/session-driver.fixture";
import { describe, expect, it } from "vitest";
import { standingOf } from "./standing.ts";
import { ownerOf } from "./status-words.tsx";

const kind = (room: SessionDriver, id = 1) => standingOf(room.view, room.session(id)).kind;

describe("how a session stands", () => {
  it("is with whoever is there for the task, then with whoever took it, then with a person", () => {
    const room = new SessionDriver();
    room.start();
    room.start("Second");
    expect(kind(room)).toBe("ready");
    expect(standingOf(room.view, room.session(2))).toEqual({ kind: "queued", ahead: 1 });
    const scout = room.completion({ type: "scout", angle: "all", notes: "Two stores." });
    expect(kind(room)).toBe("working");
    room.run(scout);
    room.present("triage");
    const standing = standingOf(room.view, room.session());
    expect(standing.kind === "asks" && standing.decisions.map((one) => one.kind)).toEqual(["triage"]);
  });

  it("counts what of its plan is done, and names who is at it", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    expect(standingOf(room.view, room.session())).toMatchObject({
      kind: "executing",
      done: 0,
      all: 2,
      task: { id: "DEV-001" },
      failed: [],
    });
  });

  it("is with whoever judges a step while that is discussed", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    const standing = standingOf(room.view, room.session);
    expect(standing).toMatchObject({ kind: "executing", task: { id: "VIEW-001" } });
    expect(ownerOf(standing)).toBe("agent");
  });

  it("says that nobody has it where no agent of its role is connected", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    const now = () => standingOf(room.view, room.session());
    expect(now()).toMatchObject({ kind: "executing", isMissing: false });
    expect(ownerOf(now())).toBe("agent");
    room.run({ type: "leaveRoom", by: room.builder, reason: "" });
    expect(now()).toMatchObject({ kind: "executing", isMissing: true });
    expect(ownerOf(now())).toBe("nobody");
  });
});
