import type { Ball } from "@squadroom/core/room/ball";
import { describe, expect, it } from "vitest";
import { chainPosition } from "./chain-position.ts";

const SQUAD = ["user", "planner", "builder", "reviewer", "planner", "user"];
const ball = (part: Partial<Ball>) =>
  chainPosition(SQUAD, {
    holder: "agent",
    role: null,
    next: null,
    why: { kind: "quiet" },
    ...part,
  });

describe("chainPosition", () => {
  it("tells the planner that starts from the planner that finishes", () => {
    expect(ball({ role: "planner" as Ball["role"], next: "builder" as Ball["next"] })).toBe(1);
    expect(ball({ role: "planner" as Ball["role"], next: "user" })).toBe(4);
  });

  it("puts a person who is asked, or to whom was delivered, at the end", () => {
    expect(ball({ holder: "you" })).toBe(5);
    expect(
      ball({
        holder: "nobody",
        why: { kind: "delivered", by: "Planner", text: "", unreviewed: false },
      }),
    ).toBe(5);
  });

  it("shows no ball while nothing was asked for", () => {
    expect(ball({ holder: "nobody" })).toBe(-1);
  });

  it("finds a role that the chain in force leaves out nowhere", () => {
    expect(
      chainPosition(["user", "planner", "user"], {
        holder: "agent",
        role: "builder" as Ball["role"],
        next: "planner" as Ball["next"],
        why: { kind: "quiet" },
      }),
    ).toBe(-1);
  });
});
