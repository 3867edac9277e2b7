import { all, type Sample } from "./sample.fixture.ts";
import type { Reply } from "./shapes.ts";

function questions(...items: object[]): Reply {
  return { type: "questions", questions: items } as Reply;
}
const Q1 = { id: "q1", text: "Which store?", type: "choice", options: ["Postgres", "SQLite"] };
const Q2 = { id: "q2", text: "Who signs in?", type: "input" };
const asQuestions = (...items: unknown[]) => JSON.stringify({ type: "questions", questions: items });

const A1 = {
  id: "a1",
  title: "One log",
  summary: "Append",
  tradeoffs: "Simple, slow",
  taskEstimate: 4,
};
const A2 = { ...A1, id: "a2", title: "Many tables" };
const asApproaches = (rest: object, ...items: unknown[]) =>
  JSON.stringify({ type: "approaches", approaches: items, ...rest });
const approaches = (rest: object, ...items: object[]) => ({ type: "approaches", approaches: items, ...rest }) as Reply;

const T1 = {
  id: "t1",
  title: "Table",
  instruction: "Write the migration.",
  files: ["db/1.sql"],
  requires: [],
  role: "builder",
  successCriteria: ["It migrates"],
};
const T2 = { ...T1, id: "t2", title: "Page", requires: ["t1"] };
const asPlan = (...items: unknown[]) => JSON.stringify({ type: "plan", tasks: items });
const plan = (...items: object[]) => ({ type: "plan", tasks: items }) as Reply;

const F1 = { severity: "high", file: "src/a.ts", line: 7, issue: "It leaks." };
const REVIEW = {
  type: "review",
  passed: false,
  findings: [F1],
  mustFix: ["The leak"],
  summary: "Close.",
};
const asReview = (rest: object) => JSON.stringify({ ...REVIEW, ...rest });
const VIEW = { type: "perspective", rating: 4, summary: "It will do." };
const view = (rest: object = {}) =>
  ({
    ...VIEW,
    convergent: [],
    divergent: [],
    missing: [],
    risks: [],
    actionItems: [],
    ...rest,
  }) as Reply;
const asView = (rest: object) => JSON.stringify({ ...VIEW, ...rest });
const review = (rest: object = {}) => ({ ...REVIEW, ...rest }) as Reply;

const SCOUT = {
  type: "scout",
  angle: "storage",
  keywords: ["log"],
  files: [{ path: "src/log.ts", why: "It appends" }],
  patterns: ["One reducer"],
  top5: ["src/log.ts"],
  notes: "Small.",
};
const asScout = (rest: object) => JSON.stringify({ ...SCOUT, ...rest });
const scout = (rest: object = {}) => ({ ...SCOUT, ...rest }) as Reply;

/** Replies that are JSON, and of which the shape is the question. */
export const shapeCorpus: Sample[] = [
  ...all("questions", [
    ["questions", asQuestions(Q1, Q2), questions(Q1, Q2)],
    ["numbers as ids", asQuestions({ ...Q2, id: 7 }), questions({ ...Q2, id: "7" }), "converted"],
    ["ids twice", asQuestions(Q2, Q2), questions(Q2, { ...Q2, id: "q2-2" }), "id_changed"],
    [
      "an id that is taken",
      asQuestions({ ...Q2, id: undefined }, { ...Q2, id: "q1" }),
      questions({ ...Q2, id: "q2" }, { ...Q2, id: "q1" }),
      "id_made",
    ],
    [
      "ids with spaces",
      asQuestions({ ...Q2, id: "who signs in?" }),
      questions({ ...Q2, id: "who-signs-in" }),
      "id_changed",
    ],
    ["an id of signs only", asQuestions({ ...Q2, id: "???" }), questions({ ...Q2, id: "q1" }), "id_changed", "id_made"],
    ["an id of a prototype", asQuestions({ ...Q2, id: "__proto__" }), questions({ ...Q2, id: "proto-" }), "id_changed"],
    ["a type in capitals", asQuestions({ ...Q2, type: "INPUT" }), questions(Q2), "case"],
    [
      "numbers as options",
      asQuestions({ ...Q1, options: [1, 2] }),
      questions({ ...Q1, options: ["1", "2"] }),
      "converted",
      "converted",
    ],
    ["one option", asQuestions({ ...Q1, options: "Postgres" }), questions({ ...Q1, options: ["Postgres"] }), "wrapped"],
    [
      "a blank option",
      asQuestions({ ...Q1, options: ["a", " "] }),
      questions({ ...Q1, options: ["a"] }),
      "blank_member",
    ],
    [
      "a choice without options",
      asQuestions({ ...Q1, options: [] }),
      "wrong_shape",
      "`questions[0].options`: expected answers to choose from",
    ],
    ["no questions", asQuestions(), "wrong_shape", "at least 1"],
    ["a blank question", asQuestions({ ...Q2, text: "" }), "wrong_shape", "`questions[0].text`"],
    [
      "too many",
      asQuestions(...Array.from({ length: 31 }, () => ({ ...Q2, id: undefined }))),
      "wrong_shape",
      "at most 30 elements, got 31",
    ],
    ["many mistakes", asQuestions({}, {}, {}, {}), "wrong_shape", "`questions[0].text`", "3 more fields have problems"],
  ]),
  ...all("approaches", [
    [
      "approaches",
      asApproaches({ recommendation: "a2", reasoning: "Fast" }, A1, A2),
      approaches({ recommendation: "a2", reasoning: "Fast" }, A1, A2),
    ],
    ["none recommended", asApproaches({ recommendation: "" }, A1), approaches({}, A1), "blank_member"],
    [
      "recommended in capitals",
      asApproaches({ recommendation: "A1" }, A1),
      approaches({ recommendation: "a1" }, A1),
      "reference_changed",
    ],
    [
      "recommended by title",
      asApproaches({ recommendation: "many tables" }, A1, A2),
      approaches({ recommendation: "a2" }, A1, A2),
      "reference_changed",
    ],
    [
      "recommended by number",
      asApproaches({ recommendation: 2 }, { ...A1, id: 1 }, { ...A2, id: 2 }),
      approaches({ recommendation: "2" }, { ...A1, id: "1" }, { ...A2, id: "2" }),
      "converted",
      "converted",
      "converted",
    ],
    ["an estimate as text", asApproaches({}, { ...A1, taskEstimate: " 4 " }), approaches({}, A1), "converted"],
    [
      "trade-offs as a list",
      asApproaches({}, { ...A1, tradeoffs: ["Simple", "slow"] }),
      approaches({}, { ...A1, tradeoffs: "Simple\nslow" }),
      "joined",
    ],
    [
      "an unknown recommendation",
      asApproaches({ recommendation: "a9" }, A1, A2),
      "wrong_shape",
      '`recommendation`: expected the id of one of the approaches (a1, a2), got "a9"',
    ],
    [
      "an estimate in words",
      asApproaches({}, { ...A1, taskEstimate: "3-5" }),
      "wrong_shape",
      '`approaches[0].taskEstimate`: expected a number, got "3-5"',
    ],
    ["a broken estimate", asApproaches({}, { ...A1, taskEstimate: 3.5 }), "wrong_shape", "a whole number, got 3.5"],
    ["no approaches", asApproaches({}), "wrong_shape", "`approaches`: expected at least 1"],
  ]),
  ...all("plan", [
    ["a plan", asPlan(T1, T2), plan(T1, T2)],
    ["a role in capitals", asPlan({ ...T1, role: " Builder" }), plan(T1), "case"],
    [
      "numbers as ids and requirements",
      asPlan({ ...T1, id: 1 }, { ...T2, id: 2, requires: 1 }),
      plan({ ...T1, id: "1" }, { ...T2, id: "2", requires: ["1"] }),
      "converted",
      "converted",
      "wrapped",
      "converted",
    ],
    ["requirements in capitals", asPlan(T1, { ...T2, requires: ["T1"] }), plan(T1, T2), "reference_changed"],
    [
      "ids with signs, required",
      asPlan({ ...T1, id: "#1" }, { ...T2, requires: ["#1"] }),
      plan({ ...T1, id: "1" }, { ...T2, requires: ["1"] }),
      "id_changed",
      "id_changed",
    ],
    ["ids twice, required", asPlan(T1, T1, T2), plan(T1, { ...T1, id: "t1-2" }, T2), "id_changed"],
    [
      "no lists",
      asPlan({ id: "t1", title: "a", instruction: "b", role: "solo" }),
      plan({
        id: "t1",
        title: "a",
        instruction: "b",
        role: "solo",
        files: [],
        requires: [],
        successCriteria: [],
      }),
    ],
    ["no role", asPlan({ ...T1, role: null }), "wrong_shape", "`tasks[0].role`: expected a text, got nothing"],
    [
      "no name of a role",
      asPlan({ ...T1, role: "Front End!" }),
      "wrong_shape",
      'the name of a role, in lower case, got "front end!"',
    ],
    ["no tasks", asPlan(), "wrong_shape", "`tasks`: expected at least 1"],
    ["cut off in the second task", asPlan(T1, T2).slice(0, -100), "no_json", "cut off", "`tasks[1]."],
    [
      "cut off with the type at the end",
      `{"tasks":[${JSON.stringify(T1)},{"id":"t2"`,
      "no_json",
      "cut off",
      "`tasks[1].id`",
    ],
  ]),
  ...all("review", [
    ["a review", asReview({}), review()],
    ["a line as text", asReview({ findings: [{ ...F1, line: "7" }] }), review(), "converted"],
    [
      "the severity error",
      asReview({ findings: [{ ...F1, severity: "error" }] }),
      review({ findings: [{ ...F1, severity: "high" }] }),
      "synonym",
    ],
    [
      "the severity warning",
      asReview({ findings: [{ ...F1, severity: "warning" }] }),
      review({ findings: [{ ...F1, severity: "medium" }] }),
      "synonym",
    ],
    [
      "the severity Blocker",
      asReview({ findings: [{ ...F1, severity: "Blocker" }] }),
      review({ findings: [{ ...F1, severity: "critical" }] }),
      "synonym",
    ],
    [
      "the severity MAJOR",
      asReview({ findings: [{ ...F1, severity: "MAJOR" }] }),
      review({ findings: [{ ...F1, severity: "high" }] }),
      "synonym",
    ],
    [
      "the severity minor",
      asReview({ findings: [{ ...F1, severity: "minor" }] }),
      review({ findings: [{ ...F1, severity: "low" }] }),
      "synonym",
    ],
    [
      "the severity info",
      asReview({ findings: [{ ...F1, severity: "info" }] }),
      review({ findings: [{ ...F1, severity: "low" }] }),
      "synonym",
    ],
    [
      "the severity nitpick",
      asReview({ findings: [{ ...F1, severity: "nitpick" }] }),
      review({ findings: [{ ...F1, severity: "low" }] }),
      "synonym",
    ],
    ["a severity in capitals", asReview({ findings: [{ ...F1, severity: "HIGH" }] }), review(), "case"],
    ["one finding", asReview({ findings: F1 }), review(), "wrapped"],
    ["a verdict as text", asReview({ passed: "False" }), review(), "converted"],
    ["literals of Python", asReview({}).replace("false", "False"), review(), "literal"],
    [
      "passed with a critical finding",
      asReview({ passed: true, findings: [{ ...F1, severity: "critical" }] }),
      review({ passed: true, findings: [{ ...F1, severity: "critical" }] }),
    ],
    [
      "a verdict in words",
      asReview({ passed: "mostly" }),
      "wrong_shape",
      '`passed`: expected true or false, got "mostly"',
    ],
    ["no summary", asReview({ summary: "" }), "wrong_shape", "`summary`"],
    [
      "a severity of its own",
      asReview({ findings: [{ ...F1, severity: "purple" }] }),
      "wrong_shape",
      "critical, high, medium, low",
    ],
  ]),
  ...all("scout", [
    ["a scout", asScout({}), scout()],
    ["paths as files", asScout({ files: ["src/a.ts"] }), scout({ files: [{ path: "src/a.ts" }] }), "wrapped"],
    [
      "blank reasons",
      asScout({ files: [{ path: "src/a.ts", why: "" }] }),
      scout({ files: [{ path: "src/a.ts" }] }),
      "blank_member",
    ],
    ["nothing found", '{"type":"scout","angle":"x","notes":" "}', "wrong_shape", "The reply: expected something found"],
    ["no angle", asScout({ angle: undefined }), "wrong_shape", "`angle`"],
  ]),
  ...all("perspective", [
    ["a point of view", asView({}), view()],
    ["a rating as text", asView({ rating: "4" }), view(), "converted"],
    [
      "a risk as a line",
      asView({ risks: [{ risk: "It leaks.", severity: "critical" }] }),
      view({ risks: [{ risk: "It leaks.", severity: "high" }] }),
      "synonym",
    ],
    ["one action item", asView({ actionItems: "Say so." }), view({ actionItems: ["Say so."] }), "wrapped"],
    ["a rating of 6", asView({ rating: 6 }), "wrong_shape", "`rating`"],
    ["no rating", asView({ rating: undefined }), "wrong_shape", "`rating`"],
    ["no sentence", asView({ summary: " " }), "wrong_shape", "`summary`"],
  ]),
];
