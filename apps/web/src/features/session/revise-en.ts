/** Words of the sheet on which finished steps of a pipeline are revised. */
export const reviseEn = {
  revise: {
    open: "Revise steps",
    title: "Revise finished steps",
    steps: "Steps to redo",
    note: "What is to be different?",
    cost: "What it costs",
    again_one: "Redone, {{count}} step",
    again_other: "Redone, {{count}} steps",
    asks: "Asks again",
    stops: "Cancelled",
    goesOn: "Keeps running",
    takes: "Time",
    took: "So far they took",
    about: "about {{minutes}} min",
    atLeast_one:
      "at least {{minutes}} min, plus {{count}} step of a kind this room hasn't finished yet",
    atLeast_other:
      "at least {{minutes}} min, plus {{count}} steps of a kind this room hasn't finished yet",
    tokens: "{{n}} tokens",
    decided: "{{steps}}: from the third revision on, only a person decides.",
    kept: "Earlier versions stay readable.",
    needsStep: "Choose a step.",
    needsNote: "Say what is to be different.",
    discussed: "{{tasks}} is being discussed; revise when that is over.",
    confirm_one: "Revise {{count}} step",
    confirm_other: "Revise {{count}} steps",
    done_one: "{{count}} step will be redone",
    done_other: "{{count}} steps will be redone",
  },
} as const;
