/** What paths and patterns of files are refused for. */
export const PATH_REFUSALS = {
  boundary_invalid: {
    status: 422,
    exit: 2,
    advice: "Correct the patterns: relative to the repository, without `..`.",
  },
  outside_boundaries: {
    status: 409,
    exit: 4,
    advice:
      "Stay inside the boundaries, and undo what you changed outside them. Or keep the task and ask a person to allow more: `squadroom ask --outside PATH`.",
  },
  path_invalid: {
    status: 422,
    exit: 2,
    advice:
      "Correct the paths: relative to the project, with `/`, without `..`. Leave out files that are elsewhere.",
  },
  diff_unreadable: {
    status: 422,
    exit: 2,
    advice:
      "Make the diff again, and send all of it: `git diff --no-color --no-ext-diff --no-textconv --no-relative --src-prefix=a/ --dst-prefix=b/ --submodule=short`.",
  },
} as const;
