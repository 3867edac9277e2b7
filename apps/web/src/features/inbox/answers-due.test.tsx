import type { RoleName } from "@squadroom/core/kernel/ids";
import { answersDue } from "@squadroom/core/message/due";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { StoodClock } from "../../clock/now.ts";
import { queryClient } from "../../live/api.ts";
import { PlayRoom } from "../../live/room.fixture.ts";
import { serve, show } from "../../testing/page.fixture.tsx";
import { AnswersDue } from "./answers-due.tsx";

const NOON = Date.UTC(2026, 10, 26, 12);

function aRoom(name: string) {
  const room = new PlayRoom(name, "squad", NOON);
  room.join("Pia", "planner").join("Bo", "builder");
  const ask = (to: string, subject: string, responseS?: number) =>
    room.run({
      type: "sendAgentMessage",
      by: room.caller("Bo"),
      body: "Which?",
      repliesTo: null,
      to: { kind: "role", role: to as RoleName },
      kind: "question",
      subject,
      ...(responseS === undefined ? {} : { responseS }),
    });
  return { room, ask };
}

async function shown(at: number, ...rooms: { room: PlayRoom }[]) {
  serve({});
  const cards = rooms.map(({ room: { view } }) => ({
    roomId: view.roomId,
    name: view.name,
    answersDue: answersDue(view),
  }));
  queryClient.setQueryData(["rooms"], cards);
  await show(
    <StoodClock value={at}>
      <AnswersDue />
    </StoodClock>,
  );
}

test("what agents wait for from each other stands by when it is due, with what comes then", async () => {
  const one = aRoom("checkout");
  const other = aRoom("docs");
  one.ask("planner", "Which clock?", 900);
  one.ask("reviewer", "Check the names");
  other.ask("planner", "Is a 409 a failure?", 300);
  other.room.later(5).tick();
  await shown(other.room.at + 60_000, one, other);
  const rows = within(screen.getByRole("region", { name: /^Waiting for an answer/ }));
  expect(rows.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^docsBo asks Planner: Is a 409 a failure\?1 min over, raised oncecomes to you at /),
    expect.stringMatching(/^checkoutBo asks Planner: Which clock\?\d+ min leftthen raised, then you$/),
    "checkoutBo asks Reviewer: Check the namesno limitno Reviewer is connected",
  ]);
});

test("where nobody waits there is no group, and of many the rest is asked for", async () => {
  const { room, ask } = aRoom("checkout");
  await shown(NOON, { room });
  expect(screen.queryByRole("region")).toBeNull();
  for (let n = 0; n < 12; n++) ask("planner", `No. ${n}`, 900);
  queryClient.setQueryData(
    ["rooms"],
    [{ roomId: room.view.roomId, name: "checkout", answersDue: answersDue(room.view) }],
  );
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(8));
  screen.getByRole("button").click();
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(12));
});
