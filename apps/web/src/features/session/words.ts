export const ENDED = {
  completed: "Done",
  failed: "Failed",
  stopped: "Stopped",
};

export const ENDED_TONES = { completed: "ok", failed: "bad", stopped: "plain" } as const;

export const STEPS = {
  scout: "Scout",
  triage: "Triage",
  questions: "Questions",
  approaches: "Approaches",
  design: "Design",
  plan: "Plan",
  execute: "Execute",
  review: "Review",
  done: "Done",
};

export const ACT = {
  start: "Start",
  budget: "Budget…",
  pause: "Pause",
  park: "Park",
  resume: "Resume",
  stop: "Stop",
};

export const STEPS_LOW = {
  scout: "the scout",
  triage: "the triage",
  questions: "the questions",
  approaches: "the approaches",
  design: "the design",
  plan: "the plan",
  execute: "the execution",
  review: "the review",
  done: "the end",
};

export const REVIEW_SEVERITY = {
  critical: "critical",
  high: "high",
  medium: "medium",
  low: "low",
};

export const DISCUSSION_SEVERITY = {
  high: "blocked",
  medium: "agreed with a warning",
  low: "agreed with notes",
  none: "agreed",
};

export const GATE_LOW = {
  requirements: "requirements",
  design: "design",
  implementation: "implementation",
  quality: "quality",
};

export const GATE_STATE = {
  pending: "gate pending",
  in_progress: "gate still closed",
  passed: "gate passed",
  failed: "gate not passed",
  overridden: "gate overridden",
};

export const PHASE_NAMES = {
  requirements: "Requirements",
  design: "Design",
  implementation: "Implementation",
  quality: "Quality",
};

export const BATCH_STATE = {
  pending: "not begun",
  active: "under way",
  at_checkpoint: "at its checkpoint",
  stopped: "stopped",
  failed: "failed",
};

export const LEVELS_LOW = {
  straightforward: "straightforward",
  exploration: "exploration",
  complex: "complex",
};

export const GATE_PRESET_LOW = {
  minimum: "minimum",
  production: "production",
  gold: "gold",
};
