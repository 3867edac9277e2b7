import { expect, it } from "vitest";
import { withTitles } from "./role-title.ts";

const ROLES = [
  { name: "fe-qa", title: "Front-end tester" },
  { name: "qa", title: "Tester" },
  { name: "reviewer", title: "Reviewer" },
];

it.each([
  ["without fe-qa and qa", "without Front-end tester and Tester"],
  [
    "qa stands in for reviewer; some results are unreviewed",
    "Tester stands in for Reviewer; some results are unreviewed",
  ],
  ["qa1 and reviewers stay as they are", "qa1 and reviewers stay as they are"],
])("%s", (text, titled) => {
  expect(withTitles(text, ROLES)).toBe(titled);
});
