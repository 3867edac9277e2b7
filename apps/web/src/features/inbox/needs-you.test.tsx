import { anOption } from "@squadroom/core/decision/question";
import type { InboxItem } from "@squadroom/core/inbox/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { discardDraft, setDraft } from "../../drafts/use-draft.ts";
import { serve, show, untilSteady } from "../../testing/page.fixture.tsx";
import { triageDrafts } from "../decision/index.ts";
import type { DecisionItem } from "./bulk.ts";
import { anItem } from "./item.fixture.ts";
import { NeedsYou } from "./needs-you.tsx";

function List({ ids, of = anItem }: { ids: readonly string[]; of?: (id: string) => InboxItem }) {
  const [selecting, setSelecting] = useState(false);
  return (
    <NeedsYou
      items={ids.map((id) => of(id))}
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
  [...screen.getByRole("region").querySelectorAll<HTMLElement>("[data-id]")].map(({ dataset }) => dataset.id);
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
  const { user, redraw } = await show(<List ids={["1", "2", "3"]} />);

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
  const calls = asked.filter(({ id }) => id.endsWith("Decision")).map(({ id, params }) => [id, params.decisionId]);
  expect(calls).toEqual([
    ["answerDecision", "1"],
    ["undoDecision", "1"],
  ]);
  expect(rows()).toEqual(["1b", "2", "3"]);
});

test("lets nothing move while somebody is at the list, and shows what came when they ask", async () => {
  serve({});
  const { user, redraw } = await show(<List ids={["1", "2"]} />);

  await user.click(title("1"));
  redraw(<List ids={["9", "2"]} />);
  expect(rows()).toEqual(["1", "2"]);
  expect(screen.getByText("No longer asked:", { exact: false })).toBeTruthy();

  await user.keyboard("n");
  expect(rows()).toEqual(["9", "2"]);
});

test("agrees to no triage in bulk whose edits are unsent, and leads back to them", async () => {
  const asked = serve({ answerDecisions: () => ({ results: [], applied: 0, refused: 0 }) });
  const triage = (id: string): DecisionItem =>
    anItem(id, {
      kind: "triage",
      subject: { kind: "session", sessionId: Number(id), title: id, step: "triage", part: null },
      options: [
        anOption("agree", "Agree", "", { kind: "agree" }),
        anOption("raise", "Raise", "", { kind: "override_level", level: "complex" }),
      ],
    });
  const edits = `${triageDrafts("room-1", 2)}:1`;
  setDraft(edits, "complex", null);
  const { user } = await show(<List ids={["1", "2"]} of={triage} />);

  await user.keyboard("x");
  await user.click(screen.getByRole("button", { name: "All 2" }));
  const bar = within(screen.getByRole("toolbar", { name: "Select" }));
  expect(bar.queryByRole("button", { name: "Agree" })).toBeNull();
  expect(bar.getByRole("button", { name: "Finish your edits: What about 2?" })).toBeTruthy();

  act(() => discardDraft(edits));
  await user.click(bar.getByRole("button", { name: "Agree" }));
  expect(asked.map(({ id }) => id)).toContain("answerDecisions");
});

test("takes the tasks of several silent agents at once; with a decision among them there is nothing in common", async () => {
  const asked = serve({ putBackTask: ({ params }) => ({ taskId: params.taskId, state: "pending", seq: 1 }) as never });
  const silent = (id: string): InboxItem => {
    if (id === "0") return anItem(id);
    const { decision: _, ...place } = anItem(id);
    return {
      ...place,
      kind: "stuck",
      agent: { id, name: `Builder ${id}`, role: "builder", class: "managed" },
      reach: "offline",
      task: { id: `DEV-00${id}`, title: "Refunds" },
      leaseEndsAt: place.sinceAt,
    };
  };
  const { user } = await show(<List ids={["1", "2", "0"]} of={silent} />);
  await user.keyboard("x");
  for (const box of screen.getAllByRole<HTMLInputElement>("checkbox")) if (!box.checked) await user.click(box);
  const bar = within(screen.getByRole("toolbar", { name: "Select" }));
  expect(bar.getByText("They have no answer in common.")).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "Select: What about 0?" }));
  await untilSteady();
  await user.click(bar.getByRole("button", { name: "Release now" }));
  await waitFor(() => expect(screen.getAllByText("You chose “Release now”.")).toHaveLength(2));
  const released = asked.filter(({ id }) => id === "putBackTask").map(({ params }) => params.taskId);
  expect(released).toEqual(["DEV-001", "DEV-002"]);
});
