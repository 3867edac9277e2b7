import type { StatusFact } from "@squadroom/core/routing/status-fact";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "../../testing/page.fixture.tsx";
import { StatusText } from "./status-text.tsx";

test("each fact of the room's answer is a link, and what it only counts is none", async () => {
  const facts = [
    { kind: "task", id: "DEV-002", title: "Refunds" },
    { kind: "decision", id: "d1", title: "Which one?" },
  ] as unknown as StatusFact[];
  const text =
    "**In progress: 1 task**\n- DEV-002 Refunds: Ben has it\n\n**Waiting for you**\n- Which one? (3 min)\n- and 4 more\n\nNothing is queued.";
  await show(<StatusText text={text} facts={facts} />);
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "DEV-002 Refunds: Ben has it",
    "Which one? (3 min)",
    "and 4 more",
  ]);
  screen.getByRole("button", { name: "DEV-002" });
  const link = screen.getByRole("link", { name: "Which one?" });
  expect(link.getAttribute("href")).toBe("/inbox");
  expect(document.body.textContent).not.toContain("**");
  screen.getByText("Nothing is queued.");
});
