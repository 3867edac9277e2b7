/** Words of a session that goes through a pipeline. */
export const pipelineEn = {
  pipeline: {
    label: "Steps of the pipeline",
    title: "{{done}} of {{all}} steps are done",
    graph: "The pipeline as a graph",
    checkpoint: "Checkpoint",
    held: "behind a checkpoint",
    turn: "needs your answer",
    passed: "passed by {{by}}",
    replaced: "redone as {{id}}",
    longest: "on the longest chain",
    states: {
      done: "done",
      working: "working",
      waiting: "needs a person",
      ready: "ready",
      blocked: "waiting",
      bad: "failed",
      replaced: "redone",
    },
    form: {
      label: "How it goes",
      talked: "Step by step, with you",
      talkedHelp: "Agents scout, ask, design and plan; you decide at each step.",
    },
  },
} as const;
