import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Command } from "../kernel/command.ts";
import { decide } from "../room/decide.ts";
import { isReady, pausedSession } from "../task/order.ts";
import { availableRoles } from "../team/availability.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { type Done, histories, lookAt, play } from "../testing/history.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { tasksOf } from "./backlog.ts";
import { pauseReason } from "./clearing.ts";
import { followBacklog } from "./follow-up.ts";
import { hasEnded, ITEM_MOVES, ITEM_STATES, type ItemMove, isOpen } from "./item.ts";

vi.setConfig({ testTimeout: 60_000 });

const MOVE_OF: Record<string, ItemMove> = {
  editItem: "edit",
  moveItem: "move",
  pickItem: "pick",
  deferItem: "defer",
  finishItem: "finish",
  putBackItem: "putBack",
  closeItem: "close",
  dropItem: "drop",
  reopenItem: "reopen",
};

/** The same machine as a table of its own: the state after each command that is accepted. */
const AFTER: Partial<Record<string, string>> = {
  pickItem: "picked",
  deferItem: "deferred",
  finishItem: "in_review",
  putBackItem: "open",
  closeItem: "closed",
  dropItem: "dropped",
  reopenItem: "reopened",
};

function always(check: (done: Done, before: Driver["view"]) => void, runs = shareOf(150)): void {
  fc.assert(
    fc.property(histories(70), (history) => {
      let before = Driver.room(history.preset).view;
      lookAt(history, (done) => {
        check(done, before);
        before = done.driver.view;
      });
    }),
    { numRuns: runs },
  );
}

describe("after any history", () => {
  it("items moved as the table allows, and the log has no fault", () => {
    fc.assert(
      fc.property(histories(80), (history) => {
        expect(faultsOf(play(history).log)).toEqual([]);
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("a command about an item is refused where the model refuses it, else does what the model does", () => {
    const seen = new Set<string>();
    always(({ driver, command, ruling }, before) => {
      const move = MOVE_OF[command.type];
      if (!move || !("itemId" in command)) return;
      const { items, ended } = before.backlog;
      const was = [...items, ...ended].find(({ id }) => id === command.itemId);
      if (!was) return expect(ruling.ok).toBe(false);
      const isAllowed = ITEM_MOVES[was.state].includes(move);
      if (!isAllowed) return expect(ruling.ok).toBe(false);
      if (!ruling.ok) return;
      seen.add(`${was.state} ${move}`);
      const view = driver.view.backlog;
      const now = [...view.items, ...view.ended].find(({ id }) => id === command.itemId);
      const wanted = AFTER[command.type];
      // What is open and put back may at once be handed out again.
      const isOutAgain = now?.state === "picked" && before.backlog.workflowMode === "backlog_clearing";
      if (wanted && !isOutAgain) expect(now?.state).toBe(wanted);
    }, 300);
    expect(seen.size).toBeGreaterThan(15);
  });

  it("what a refusal allows instead is accepted, each of it", () => {
    let offered = 0;
    always(({ driver, command, ruling }, before) => {
      if (ruling.ok || ruling.refusal.code !== "item_state" || !("itemId" in command)) return;
      if (!("by" in command)) return;
      for (const move of ruling.refusal.allowed ?? []) {
        const type = Object.entries(MOVE_OF).find(([, name]) => name === move)?.[0];
        const { itemId } = command;
        const connection = before.agents[command.by.id as never]?.connection;
        const by = connection === undefined ? command.by : { ...command.by, connection };
        const more = {
          reason: "so",
          summary: "so",
          changes: {},
          to: "first",
          priority: null,
          stored: null,
        };
        const instead = { type, by, itemId, ...more } as unknown as Command;
        const tried = decide(before, instead, driver.context());
        const said = tried.ok ? "accepted" : `${tried.refusal.code}: ${tried.refusal.message}`;
        expect(`${move}: ${said}`).toBe(`${move}: accepted`);
        offered++;
      }
    }, 300);
    expect(offered).toBeGreaterThan(50);
  });

  it("closed and dropped items are apart, numbers are their own, and only live tasks are work", () => {
    always(({ driver }) => {
      const { items, ended, work, number } = driver.view.backlog;
      expect(items.some(hasEnded)).toBe(false);
      expect(ended.every(hasEnded)).toBe(true);
      const ids = [...items, ...ended].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toBeLessThanOrEqual(number);
      const positions = items.map(({ position }) => position);
      expect(new Set(positions).size).toBe(positions.length);
      for (const [taskId, itemId] of Object.entries(work)) {
        expect(driver.view.tasks.some((task) => task.id === taskId)).toBe(true);
        expect(["open", "reopened", "picked"]).toContain(items.find(({ id }) => id === itemId)?.state);
      }
    });
  });

  it("a picked item has work, or waits for the answer to its question", () => {
    always(({ driver }) => {
      const { backlog } = driver.view;
      for (const item of backlog.items) {
        if (item.state !== "picked") continue;
        expect(tasksOf(backlog, item.id).length > 0 || item.asked !== null).toBe(true);
      }
    });
  });

  it("nothing is left to follow", () => {
    always(({ driver }) => {
      const { view } = driver;
      const step = { event: driver.log.at(-1) as never, before: view, after: view };
      expect(followBacklog(view, [step], driver.context())).toEqual([]);
    });
  });
});

describe("clearing mode, after any history", () => {
  it("hands out one item at a time, never past a user's message, never while paused", () => {
    let handedOut = 0;
    always(({ driver }, before) => {
      const events = driver.log.slice(before.seq);
      const out = events.filter((e) => e.type === "backlog.picked" && e.data.why === "clearing");
      expect(out.length).toBeLessThan(2);
      if (out.length === 0) return;
      handedOut += 1;
      const { backlog, tasks, decisions, questions } = driver.view;
      expect(backlog.workflowMode).toBe("backlog_clearing");
      expect(backlog.paused).toBeNull();
      expect(backlog.items.filter(({ state }) => state === "picked")).toHaveLength(1);
      expect(tasks.some((task) => task.lease !== null)).toBe(false);
      expect(tasks.some((task) => task.said !== null && task.state === "pending")).toBe(false);
      const passedOn = tasks.filter(
        (task) => task.intent !== null && isReady(task) && !pausedSession(driver.view, task),
      );
      for (const { role } of passedOn) expect(availableRoles(driver.view)).not.toContain(role);
      const asked = [...Object.keys(decisions), ...questions.map((q) => q.messageId as string)];
      for (const id of asked) expect(backlog.passing).toContain(id);
      const [event] = out;
      const item = backlog.items.find(({ id }) => event && "itemId" in event.data && id === event.data.itemId);
      const better = before.backlog.items.filter(
        (other) =>
          isOpen(other) &&
          tasksOf(before.backlog, other.id).length === 0 &&
          ["critical", "high", "medium", "low"].indexOf(other.priority) <
            ["critical", "high", "medium", "low"].indexOf(item?.priority ?? "low"),
      );
      for (const { id } of better)
        expect(backlog.items.find((other) => other.id === id && isOpen(other))?.priority ?? "none").not.toBe(
          "critical",
        );
    }, 400);
    expect(handedOut).toBeGreaterThan(10);
  });

  it("is paused exactly while something stands in its way", () => {
    let paused = 0;
    always(({ driver }) => {
      const { backlog } = driver.view;
      if (backlog.workflowMode === "normal") return expect(backlog.paused).toBeNull();
      const why = pauseReason(driver.room);
      expect(backlog.paused !== null).toBe(why !== null);
      if (backlog.paused) paused += 1;
    }, 300);
    expect(paused).toBeGreaterThan(10);
  });
});

it("the states of the table are those of the machine", () => {
  expect(Object.keys(ITEM_MOVES).sort()).toEqual([...ITEM_STATES].sort());
  const driver = Driver.room("solo");
  driver.run({ type: "addItems", by: LEAD, items: [{ title: "One" }] });
  expect(driver.refused({ type: "finishItem", by: LEAD, itemId: 2, summary: "x" }).code).toBe("item_unknown");
});
