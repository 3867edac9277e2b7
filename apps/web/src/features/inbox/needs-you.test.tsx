import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { serve, show } from "../../testing/page.fixture.tsx";
import { anItem } from "./item.fixture.ts";
import { NeedsYou } from "./needs-you.tsx";
import "./words.ts";

function List({ ids }: { ids: readonly string[] }) {
  const [selecting, setSelecting] = useState(false);
  return (
    <NeedsYou
      items={ids.map((id) => anItem(id))}
      count={ids.length}
      none={<p>Nothing waits.</p>}
      selecting={selecting}
      onSelecting={setSelecting}
      more={null}
      wantedId={undefined}
    />
  );
}

const title = (id: string) => screen.getByRole("button", { name: `What about ${id}?` });
const rows = () =>
  [...screen.getByRole("region").querySelectorAll<HTMLElement>("[data-id]")].map(
    ({ dataset }) => dataset.id,
  );
const ANSWERED = {
  decisionId: "1",
  state: "answered",
  optionId: "retry",
  label: "Try again",
  consequence: "",
  canUndo: true,
  seq: 1,
} as const;

test("goes on to the next row with the row that a key answered, and takes the answer back in its place", async () => {
  const asked = serve({
    answerDecision: () => ANSWERED,
    undoDecision: () => ({ decisionId: "1", state: "superseded", pendingInstead: "1b", seq: 2 }),
  });
  const { user, redraw } = show(<List ids={["1", "2", "3"]} />);

  await user.keyboard("j");
  expect(document.activeElement).toBe(title("1"));
  await user.keyboard("a");
  expect(await screen.findByText("You chose “Try again”.")).toBeTruthy();
  expect(document.activeElement).toBe(title("2"));

  redraw(<List ids={["2", "3"]} />);
  await user.keyboard("z");
  await screen.findByText("Taken back.");
  redraw(<List ids={["1b", "2", "3"]} />);
  await waitFor(() => expect(document.activeElement).toBe(title("1b")));
  const calls = asked
    .filter(({ id }) => id !== "getInbox")
    .map(({ id, params }) => [id, params.decisionId]);
  expect(calls).toEqual([
    ["answerDecision", "1"],
    ["undoDecision", "1"],
  ]);
  expect(rows()).toEqual(["1b", "2", "3"]);
});

test("lets nothing move while somebody is at the list, and shows what came when they ask", async () => {
  serve({});
  const { user, redraw } = show(<List ids={["1", "2"]} />);

  await user.click(title("1"));
  redraw(<List ids={["9", "2"]} />);
  expect(rows()).toEqual(["1", "2"]);
  expect(screen.getByText("No longer asked:", { exact: false })).toBeTruthy();

  await user.keyboard("n");
  expect(rows()).toEqual(["9", "2"]);
});
