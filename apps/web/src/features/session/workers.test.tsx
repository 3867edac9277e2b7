import type { WorkerReport } from "@squadroom/core/session/workers";
import { NO_USAGE } from "@squadroom/core/usage/usage";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Names } from "../../live/names.ts";
import { show } from "../../testing/page.fixture.tsx";
import { Workers } from "./workers.tsx";

const NOTHING = { agents: [], tasks: [], artifacts: [], discussions: [], keyDecisions: [] };
const BROKEN = "Line 3 of its spec: Close the list with “]”.";

function aWorker(more: Partial<WorkerReport>): WorkerReport {
  const role = "tester" as WorkerReport["role"];
  const own = { role, prefixes: ["TEST"], kind: "idle" as const, left: 1, workMs: 0 };
  return { ...own, ...NOTHING, warnings: [], usage: NO_USAGE, ...more };
}

const names = { role: (name: string) => name } as unknown as Names;

test("a worker whose spec is broken says so with the line, and not that it is idle", async () => {
  const { redraw } = await show(<Workers workers={[aWorker({ broken: BROKEN })]} names={names} />);
  expect(screen.getByText("Spec broken")).toBeTruthy();
  expect(screen.getByText(BROKEN)).toBeTruthy();
  expect(screen.queryByText("Idle")).toBeNull();

  redraw(<Workers workers={[aWorker({})]} names={names} />);
  expect(screen.getByText("Idle")).toBeTruthy();
  expect(screen.queryByText("Spec broken")).toBeNull();
});

test("a worker that errors stopped says so with who decides, and not that it is under way", async () => {
  const stopped = "Stopped after 3 errors. A person decides what happens to TEST-001.";
  await show(<Workers workers={[aWorker({ kind: "working", stopped })]} names={names} />);
  expect(screen.getByText("Stopped")).toBeTruthy();
  expect(screen.getByText(stopped)).toBeTruthy();
  expect(screen.queryByText("Under way")).toBeNull();
});
