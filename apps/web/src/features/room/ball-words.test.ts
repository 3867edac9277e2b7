import { type Ball, ballOf } from "@squadroom/core/room/ball";
import { describe, expect, it } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { roleTitle } from "../../words/role-title.ts";
import { compareBalls, holderOf, shortOf } from "./ball-words.ts";
import { clauseOf, isHot, nextOf, sentenceOf } from "./turn-words.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

function told(room: PlayRoom): { card: string; rail: string; head: string } {
  return inWords(ballOf(room.view));
}

function inWords(ball: Ball): { card: string; rail: string; head: string } {
  return {
    card: `${holderOf(ball)} ${clauseOf(ball, roleTitle)}; ${nextOf("clause", ball, roleTitle)}`,
    rail: shortOf(ball, roleTitle),
    head: `${sentenceOf(ball, roleTitle)} ${nextOf("sentence", ball, roleTitle)}`,
  };
}

const squad = (): PlayRoom => new PlayRoom("checkout", "squad", NOON);

describe("who has the ball, in words", () => {
  it("before anyone has joined, and when nothing is asked for", () => {
    expect(told(squad())).toEqual({
      card: "Nobody has the ball: no agent has joined yet; connect an agent, then send a message",
      rail: "no agent yet",
      head: "No agent has joined yet. Connect one, then send a message.",
    });
    expect(told(squad().join("Planner", "planner")).card).toBe(
      "Nobody has the ball: no open work; send a message to start",
    );
  });

  it("nobody to hand it to is said, and no sentence ends in the middle", () => {
    const room = squad().join("Planner", "planner").message("Fix refunds.");
    const ball = { ...ballOf(room.view), next: null };
    expect(inWords({ ...ball, holder: "agent" }).card).toMatch(/; nobody is there to take it next$/);
    expect(inWords({ ...ball, holder: "you" }).head).toMatch(/Then work continues\.$/);
  });

  it("what is asked, without the marks of formatting", () => {
    const room = squad().join("Planner", "planner").message("Fix refunds.");
    room.claim("Planner");
    room.ask("Planner", "May I drop `orders.old`?");
    expect(told(room).head).toContain("May I drop orders.old?");
  });

  it("an agent at work, with what it does and who is next", () => {
    const room = squad().join("Planner", "planner").join("Builder", "builder").message("Fix refunds.");
    expect(told(room).card).toBe("Planner is next for PLAN-001; then Builder");
    room.claim("Planner");
    expect(told(room).rail).toBe("PLAN-001");
    room.progress("Planner", 10, "reading the ticket");
    expect(told(room).head).toBe("It's working on PLAN-001 Fix refunds: reading the ticket. Then Builder.");
  });

  it("you, because of a question, a missing role or a failure", () => {
    const asked = squad().join("Planner", "planner").message("Fix refunds.");
    asked.claim("Planner");
    asked.hand("Planner", "user", "Done so far.\n\nShall I **go on**?", "question");
    expect(told(asked).card).toBe("You answer Planner; then Planner continues");
    expect(told(asked).head).toBe("Planner asks: Shall I go on? Then Planner continues.");

    const missing = squad().join("Planner", "planner").message("Fix refunds.").leave("Planner");
    expect(told(missing).card).toBe("You connect a Planner; then Planner continues");
    expect(told(missing).head).toBe("1 task is waiting for a Planner, and none is connected. Then Planner continues.");
    expect(sentenceOf(ballOf(missing.view), () => "Analyst")).toContain("for an Analyst,");
    missing.later(3).tick();
    expect(Object.values(missing.view.decisions)).toHaveLength(1);
    expect(told(missing).card).toBe("You connect a Planner; then Planner continues");

    const failed = squad().join("Planner", "planner").message("Fix refunds.");
    for (let n = 0; n < 3; n++) {
      failed.claim("Planner");
      failed.fail("Planner", "no");
    }
    expect(told(failed).rail).toBe("PLAN-001 failed");
    expect(told(failed).head).toBe(
      "PLAN-001 “Fix refunds.” failed after 3 attempts. What should happen to it? Then Planner continues.",
    );
  });

  it("you, because working through the backlog is paused after failures", () => {
    const ball = { ...ballOf(squad().view), holder: "you" as const };
    expect(inWords({ ...ball, why: { kind: "clearing_paused", items: [1, 4] } })).toEqual({
      card: "You resume working through the backlog; then Planner continues",
      rail: "backlog paused",
      head: "Working through the backlog is paused: items 1, 4 failed, one after the other. Then Planner continues.",
    });
  });
});

describe("order and urgency", () => {
  const ball = (room: PlayRoom) => ballOf(room.view);
  const waiting = (minutes: number) =>
    ball(new PlayRoom("a", "squad", NOON - minutes * 60_000).join("Planner", "planner").message("x").leave("Planner"));

  it("puts whom a person keeps waiting longest first", () => {
    const idle = ball(squad().join("Planner", "planner"));
    const sorted = [idle, waiting(5), waiting(50)].sort(compareBalls);
    expect(sorted.map(({ holder }) => holder)).toEqual(["you", "you", "nobody"]);
    expect(sorted[0]?.sinceAt).toBe(NOON - 50 * 60_000);
  });

  it("turns hot after twenty minutes, for you only", () => {
    expect(isHot(waiting(19), NOON)).toBe(false);
    expect(isHot(waiting(20), NOON)).toBe(true);
    expect(isHot(ball(squad()), NOON + 86_400_000)).toBe(false);
  });
});
