/** What paths and patterns of files are refused for. */
export const PATH_REFUSALS = {
  boundary_invalid: {
    status: 422,
    exit: 2,
    advice:
      "Correct the patterns that `details.patterns` names: relative to the repository, without `..`.",
  },
  outside_boundaries: {
    status: 409,
    exit: 4,
    advice:
      "Undo the changes to `details.paths`. Or keep the task and ask a person to allow them: `squadroom ask --outside PATH`.",
  },
  path_invalid: {
    status: 422,
    exit: 2,
    advice:
      "Correct the paths that `details.paths` names: relative to the project, with `/`, without `..`. Leave out files that are elsewhere.",
  },
} as const;
