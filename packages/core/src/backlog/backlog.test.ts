import { describe, expect, it } from "vitest";
import { ballOf } from "../room/ball.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import type { ItemDraft } from "./command.ts";
import { compareItems, type ItemId, scoreOf } from "./item.ts";

function aRoomWith(...items: ItemDraft[]) {
  const driver = Driver.room("duo");
  const pia = driver.join("Pia", "planner");
  const ada = driver.join("Ada", "builder");
  driver.run({ type: "addItems", by: LEAD, items });
  const item = (id: ItemId) => {
    const { items: live, ended } = driver.view.backlog;
    const found = [...live, ...ended].find((one) => one.id === id);
    if (!found) throw new Error(`no item ${id}`);
    return found;
  };
  const clear = () => driver.run({ type: "setMode", by: LEAD, workflowMode: "backlog_clearing" });
  return { driver, pia, ada, item, clear };
}

const ONE: ItemDraft = { title: "One", body: "Do the one.", priority: "high" };
const TWO: ItemDraft = { title: "Two" };

describe("an item", () => {
  it("is picked, done by the whole team, reviewed and closed", () => {
    const { driver, pia, ada, item } = aRoomWith(ONE);
    expect(driver.run({ type: "pickItem", by: pia, itemId: 1 })).toMatchObject({
      taskId: "PLAN-001",
      to: "planner",
    });
    expect(item(1).state).toBe("picked");
    expect(driver.claim(pia)).toMatchObject({ instruction: "Do the one.", priority: "high" });
    driver.run(driver.handOff(pia, "builder", "work"));
    driver.claim(ada);
    driver.run(driver.handOff(ada, "planner", "work"));
    driver.claim(pia);
    expect(item(1).state).toBe("picked");
    driver.run(driver.handOff(pia, "user", "deliver", { message: "It is done." }));
    expect(item(1)).toMatchObject({ state: "in_review", note: { text: "It is done.", by: "Pia" } });
    driver.run({ type: "closeItem", by: LEAD, itemId: 1, reason: "looks right" });
    expect(item(1)).toMatchObject({ state: "closed", note: { text: "looks right", by: "Lea" } });
  });

  it("whose work is split waits for all of it", () => {
    const { driver, pia, ada, item } = aRoomWith(ONE);
    driver.run({ type: "pickItem", by: LEAD, itemId: 1 });
    const first = driver.claim(pia);
    driver.run(driver.create(pia, [{ role: "builder", title: "part" }]));
    const done = (by: typeof pia, task: typeof first) =>
      driver.run({
        type: "complete",
        by,
        taskId: task.id,
        fence: task.lease.fence,
        result: { summary: `${task.id} done` },
        next: false,
      });
    done(pia, first);
    expect(item(1).state).toBe("picked");
    done(ada, driver.claim(ada));
    expect(item(1)).toMatchObject({ state: "in_review", note: { text: "DEV-001 done" } });
  });

  it("whose work fails is open again with what happened, and goes on with a retry", () => {
    const { driver, pia, item } = aRoomWith(ONE);
    driver.run({ type: "pickItem", by: LEAD, itemId: 1 });
    driver.failThrice(pia, "no access");
    expect(item(1)).toMatchObject({
      state: "open",
      lastTry: { taskId: "PLAN-001", how: "failed", reason: "no access" },
    });
    expect(driver.refused({ type: "pickItem", by: LEAD, itemId: 1 })).toMatchObject({
      code: "item_state",
      details: { tasks: ["PLAN-001"] },
    });
    driver.run(driver.answer(driver.decision("task_failed"), "retry"));
    expect(item(1).state).toBe("picked");
    driver.claim(pia);
    driver.run(driver.handOff(pia, "user", "deliver"));
    expect(item(1)).toMatchObject({ state: "in_review", lastTry: null });
  });

  it("whose work asks the user waits for the answer, and goes on with it", () => {
    const { driver, pia, item } = aRoomWith(ONE);
    driver.run({ type: "pickItem", by: LEAD, itemId: 1 });
    driver.claim(pia);
    driver.run(driver.handOff(pia, "user", "question"));
    expect(item(1)).toMatchObject({ state: "picked", asked: expect.any(String) });
    driver.say("Both.");
    expect(item(1).asked).toBeNull();
    driver.claim(pia);
    driver.run(driver.handOff(pia, "user", "deliver"));
    expect(item(1).state).toBe("in_review");
  });

  it("whose work is cancelled is open again", () => {
    const { driver, item } = aRoomWith(ONE);
    const { taskId } = driver.run({ type: "pickItem", by: LEAD, itemId: 1 });
    driver.run({
      type: "cancelTask",
      by: LEAD,
      taskId: taskId as never,
      cascade: true,
      reason: "no",
    });
    expect(item(1)).toMatchObject({ state: "open", lastTry: { how: "cancelled", reason: "no" } });
  });

  it("that ended long ago is reopened from what the table has", () => {
    const { driver, item } = aRoomWith(...Array.from({ length: 102 }, (_, i) => ({ ...TWO, title: `old ${i}` })));
    const stored = { ...item(1), state: "closed" as const };
    for (const { id } of driver.view.backlog.items)
      driver.run({ type: "closeItem", by: LEAD, itemId: id, reason: "done" });
    const reopen = { type: "reopenItem" as const, by: LEAD, itemId: 1, reason: "again" };
    expect(driver.refused({ ...reopen, stored: null })).toMatchObject({ code: "item_unknown" });
    driver.run({ ...reopen, stored });
    expect(item(1)).toMatchObject({ state: "reopened", title: "old 0" });
  });
});

describe("who may do what", () => {
  it("lets agents that are not the entry point add, and tells them so for the rest", () => {
    const { driver, ada, item } = aRoomWith(ONE);
    driver.run({ type: "addItems", by: ada, items: [TWO] });
    expect(item(2).origin).toMatchObject({ kind: "agent", name: "Ada", role: "builder" });
    for (const command of [
      { type: "pickItem", itemId: 1 },
      { type: "closeItem", itemId: 1, reason: "x" },
      { type: "editItem", itemId: 1, changes: { title: "x" } },
    ] as const) {
      expect(driver.refused({ ...command, by: ada })).toMatchObject({
        code: "entry_point_only",
        allowed: ["addItems", "listBacklog"],
      });
    }
  });

  it("leaves what is in review to people", () => {
    const { driver, pia, item } = aRoomWith(ONE);
    driver.run({ type: "finishItem", by: pia, itemId: 1, summary: "was done before" });
    expect(item(1).state).toBe("in_review");
    expect(driver.refused({ type: "closeItem", by: pia, itemId: 1, reason: "x" }).code).toBe("item_state");
  });
});

describe("the order", () => {
  it("is by priority, then by position; a move names a neighbour", () => {
    const { driver } = aRoomWith(TWO, { title: "b" }, { title: "c" }, ONE);
    const order = () => [...driver.view.backlog.items].sort(compareItems).map(({ id }) => id);
    expect(order()).toEqual([4, 1, 2, 3]);
    driver.run({ type: "moveItem", by: LEAD, itemId: 3, to: { before: 1 }, priority: null });
    driver.run({ type: "moveItem", by: LEAD, itemId: 1, to: { after: 2 }, priority: null });
    expect(order()).toEqual([4, 3, 2, 1]);
    driver.run({ type: "moveItem", by: LEAD, itemId: 1, to: { before: 4 }, priority: "high" });
    expect(order()).toEqual([4, 1, 3, 2].sort((a, b) => order().indexOf(a) - order().indexOf(b)));
    expect(order().slice(0, 2).sort()).toEqual([1, 4]);
  });

  it("numbers all anew when there is no room left between two", () => {
    const { driver } = aRoomWith({ title: "a" }, { title: "b" }, { title: "c" });
    for (let i = 0; i < 500; i++) {
      const [moved, other] = i % 2 ? [2, 3] : [3, 2];
      driver.run({ type: "moveItem", by: LEAD, itemId: moved, to: { after: 1 }, priority: null });
      const order = [...driver.view.backlog.items].sort(compareItems).map(({ id }) => id);
      expect(order).toEqual([1, moved, other]);
    }
    const lengths = driver.view.backlog.items.map(({ position }) => position.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(60);
  });

  it("scores value for each unit of complexity", () => {
    expect(scoreOf({ value: 5, complexity: 2 })).toBe(2.5);
    expect(scoreOf({ value: 4, complexity: 3 })).toBe(1.3);
    expect(scoreOf({ value: 4, complexity: null })).toBeNull();
  });
});

describe("clearing mode", () => {
  it("hands out by priority, then position, one after the other", () => {
    const { driver, pia, item, clear } = aRoomWith(TWO, ONE);
    clear();
    expect([item(1).state, item(2).state]).toEqual(["open", "picked"]);
    driver.claim(pia);
    driver.run(driver.handOff(pia, "user", "deliver"));
    expect([item(1).state, item(2).state]).toEqual(["picked", "in_review"]);
  });

  it("lets a user's message go first, also when an item of a higher priority waits", () => {
    const { driver, pia, clear } = aRoomWith(ONE);
    clear();
    const said = driver.say("What about the deploy?");
    expect(driver.claim(pia).id).toBe(said);
  });

  it("waits for the branches of a fan-out, whatever task joins them", () => {
    const { driver, pia, ada: by, item, clear } = aRoomWith(ONE);
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    const { id: taskId, lease } = driver.claim(by);
    const branches = [{ role: by.roles[0] as never, instruction: "Does it hold?" }];
    driver.run({ type: "fanOut", by, taskId, fence: lease.fence, branches });
    clear();
    expect(item(1).state).toBe("open");
    expect(driver.run({ type: "claim", by: pia }).taskId).toBeNull();
  });

  it("waits while there is work, and for the entry point", () => {
    const { driver, pia, item, clear } = aRoomWith(ONE);
    driver.say("Hello");
    clear();
    expect(item(1).state).toBe("open");
    driver.claim(pia);
    expect(item(1).state).toBe("open");
    driver.run({ type: "leaveRoom", by: pia, reason: "" });
    driver.run({
      type: "withdrawMessage",
      by: { ...LEAD, isLead: true },
      taskId: "PLAN-001" as never,
    });
    expect(item(1).state).toBe("open");
    driver.join("Pia", "planner");
    expect(item(1).state).toBe("picked");
  });

  it("waits while a user's message is between two hands, as long as the next one is there", () => {
    const { driver, pia, ada, item, clear } = aRoomWith(ONE);
    driver.say("What about the deploy?");
    driver.claim(pia);
    clear();
    driver.run(driver.handOff(pia, "builder", "work"));
    expect(item(1).state).toBe("open");
    driver.claim(ada);
    driver.run(driver.handOff(ada, "planner", "work"));
    expect(item(1).state).toBe("open");
    const last = driver.claim(pia);
    driver.run(driver.create(pia, [{ role: "builder", title: "part" }]));
    driver.run({
      type: "complete",
      by: pia,
      taskId: last.id,
      fence: last.lease.fence,
      result: { summary: "split" },
      next: false,
    });
    expect(item(1).state).toBe("open");
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    expect(item(1).state).toBe("picked");
  });

  it("pauses while a decision waits, goes on once it is made, and on request", () => {
    const { driver, pia, item, clear } = aRoomWith(ONE, TWO);
    clear();
    driver.failThrice(pia);
    expect(driver.view.backlog.paused?.why.kind).toBe("decision");
    expect([item(1).state, item(2).state]).toEqual(["open", "open"]);
    driver.pass(MINUTE).run({ type: "resumeClearing", by: LEAD });
    expect(driver.view.backlog.paused).toBeNull();
    expect(item(2).state).toBe("picked");
    driver.run(driver.answer(driver.decision("task_failed"), "cancel"));
    expect(item(1)).toMatchObject({ state: "deferred", lastTry: { how: "failed" } });
    expect(driver.refused({ type: "resumeClearing", by: LEAD }).code).toBe("not_paused");
  });

  it("pauses after three items in a row that failed, until somebody lets it go on", () => {
    const { driver, pia, item, clear } = aRoomWith(ONE, TWO, { title: "Three" }, { title: "Four" });
    clear();
    for (const id of [1, 2, 3]) {
      expect(item(id).state).toBe("picked");
      driver.failThrice(pia);
      driver.run(driver.answer(driver.decision("task_failed"), "cancel"));
    }
    expect(driver.view.backlog.paused?.why).toEqual({ kind: "failures", items: [1, 2, 3] });
    expect(item(4).state).toBe("open");
    expect(ballOf(driver.view)).toMatchObject({
      holder: "you",
      why: { kind: "clearing_paused", items: [1, 2, 3] },
      next: "planner",
      sinceAt: driver.view.backlog.paused?.at,
    });
    driver.say("First look at the deploy");
    expect(ballOf(driver.view).why.kind).toBe("about_to_take");
    driver.claim(pia);
    driver.run(driver.handOff(pia, "user", "deliver"));
    expect(ballOf(driver.view).why.kind).toBe("clearing_paused");
    driver.run({ type: "resumeClearing", by: LEAD });
    expect(item(4).state).toBe("picked");
    expect(ballOf(driver.view).why.kind).toBe("about_to_take");
  });

  it("does not hand out again what a person ended for good, until somebody reopens it", () => {
    const { driver, pia, item, clear } = aRoomWith(ONE, TWO);
    clear();
    driver.failThrice(pia);
    const { options } = driver.decision("task_failed");
    expect(options.find(({ id }) => id === "cancel")?.consequence).toBe(
      "Ends it for good. Item 1 is deferred until somebody reopens or picks it.",
    );
    driver.run(driver.answer(driver.decision("task_failed"), "cancel", { note: "not this year" }));
    expect(item(1)).toMatchObject({
      state: "deferred",
      note: { text: "Lea cancelled PLAN-001: not this year", by: "Squadroom" },
    });
    expect(item(2).state).toBe("picked");
    const { taskId } = item(2);
    const cancel = { type: "cancelTask" as const, by: LEAD, cascade: true, reason: "" };
    driver.run({ ...cancel, taskId: taskId as never });
    expect(item(2)).toMatchObject({
      state: "deferred",
      note: { text: "Lea cancelled PLAN-002." },
      lastTry: { how: "cancelled" },
    });
    driver.run({ type: "reopenItem", by: LEAD, itemId: 2, reason: "now", stored: null });
    expect(item(2).state).toBe("picked");
  });

  it("stops handing out when it is switched off; what is in hand goes on", () => {
    const { driver, pia, item, clear } = aRoomWith(ONE, TWO);
    clear();
    driver.claim(pia);
    driver.run({ type: "setMode", by: LEAD, workflowMode: "normal" });
    driver.run(driver.handOff(pia, "user", "deliver"));
    expect([item(1).state, item(2).state]).toEqual(["in_review", "open"]);
  });
});

describe("skipping what was handed out", () => {
  function handedOut() {
    const driver = Driver.room("duo");
    const pia = driver.join("Pia", "planner");
    const items = [{ title: "One" }, { title: "Two" }];
    driver.run({ type: "addItems", by: LEAD, items });
    driver.run({ type: "setMode", by: LEAD, workflowMode: "backlog_clearing" });
    const { id } = driver.claim(pia);
    const state = (item: number) => driver.view.backlog.items.find((one) => one.id === item)?.state;
    return { driver, pia, id, state };
  }

  it("defer ends the entry point's own task for it, and the next item is handed out", () => {
    const { driver, pia, id, state } = handedOut();
    driver.run({ type: "deferItem", by: pia, itemId: 1, reason: "It needs a person." });
    expect([state(1), state(2)]).toEqual(["deferred", "picked"]);
    expect(driver.view.ended.find((task) => task.id === id)?.state).toBe("cancelled");
    expect(driver.claim(pia).id).not.toBe(id);
  });

  it("put back would hand it out again: refused with what is possible, and back in normal mode", () => {
    const { driver, pia, state } = handedOut();
    const putBack = { type: "putBackItem" as const, by: pia, itemId: 1, reason: "Later." };
    expect(driver.refused(putBack)).toMatchObject({
      code: "item_state",
      allowed: ["edit", "finish", "defer"],
    });
    driver.run({ type: "setMode", by: LEAD, workflowMode: "normal" });
    driver.run(putBack);
    expect(state(1)).toBe("open");
  });

  it("is refused while somebody else works on it, with the task's id", () => {
    const { driver, pia, id } = handedOut();
    const ada = driver.join("Ada", "builder");
    driver.run(driver.create(pia, [{ role: "builder" }]));
    const made = driver.claim(ada);
    expect(driver.refused({ type: "deferItem", by: pia, itemId: 1, reason: "" })).toMatchObject({
      details: { tasks: expect.arrayContaining([id, made.id]) },
    });
  });
});
