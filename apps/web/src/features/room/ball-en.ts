/** Who has the ball: the side rail says it on every page, before any room is open. */
export const ballEn = {
  ball: {
    you: "You",
    nobody: "Nobody",
    /** Somebody who may act there, and not the one who looks. */
    person: "A person",
    /** In the side rail, where the line is short. */
    short: {
      question: "question",
      task_failed: "{{task}} failed",
      role_missing: "no {{role}}",
      claimed: "{{task}}",
      works_on: "{{task}}",
      about_to_take: "{{task}}",
      waiting_for: "{{task}} is waiting",
      delivered: "delivered",
      clearing_paused: "clearing paused",
      triage: "triage",
      scope: "scope",
      questions: "questions",
      approach: "approaches",
      design_section: "design",
      plan: "plan",
      review_failed: "review failed",
      batch_checkpoint: "batch checkpoint",
      budget: "budget",
      next_session: "next session",
      gate_failed: "gate not passed",
      lockout: "locked out",
      merge_failed: "merge failed",
      permission: "may a call run?",
      quiet: "quiet",
      no_team: "no agent yet",
    },
  },
} as const;
