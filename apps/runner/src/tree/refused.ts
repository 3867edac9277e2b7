export type TreeRefusalCode =
  | "git_too_old"
  | "repository_unusable"
  | "base_unknown"
  | "branch_taken"
  | "branch_unknown"
  | "branch_not_ours"
  | "branch_checked_out"
  | "branch_moved"
  | "other_branch"
  | "operation_under_way"
  | "conflicts_open"
  | "line_moved"
  | "nested_repository"
  | "odd_file"
  | "setup_failed"
  | "submodule_missing"
  | "submodule_partial"
  | "submodule_unpushed"
  | "copy_rule"
  | "copied_file"
  | "tree_unknown"
  | "tree_of_another"
  | "tree_swapped"
  | "uncommitted"
  | "unjudged"
  | "unmerged"
  | "would_overwrite"
  | "no_remote"
  | "push_rejected"
  | "push_failed";

/** A rule refused; nothing was changed. */
export interface Refused {
  refused: {
    code: TreeRefusalCode;
    /** What happened, why, and what to do next. */
    message: string;
    files?: string[];
    /** The end of what a program printed. */
    output?: string;
  };
}

export function refused(
  code: TreeRefusalCode,
  message: string,
  more: { files?: string[]; output?: string } = {},
): Refused {
  return { refused: { code, message, ...more } };
}

export function isRefused(answer: object | null): answer is Refused {
  return answer !== null && "refused" in answer;
}
