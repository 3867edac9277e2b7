export const ROUTING_TIERS = {
  direct: "A question",
  lightweight: "Small work",
  standard: "Standard work",
  full: "Work for several",
};

export const ROLE = {
  write: "Write",
  check: "Check",
  page: "Preview",
  error: "Error",
  warning: "Warning",
  messages: "Messages",
  subagents: "Subagents",
  tools: "Tools",
  delegates: "Delegates to",
  inputs: "Works from",
  members: "Works with",
};
