export const KIND = {
  decision: "decision",
  convention: "convention",
  issue: "issue",
  learning: "learning",
};

export const GROUPS = {
  decision: "Decisions",
  convention: "Conventions",
  issue: "Issues",
  learning: "Learnings",
  past: "No longer in force",
};
