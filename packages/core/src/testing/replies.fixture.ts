/** What agents present in tests, by the step. */
export const REPLIES = {
  scout: {
    type: "scout",
    angle: "what there is",
    files: [{ path: "src/a.ts" }],
    notes: "Two stores.",
  },
  triage: { type: "triage", level: "exploration", reasoning: "A choice is to be made." },
  questions: {
    type: "questions",
    questions: [
      { id: "q1", text: "Which store?", type: "choice", options: ["Postgres", "Files"] },
      { id: "q2", text: "Who reads it?", type: "input" },
      { id: "q3", text: "For how long?", type: "input" },
    ],
  },
  approaches: {
    type: "approaches",
    approaches: [
      { id: "a1", title: "One store", summary: "All in one.", tradeoffs: "Slow.", taskEstimate: 3 },
      { id: "a2", title: "Two stores", summary: "One each.", tradeoffs: "More.", taskEstimate: 5 },
    ],
    recommendation: "a1",
    reasoning: "Less to keep.",
  },
  design: {
    type: "design",
    sections: [
      { id: "s1", title: "The store", content: "There is one store." },
      { id: "s2", title: "The readers", content: "They read it." },
      { id: "s3", title: "The move", content: "It is moved." },
    ],
  },
  plan: {
    type: "plan",
    tasks: [
      { id: "t1", title: "Make it", instruction: "Make the store.", role: "builder" },
      {
        id: "t2",
        title: "Read it",
        instruction: "Read the store.",
        role: "builder",
        requires: ["t1"],
      },
    ],
  },
  review: { type: "review", passed: true, summary: "It is right." },
} as const;

export type ReplyName = keyof typeof REPLIES;
