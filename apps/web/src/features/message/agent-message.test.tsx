import type { CommandOf } from "@squadroom/core/kernel/command";
import type { RoleName } from "@squadroom/core/kernel/ids";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { StoodClock } from "../../clock/now.ts";
import { type Names, namesOf } from "../../live/names.ts";
import { ME, PlayRoom } from "../../live/room.fixture.ts";
import { RoomHere } from "../../live/room-here.ts";
import { show, stateIn } from "../../testing/page.fixture.tsx";
import { AgentMessage } from "./agent-message.tsx";
import { OpenMessages } from "./open-messages.tsx";

type Send = CommandOf<"sendAgentMessage">;
const NOON = Date.UTC(2026, 10, 26, 12);

let room: PlayRoom;
beforeEach(() => {
  room = new PlayRoom("checkout", "squad", NOON);
  room.join("Pia", "planner").join("Bo", "builder").join("Rex", "reviewer");
});

function send(from: string, to: string, more: Partial<Send>): string {
  const { messageId } = room.run<{ messageId: string }>({
    type: "sendAgentMessage",
    by: room.caller(from),
    body: "Ours or theirs?",
    to: { kind: "role", role: to as RoleName },
    repliesTo: null,
    ...more,
  });
  return messageId;
}

function names(): Names {
  const agents = Object.values(room.view.agents).map(({ id, name }) => [id, name] as const);
  return namesOf(new Map(agents), room.view.team, new Map());
}

/** All that agents wrote, with the panel beside it. */
async function shown() {
  const state = stateIn(room);
  const sent = room.events.filter((event) => event.type === "message.sent");
  await show(
    <StoodClock value={room.at}>
      <RoomHere value={state}>
        {sent.map((event) => (
          <article key={event.seq} aria-label={event.data.message.subject ?? `#${event.seq}`}>
            <AgentMessage event={event} names={names()}>
              <p>{event.data.message.body}</p>
            </AgentMessage>
          </article>
        ))}
        <OpenMessages state={state} names={names()} />
      </RoomHere>
    </StoodClock>,
    "/rooms/checkout",
  );
}

const card = (subject: string) => screen.getByRole("article", { name: subject }).textContent;
const panel = () =>
  within(screen.getByRole("region", { name: "Open messages" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

const CLOCK = { kind: "question", subject: "Which clock?", responseS: 600 } as const;

describe("a question", () => {
  test("says what it is about, until when, and that it has not arrived", async () => {
    room.message("Refunds").claim("Pia");
    const about = { component: "Refunds", file: "src/webhook.ts" };
    send("Pia", "reviewer", { ...CLOCK, priority: "high", about });
    room.later(2);
    await shown();
    expect(card("Which clock?")).toMatch(/^PiaasksReviewer· highWhich clock\?Ours or theirs\?/);
    expect(card("Which clock?")).toContain("PLAN-001Refundssrc/webhook.ts");
    expect(card("Which clock?")).toMatch(/8 min left to answer, until \d\d:10\. Not delivered/);
    expect(panel()).toEqual(["Which clock?8 min leftPia to Reviewer, high"]);
  });

  test("has arrived, and is late where it has not", async () => {
    send("Bo", "reviewer", CLOCK);
    send("Bo", "planner", { subject: "Rounding?", priority: "critical", responseS: 600 });
    room.claim("Rex");
    room.later(1).tick();
    await shown();
    expect(card("Which clock?")).toContain("Delivered in 1 s");
    expect(card("Rounding?")).toContain("Not delivered in time: Planner has not read it yet.");
  });

  test("is answered, with the way to its reply", async () => {
    const id = send("Bo", "reviewer", CLOCK);
    room.claim("Rex");
    room.later(3);
    send("Rex", "builder", { repliesTo: id as never, body: "Theirs.\nOurs drifts." });
    await shown();
    expect(card("Which clock?")).toContain("Answered in 3 min, 7 min before its deadline");
    const reply = room.events.findLast(({ type }) => type === "message.sent")?.seq;
    const link = screen.getByRole("link", { name: "Go to the reply of Rex" });
    expect(link.textContent).toContain("Rex Theirs.");
    expect(link.getAttribute("href")).toBe(`/rooms/checkout?at=${reply}`);
    expect(screen.queryByRole("region", { name: "Open messages" })).toBeNull();
  });

  test("is raised once it is overdue, and then a person is asked", async () => {
    send("Bo", "reviewer", CLOCK);
    room.later(10).tick().later(2);
    await shown();
    expect(card("Which clock?")).toContain("raised from medium high");
    expect(card("Which clock?")).toMatch(
      /Overdue since \d\d:10\. Raised to high once\. A person is asked at \d\d:20\./,
    );
    expect(panel()[0]).toMatch(/2 min overBo to Reviewer, raised; a person is asked at \d\d:20/);
  });

  test("that was critical already is not raised, and one that nobody can get says so", async () => {
    send("Bo", "reviewer", { ...CLOCK, priority: "critical" });
    room.leave("Pia");
    room.later(10).tick().later(2);
    send("Bo", "planner", { ...CLOCK, subject: "Which plan?" });
    await shown();
    expect(card("Which clock?")).toMatch(/Overdue since \d\d:10\. Reviewer got it again\./);
    expect(card("Which clock?")).not.toContain("Raised");
    expect(card("Which plan?")).toContain("Not delivered yet: nobody has the role Planner.");
  });

  test("leads to the decision that came of it", async () => {
    send("Bo", "reviewer", CLOCK);
    room.later(10).tick().later(10).tick().later(1);
    const [decision] = Object.values(room.view.decisions);
    await shown();
    expect(card("Which clock?")).toMatch(/No answer since \d\d:10\. A person is asked\.1 min/);
    const link = screen.getByRole("link", { name: "Answer" });
    expect(link.getAttribute("href")).toContain(`item=${decision?.id}`);
    expect(panel()[0]).toContain("Bo to Reviewer, a person is asked");
  });
});

test("a notification was read, needs no reply and waits nowhere; one for an empty role waits for it", async () => {
  send("Bo", "planner", { kind: "notification", subject: "States are final" });
  room.claim("Pia");
  room.leave("Rex");
  send("Bo", "reviewer", { subject: "Check the names" });
  await shown();
  expect(card("States are final")).toMatch(/Read by Pia in 1 s, no reply needed$/);
  expect(card("Check the names")).toContain("Waiting for the first Reviewer");
  expect(panel()).toEqual(["Check the namesno limitBo to Reviewer: no Reviewer is connected, so it waits"]);
});

test("its file leads to who has locked it", async () => {
  send("Bo", "planner", { subject: "Clock?", about: { file: "src/webhook.ts" } });
  await shown();
  const link = screen.getByRole("link", { name: "src/webhook.ts" });
  expect(link.getAttribute("href")).toBe("/rooms/checkout/locks?path=src%2Fwebhook.ts");
});

test("a loop that was stopped is one thing: its last message asks for the answer, and what waits in it does not", async () => {
  for (let turn = 0; turn < 7; turn++) {
    const [from, to] = turn % 2 === 0 ? ["Bo", "planner"] : ["Pia", "builder"];
    send(from, to, { subject: "Rounding", responseS: 600 });
  }
  await shown();
  const articles = screen.getAllByRole("article", { name: "Rounding" });
  expect(articles.at(-1)?.textContent).toMatch(/Loop stopped after 7 turns\./);
  expect(articles.slice(0, -1).every((one) => !one.textContent?.includes("Loop"))).toBe(true);
  expect(panel()).toHaveLength(1);
  expect(panel()[0]).toContain("Bo and Pia: loop stopped, a person is asked");
});

test("of many that wait the panel shows the nearest, the rest when asked", async () => {
  for (let n = 0; n < 8; n++) send("Bo", "reviewer", { subject: `No. ${n}`, responseS: 900 - n });
  await shown();
  expect(panel().map((text) => text?.slice(0, 5))).toEqual([7, 6, 5, 4, 3].map((n) => `No. ${n}`));
  screen.getByRole("button", { name: "3 more" }).click();
  await waitFor(() => expect(panel()).toHaveLength(8));
});

test("what the room wrote by itself is one line, and the rest when it is asked for", async () => {
  room.run({
    type: "createTasks",
    by: ME,
    fence: null,
    tasks: [{ role: "builder" as RoleName, title: "Build it", instruction: "Build it." }],
  });
  for (let n = 0; n < 3; n++) {
    room.claim("Bo");
    room.fail("Bo", "No key.");
  }
  await shown();
  const subject = "DEV-001 failed: Build it";
  expect(card(subject)).toBe(
    "SquadroomtellsPlanner· criticalDEV-001, “Build it”, failed after 3 attempts: No key. Show all",
  );
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(card(subject)).toContain("A person is asked what to do with it.");
});
