export const uiEn = {
  copy: "Copy",
  copied: "Copied",
  copyNamed: "Copy the {{name}} line",
  close: "Close",
  undo: "Undo",
  dismiss: "Dismiss",
  loading: "Loading",
  reach: { online: "online", unstable: "unstable", offline: "offline" },
  work: { idle: "idle", queued: "queued", working: "working", waiting_on_human: "waiting on a person" },
  presence: "{{reach}}, {{work}}",
  urgency: { low: "low", medium: "medium", high: "high", critical: "critical" },
  ball: { you: "you have the ball", agent: "an agent has the ball", nobody: "nobody has the ball" },
} as const;
