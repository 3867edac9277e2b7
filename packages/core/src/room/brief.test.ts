import { setFlagsFromString } from "node:v8";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { RoomView } from "../log/view.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, play, sessionHistories } from "../testing/history.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { briefView, wholeView } from "./brief.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** Over the wire. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const received = (view: RoomView): RoomView => wholeView(sent(briefView(view)));

/** Texts that look like something else, where people and agents write what they like. */
function written(view: RoomView, texts: readonly string[]): RoomView {
  let at = 0;
  const text = () => texts[at++ % texts.length] ?? "";
  const named = <T>(value: T): Record<string, T> => JSON.parse(JSON.stringify({ [text()]: value }));
  return {
    ...view,
    tasks: view.tasks.map((task) => ({
      ...task,
      title: text(),
      instruction: text(),
      outputs: [text()],
      boundaries: { allowed: [text()], forbidden: [] },
    })),
    sessions: {
      ...view.sessions,
      live: view.sessions.live.map((session) => ({
        ...session,
        title: text(),
        description: text(),
        angle: text(),
        answers: { ...session.answers, ...named(text() as never) },
        sections: named(text() as never),
      })),
    },
  };
}

const hostile = fc.oneof(
  fc.constantFrom("", "__proto__", "constructor", "null", "false", "0", "[]", "{}", "\ud800"),
  fc.string({ unit: "binary" }),
);

describe("a room over the wire", () => {
  it.each([
    ["any room", histories(80)],
    ["rooms with sessions", sessionHistories(80)],
  ])("arrives as it was: %s (property)", (_, kind) => {
    let seen = 0;
    fc.assert(
      fc.property(kind, (history) => {
        const driver = play(history, ({ driver: { view } }) => {
          if (view.seq % 7 !== 0) return;
          expect(received(view)).toEqual(sent(view));
          seen += view.tasks.length + view.sessions.live.length;
        });
        expect(received(driver.view)).toEqual(sent(driver.view));
      }),
      { numRuns: 40 },
    );
    expect(seen).toBeGreaterThan(100);
  });

  it("arrives as it was, whatever people and agents call things (property)", () => {
    const room = new SessionDriver();
    room.toQuestions();
    room.start("Another");
    room.run(room.create(LEAD, [{ role: "builder" }]));
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 12 }), (texts) => {
        const view = written(room.view, texts);
        expect(received(view)).toEqual(sent(view));
      }),
    );
  });

  it("says nothing of what is not there", () => {
    const room = new SessionDriver();
    room.start();
    room.start("Another");
    room.run(room.create(LEAD, [{ role: "builder" }]));
    const { tasks, sessions } = sent(briefView(room.view));
    expect(Object.keys(tasks.at(-1) ?? {}).sort()).toEqual([
      ...["createdAt", "createdBy", "id", "instruction", "origin", "priority", "role"],
      ...["state", "timeoutS", "title"],
    ]);
    const queued = sessions.live.at(-1);
    expect(Object.keys(queued ?? {}).sort()).toEqual([
      ...["createdAt", "createdBy", "description", "gatePreset", "gates", "id", "position"],
      ...["state", "step", "stepAt", "title"],
    ]);
    expect(queued?.gates).toEqual({ preset: "minimum" });
  });

  it("is taken as it is where it says all", () => {
    const room = new SessionDriver();
    room.start();
    expect(wholeView(sent(room.view))).toEqual(sent(room.view));
  });

  it("has tasks of one shape to the engine, as the server has them", () => {
    setFlagsFromString("--allow-natives-syntax");
    const haveOneShape = new Function("a", "b", "return %HaveSameMap(a, b)") as (
      a: object,
      b: object,
    ) => boolean;
    const room = Driver.room("duo");
    const builder = room.join("Bo", "builder");
    const drafts = [
      { role: "builder" },
      { role: "builder", outputs: ["a.ts"] },
      { role: "planner" },
    ];
    room.run(room.create(LEAD, drafts));
    room.claim(builder);
    const [first, ...others] = received(room.view).tasks;
    if (!first) throw new Error("there is no task");
    expect(others.filter((task) => !haveOneShape(first, task))).toEqual([]);
  });
});
