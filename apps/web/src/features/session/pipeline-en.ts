/** Words of a session that goes through a pipeline. */
export const pipelineEn = {
  pipeline: {
    label: "Steps of the pipeline",
    title: "{{done}} of {{all}} steps are done",
    graph: "The pipeline as a graph",
    checkpoint: "Checkpoint",
    behind: "behind a checkpoint",
    turn: "needs your answer",
    passed: "passed by {{by}}",
    replaced: "redone as {{id}}",
    longest: "on the longest chain",
    held: {
      label: "Tasks that wait for the coordinator",
      title_one: "{{count}} task could start",
      title_other: "{{count}} tasks could start",
      asked:
        "{{coordinator}} is asked which go. Without an answer, all start after {{minutes}} min.",
      left: "{{coordinator}} let others start first.",
      one: "Start {{task}}",
      all_one: "Start it",
      all_other: "Start all {{count}}",
      inOrder: "Start one after the other",
    },
    left: {
      about: "About {{minutes}} min left, as tasks like these took here",
      atLeast_one:
        "At least {{minutes}} min left: {{count}} step is of a kind that nobody did here yet",
      atLeast_other:
        "At least {{minutes}} min left: {{count}} steps are of a kind that nobody did here yet",
      unknown: "Time unknown: nobody did steps like these here yet",
    },
    stall: { title: "It isn't moving" },
    rulings: {
      title: "What happened by itself",
      after: "After {{ended}}: {{what}}",
      told: "{{by}} let {{tasks}} start",
      inOrder: "{{by}} put {{tasks}} in order",
      nobody_there: "No coordinator was there: {{tasks}} started",
      no_answer: "The coordinator didn't answer: {{tasks}} started",
      in_turn: "Its turn: {{tasks}}",
    },
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
