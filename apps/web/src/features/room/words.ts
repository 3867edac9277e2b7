export const EMPTY_STORY = {
  ask: "Planner asks you one question",
  build: "Builder builds what you chose",
  findings: "Reviewer finds a mistake; Builder fixes it",
  reroute: "Reviewer leaves; Planner stands in",
  death: "A builder dies; another takes over its work",
  yours: "You say what comes next",
  start: "Coordinator starts a pipeline for a requirement",
  blocked: "A discussion blocks the requirements",
  revised: "Writer revises them once",
  killed: "Writer is killed, comes back and redoes nothing",
  checkpoint: "You decide at the checkpoint",
  built: "The rest is planned, built, tested and reviewed",
};
