import type { EventsOf, RoomEvent } from "@squadroom/core/kernel/event";
import type { PersonId, RoleName } from "@squadroom/core/kernel/ids";
import { presetTeam } from "@squadroom/core/team/presets";
import type { Team } from "@squadroom/core/team/team";
import { describe, expect, it } from "vitest";
import { appendEvents, collectTitles, emptyFeed } from "../../live/feed.ts";
import { namesOf } from "../../live/names.ts";
import { PlayRoom } from "../../live/room.fixture.ts";
import { filtersOf } from "./line.ts";
import type { ToldOf } from "./told.ts";
import { USAGE_TOLD } from "./usage-line.ts";
import { findIn, textOf } from "./use-find.ts";

function told(room: PlayRoom): { words: string[]; names: ReturnType<typeof namesOf> } {
  const titles = new Map<string, string>();
  collectTitles(titles, room.events);
  const names = namesOf(
    new Map(Object.values(room.view.agents).map((agent) => [agent.id, agent.name])),
    room.view.team,
    titles,
  );
  return { words: room.events.map((event) => textOf(event, names).trim()), names };
}

function story(): PlayRoom {
  const room = new PlayRoom("checkout", "squad", Date.UTC(2026, 10, 21, 12));
  room.join("Planner", "planner", "claude").join("Builder 1", "builder").message("Make refunds idempotent.");
  room.claim("Planner");
  room.tasks("Planner", [
    { role: "builder", title: "State machine" },
    { role: "builder", title: "Webhook" },
  ]);
  room.claim("Builder 1");
  room.progress("Builder 1", 40, "writes tests");
  room.hand("Builder 1", "reviewer", "Done.", "work");
  return room;
}

describe("sentences of the feed", () => {
  it("name people, roles and tasks, never ids", () => {
    const { words } = told(story());
    expect(words).toEqual([
      "M. K. opened checkout with the team squad",
      "Planner joined as Planner, with claude",
      "Builder 1 joined as Builder",
      "M. K. to Planner Make refunds idempotent.",
      "Planner took PLAN-001 Make refunds idempotent",
      "Planner began PLAN-001 Make refunds idempotent",
      "Planner created DEV-001 State machine and 1 more",
      "Builder 1 took DEV-001 State machine",
      "Builder 1 began DEV-001 State machine",
      "Builder 1 on DEV-001, 40 %: writes tests",
      "Builder → Reviewer rerouted to Planner Reviewer is not available; Planner stands in.",
      expect.stringMatching(/^Builder 1 handed PLAN-002 .* to Planner Done\.$/),
    ]);
  });

  it("say what a person is asked without the marks of formatting", () => {
    const room = story().ask("Planner", "May I drop `orders.old`, **all** of it?", "It is `null`.");
    expect(told(room).words.at(-1)).toContain("May I drop orders.old, all of it?");
  });

  it("say that an agent's message is urgent", () => {
    const room = new PlayRoom("checkout", "squad", Date.UTC(2026, 10, 21, 12));
    room.join("Planner", "planner").join("Builder 1", "builder");
    const to = { kind: "role", role: "builder" as RoleName } as const;
    const said = {
      type: "sendAgentMessage",
      by: room.caller("Planner"),
      to,
      repliesTo: null,
    } as const;
    room.run({ ...said, body: "Later.", priority: "low" });
    room.run({ ...said, body: "Stop!", priority: "critical" });
    const heads = told(room)
      .words.slice(-2)
      .map((words) => words.includes("urgent"));
    expect(heads).toEqual([false, true]);
  });

  it("say why a message goes to another role than the entry point", () => {
    const room = new PlayRoom("checkout", "squad", Date.UTC(2026, 10, 21, 12));
    const team: Team = { ...presetTeam("squad"), preset: "custom", entryFallback: true };
    const by = { id: "00000000-0000-7000-8000-000000000009" as PersonId, name: "M. K." };
    room.run({ type: "changeTeam", by, team, version: 1, remap: {} });
    room.join("Rex", "reviewer").later(3).message("Fix the login.");
    expect(told(room).words.at(-1)).toBe("No Planner is connected: Reviewer stands in with PLAN-001 Fix the login");
    room.leave("Rex").message("And the logout.").message("And the menu.").join("Bo", "builder");
    expect(told(room).words.at(-1)).toBe(
      "No Planner is connected: Builder stands in with PLAN-002 And the logout and 1 more",
    );
  });

  it("say which roles a changed team has no longer, and which are new", () => {
    const room = new PlayRoom("checkout", "squad", Date.UTC(2026, 10, 21, 12));
    const squad = presetTeam("squad");
    const by = { id: "00000000-0000-7000-8000-000000000009" as PersonId, name: "M. K." };
    const change = (team: Team, version: number) => {
      room.run({ type: "changeTeam", by, team, version, remap: {} });
      return told(room).words.at(-1);
    };
    expect(change(presetTeam("duo"), 1)).toBe("M. K. changed the team from squad to duo; gone: Reviewer");
    const [planner, builder, ...others] = squad.roles;
    expect(change({ ...squad, preset: "custom" }, 2)).toBe(
      "M. K. changed the team from duo to squad, changed; new: Reviewer",
    );
    expect(change({ ...squad, preset: "custom", entryFallback: true }, 3)).toBe("M. K. changed the team");
    const variants = presetTeam("duo").variants;
    if (!planner || !builder || others.length === 0) throw new Error("a squad has three roles");
    expect(change({ ...squad, preset: "custom", roles: [planner, builder], variants }, 4)).toBe(
      "M. K. changed the team from squad, changed to custom; gone: Reviewer",
    );
    expect(change({ ...squad, preset: "custom", roles: [planner, builder], variants, entryFallback: true }, 5)).toBe(
      "M. K. changed the team",
    );
  });

  it("count no attempt for who waited for a person and fell silent", () => {
    const room = story().ask("Planner", "Which one?").later(31).tick();
    const words = told(room).words.filter((line) => line.includes("is ready again"));
    expect(words).toEqual([
      "PLAN-001 Make refunds idempotent is ready again; no attempt was made No sign of life from Planner for 900 s.",
    ]);
  });

  it("leave no hole unfilled", () => {
    for (const words of told(story()).words) expect(words).not.toMatch(/\{\{|undefined|<b>/);
  });

  it("fill only the template's holes, not what an agent wrote into a value", () => {
    const room = new PlayRoom("x", "solo", 0);
    room.join("Solo", "solo", "{{who}} <b>").message("hi");
    expect(told(room).words[1]).toBe("Solo joined as Solo, with {{who}} <b>");
  });
});

describe("what is told", () => {
  it("has a place for each event of a family: one without words does not compile", () => {
    type More = EventsOf<"budget"> & { "budget.lent": { sessionId: number } };
    // @ts-expect-error: neither words nor filters
    const more: ToldOf<More> = USAGE_TOLD;
    expect(Object.keys(more)).toContain("budget.set");
  });
});

describe("filters", () => {
  it("put a handoff of work with handoffs and tasks, words with messages", () => {
    const kinds = story().events.map((event: RoomEvent) => [event.type, filtersOf(event).join("+")]);
    expect(kinds).toContainEqual(["handoff.delivered", "handoffs+tasks"]);
    expect(kinds).toContainEqual(["message.sent", "messages"]);
    expect(kinds).toContainEqual(["handoff.rerouted", "handoffs"]);
    expect(kinds).toContainEqual(["agent.joined", ""]);
  });
});

describe("find", () => {
  it("needs all words, in sentences and in messages, in any case", () => {
    const room = story();
    const { names } = told(room);
    const { items } = appendEvents(emptyFeed, room.events);
    expect(findIn(items, "IDEMPOTENT refunds", names)).toEqual([4, 6]);
    expect(findIn(items, "rerouted planner", names)).toHaveLength(1);
    expect(findIn(items, "   ", names)).toEqual([]);
  });
});
