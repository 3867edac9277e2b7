import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Refused, serve, show } from "../../testing/page.fixture.tsx";
import { Grounds } from "./grounds.tsx";
// What is fetched when a document opens is there already.
import "../diff/reported-file.tsx";
import "../../ui/markdown.tsx";
import type { Grounds as Known } from "./use-grounds.ts";

const FILE = { id: "f-1", name: "epics.md", type: "text/plain", size: 8, sha256: "a" };
const aDocument = (more: Partial<Known["documents"][number]>): Known["documents"][number] => ({
  path: "spec/epics.md",
  status: "created",
  stage: "final",
  lines: 1,
  hash: null,
  size: null,
  producer: "Writer",
  taskId: "DRAFT-004",
  output: null,
  at: 1_000,
  file: null,
  diff: null,
  branch: null,
  before: null,
  ...more,
});
const NOTHING: Known = { warnings: [], tasks: [], documents: [], left: 0, branch: null, since: null, seq: 1 };
const decision = (kind: string) => ({ id: "d-1", version: 1, subject: { kind } });
const shown = (grounds: Partial<Known>) => {
  const contents: Record<string, string> = { "f-1": "# Epics\n\nfour\n", "f-0": "# Epics\n\nfive\n" };
  return serve({
    getGrounds: () => ({ ...NOTHING, ...grounds }),
    getAttachment: ({ params }) => ({ ...FILE, content: btoa(contents[params.attachment ?? ""] ?? "") }),
  });
};

test("what speaks against a yes comes first; documents open beside it, with their text and what changed in it", async () => {
  shown({
    warnings: ["QUALITY-001: Story 12 needs a number."],
    documents: [
      aDocument({ file: FILE, before: { ...FILE, id: "f-0", sha256: "b" } }),
      aDocument({ path: "spec/a.md" }),
    ],
    since: { at: 500, answer: "Redo “Epics”" },
    tasks: [{ id: "DRAFT-004", title: "Epics", said: "Four epics." }],
  });
  const { user } = await show(<Grounds room="room-1" decision={decision("session")} />);
  const grounds = within(await screen.findByRole("region", { name: "What it rests on" }));
  const lists = grounds.getAllByRole("list").map((list) => list.getAttribute("aria-label"));
  expect(lists.slice(0, 2)).toEqual(["Warnings", "Documents"]);
  expect(grounds.getByText("QUALITY-001: Story 12 needs a number.").closest("li")?.className).toBe("c-warn");
  expect(grounds.getByText(/^Each document changed since you chose Redo “Epics”, /)).toBeTruthy();

  const epics = grounds.getByRole("button", { name: /^spec\/epics\.md/ });
  await user.click(epics);
  expect(epics.getAttribute("aria-expanded")).toBe("true");
  const reader = within(await screen.findByRole("region", { name: "spec/epics.md" }));
  expect(await reader.findByText("four")).toBeTruthy();
  await user.click(reader.getByRole("button", { name: "Changes" }));
  expect((await reader.findByText(/five/)).tagName).toBe("DEL");
  await user.click(reader.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: "spec/epics.md" })).toBeNull();
});

test("many documents fold, and all of them can be had", async () => {
  shown({
    warnings: Array.from({ length: 6 }, (_, i) => `DEV-00${i}: fails`),
    documents: Array.from({ length: 9 }, (_, i) => aDocument({ path: `src/${i}.ts` })),
  });
  const { user } = await show(<Grounds room="room-1" decision={decision("task")} />);
  await user.click(await screen.findByRole("button", { name: "Show 1 warning and 3 documents more" }));
  expect(within(screen.getByRole("list", { name: "Documents" })).getAllByRole("button")).toHaveLength(9);
});

test("nothing is said where nothing is known, nor asked about a call; what can't be loaded is said", async () => {
  const asked = shown({});
  await show(<Grounds room="room-1" decision={decision("call")} />);
  expect(asked).toEqual([]);
  expect(screen.queryByRole("region")).toBeNull();
  serve({ getGrounds: () => new Refused("internal", "The database is away.") });
  await show(<Grounds room="room-1" decision={{ ...decision("session"), id: "d-2" }} instead="6 steps are done" />);
  expect(await screen.findByText("Couldn't load the documents: The database is away.")).toBeTruthy();
  expect(screen.getByText("6 steps are done")).toBeTruthy();
});
