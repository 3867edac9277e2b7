import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { DecisionSubject } from "../decision/decision.ts";
import type { RoomEvent } from "../kernel/event.ts";
import { DecisionRow } from "./contract.ts";

const folder = join(import.meta.dirname, "../log/golden");
const opened = readdirSync(folder)
  .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")).events as RoomEvent[])
  .flatMap((event) => (event.type === "decision.opened" ? [event.data.decision.subject] : []));
/** Each is asked about in a golden log. */
const KINDS: Record<DecisionSubject["kind"], true> = {
  task: true,
  role: true,
  session: true,
  call: true,
  budget: true,
  message: true,
  branch: true,
  locks: true,
};

it.each(Object.keys(KINDS))("has a row for a decision about a %s", (kind) => {
  const { subject } = DecisionRow.shape;
  const kinds = subject.def.options.flatMap((option) => [...option.shape.kind.values]);
  expect(kinds).toContain(kind);
  const all = opened.filter((one) => one.kind === kind);
  expect(all).not.toEqual([]);
  for (const one of all) expect(subject.safeParse(one).error).toBeUndefined();
});
