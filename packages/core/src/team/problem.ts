/** What is wrong with a draft, and where: `roles[1].prefix`, with the line of a spec. */
export interface TeamProblem {
  level: "error" | "warning";
  path: string;
  line?: number;
  message: string;
}
