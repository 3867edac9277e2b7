import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoomEvent } from "../kernel/event.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, play } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { bodyOf } from "./forms.ts";
import { type Known, NOTICED_EVENTS, noticeOf, payloadOf } from "./notice.ts";
import { WebhookPayload } from "./payload.ts";
import { WEBHOOK_FORMS, WEBHOOK_KINDS } from "./webhook.ts";

const ROOM = { id: "r", name: "checkout" };
const BASE = "https://squad.example";

/** What a room knows of what its events name. */
function knownOf(log: readonly RoomEvent[]): Known {
  return {
    decision: (id) => {
      for (const event of log)
        if (event.type === "decision.opened" && event.data.decision.id === id) return event.data.decision;
      return undefined;
    },
    titleOf: () => "a title",
    agentName: () => "Ada",
  };
}
const noticesOf = (log: readonly RoomEvent[]) => log.flatMap((event) => noticeOf(event, knownOf(log)) ?? []);

describe("what a webhook is told", () => {
  it("is of every decision: opened, then answered or withdrawn, each with its question", () => {
    fc.assert(
      fc.property(histories(80), (history) => {
        const { log } = play(history);
        const notices = noticesOf(log);
        const count = (type: string) => log.filter((event) => event.type === type).length;
        const told = (kind: string) => notices.filter((notice) => notice.kind === kind).length;
        expect(told("decision.opened")).toBe(count("decision.opened"));
        expect(told("decision.answered")).toBe(count("decision.answered"));
        expect(told("decision.withdrawn")).toBe(count("decision.withdrawn") + count("decision.superseded"));
        for (const { kind, data } of notices) if (kind.startsWith("decision.")) expect(data.question).not.toBe("");
      }),
      { numRuns: shareOf(40) },
    );
  });

  it("says of a question that is no longer asked why, apart from the question", () => {
    const known = { ...knownOf([]), decision: () => ({ question: "Which?" }) };
    const data = { decisionId: "d", reason: "PLAN-004 has ended." };
    const event = { type: "decision.withdrawn", data } as unknown as RoomEvent;
    expect(noticeOf(event, known)?.text).toBe("No longer asked: Which? (PLAN-004 has ended)");
  });

  it("comes of the events that are read for it, and is a payload of the contract in each form", () => {
    fc.assert(
      fc.property(histories(60), (history) => {
        const { log } = play(history);
        for (const event of log) {
          const notice = noticeOf(event, knownOf(log));
          if (!notice) continue;
          expect(NOTICED_EVENTS).toContain(event.type);
          expect(WEBHOOK_KINDS).toContain(notice.kind);
          const payload = payloadOf(notice, ROOM, event, BASE);
          expect(WebhookPayload.parse(JSON.parse(JSON.stringify(payload)))).toEqual(payload);
          expect(URL.canParse(payload.link ?? "")).toBe(true);
          for (const form of WEBHOOK_FORMS) expect(JSON.stringify(bodyOf(form, payload))).toContain("checkout");
        }
      }),
      { numRuns: shareOf(40) },
    );
  });

  it("is a failed task, a question, and a role that nobody fills", () => {
    const driver = Driver.room("duo");
    const planner = driver.join("Pia", "planner");
    driver.say("Plan it");
    driver.claim(planner);
    driver.run(driver.handOff(planner, "user", "question", { message: "Which one?" }));
    driver.run(driver.create(planner, [{ role: "planner" }, { role: "builder" }]));
    driver.failThrice(planner, "torn");
    driver.pass(3 * MINUTE).tick();
    const texts = noticesOf(driver.log).map(({ kind, text }) => `${kind}: ${text}`);
    expect(texts).toContain("question.asked: Pia asks: Which one?");
    expect(texts).toContain("task.failed: PLAN-002 a title failed after 3 attempts: torn");
    expect(texts).toContain("room.alert: No builder is connected; 1 task is waiting.");
  });

  it("is once that working through the backlog is paused after failures, and not for what is told anyway", () => {
    const driver = Driver.room("duo");
    const planner = driver.join("Pia", "planner");
    const items = ["One", "Two", "Three", "Four"].map((title) => ({ title }));
    driver.run({ type: "addItems", by: LEAD, items });
    driver.run({ type: "setMode", by: LEAD, workflowMode: "backlog_clearing" });
    const alerts = () => noticesOf(driver.log).filter(({ kind }) => kind === "room.alert");
    for (const failed of [1, 2, 3]) {
      expect(alerts(), `before ${failed}`).toEqual([]);
      driver.failThrice(planner);
      driver.run(driver.answer(driver.decision("task_failed"), "cancel"));
    }
    expect(alerts()).toEqual([
      {
        kind: "room.alert",
        text: "Working through the backlog is paused: items 1, 2, 3 failed, one after the other.",
        data: { alert: "clearing_paused", items: [1, 2, 3] },
      },
    ]);
  });
});
