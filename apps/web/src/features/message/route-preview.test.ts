import { FALLBACK_AFTER_MS } from "@squadroom/core/task/entry-fallback";
import { describe, expect, it } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { previewRoute } from "./route-preview.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const room = (): PlayRoom => new PlayRoom("checkout", "squad", NOON);

describe("the preview of a message's way", () => {
  it("says who gets it and that nobody fills the role yet", () => {
    const preview = previewRoute(room().view, "hello", NOON);
    expect(preview).toMatchObject({
      role: "planner",
      agentId: null,
      because: "entry_point",
      ahead: 0,
    });
    expect(preview?.missingSince).not.toBeNull();
  });

  it("counts what stands in front of it as the server will", () => {
    const play = room().join("Planner", "planner").message("one");
    expect(previewRoute(play.view, "", NOON)).toMatchObject({
      ahead: 1,
      behind: "PLAN-001",
      missingSince: null,
    });
    play.claim("Planner");
    play.message("two");
    const before = previewRoute(play.view, "three", NOON);
    const sent = play.run<{ ahead: number }>({
      type: "sendUserMessage",
      by: { id: "p" as never, name: "P" },
      body: "three",
      repliesTo: null,
      priority: "medium",
    });
    expect(before).toMatchObject({ ahead: 2, behind: null });
    expect(sent.ahead).toBe(before?.ahead);
  });

  it("passes names on as hints, not the entry point's own", () => {
    expect(previewRoute(room().view, "@builder and @planner: mail me@reviewer.org", NOON)?.hints).toEqual(["builder"]);
  });

  it("names who acts for an entry point that is long away, as the server will", () => {
    const { view } = room().join("Rita", "reviewer");
    const team = view.team && { ...view.team, entryFallback: true };
    const away = { ...view, team };
    expect(previewRoute(away, "", NOON)).toMatchObject({ role: "planner", because: "entry_point" });
    expect(previewRoute(away, "", NOON + FALLBACK_AFTER_MS)).toMatchObject({
      role: "reviewer",
      because: "acting",
      missingSince: null,
    });
  });

  it("says of a team that routes that rules may decide, before there are words", () => {
    const { view } = room();
    const routed = { ...view, team: view.team && { ...view.team, routing: { rules: [] } } };
    expect(previewRoute(routed as typeof view, "", NOON)?.because).toBe("routed");
  });

  it("knows a team of one", () => {
    expect(previewRoute(new PlayRoom("x", "solo", 0).view, "", NOON)?.because).toBe("only_role");
  });
});
