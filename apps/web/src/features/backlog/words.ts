export const PRIORITY = {
  critical: "critical",
  high: "high",
  medium: "medium",
  low: "low",
};

export const STATE = {
  open: "open",
  picked: "picked",
  closed: "closed",
  deferred: "deferred",
  dropped: "dropped",
  reopened: "reopened",
};

export const HOW = {
  failed: "failed",
  cancelled: "cancelled",
  put_back: "put back",
};
