import { expect, test } from "vitest";
import { own } from "./own-command.ts";
import { sentence } from "./sentence.ts";

const reply = {
  id: 7,
  state: "in_review",
  seenAt: 1_764_000_000_000,
  endedAt: null,
  roles: ["lead", "writer"],
  none: [],
  ahead: 0,
  of: { title: "[x?y] {id}" },
};

test.each([
  ["{id}: {state:words}, {state}", "7: in review, in_review"],
  ["seen {seenAt}, {roles}", "seen 2025-11-24 16:00Z, lead, writer"],
  ["[none?some|none], [roles?{roles.length} roles]", "none, 2 roles"],
  ["[state=in_review?looked at|at work]", "looked at"],
  ["[endedAt?ended {endedAt}|[ahead?{ahead} ahead|next]]", "next"],
  ["{of.title}, {of.title:5}{nobody}", "[x?y] {id}, [x?y…"],
  ["`squadroom task show {id}`", `\`${own("task show 7")}\``],
])("%s is said as %s", (says, said) => {
  expect(sentence(says, [{}, reply])).toBe(said);
});
