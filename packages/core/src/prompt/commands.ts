import type { Intent, Target } from "../team/team.ts";

/** The agents' commands as prompts quote them; the CLI's own help is the reference. */
export const COMMANDS = {
  wait: "squadroom wait",
  context: "squadroom context",
  status: "squadroom status",
  leave: "squadroom leave",
  taskList: "squadroom task list",
  progress: 'squadroom progress --percent 40 --action "what you do now"',
  ask: 'squadroom ask "the question" --reason "why you cannot go on" --option "an answer you see"',
  fail: 'squadroom fail --reason "why, and what you tried"',
} as const;

const PLACEHOLDERS: Record<Intent, string> = {
  work: "what you did, and what to do or check next",
  question: "the question, with the options you see",
  findings: "what is wrong, where, and how to tell that it is fixed",
  deliver: "the answer for the user",
};

/** A handoff ready to copy; `criteria` is how many success criteria the task has. */
export function handoffCommand(to: Target, intent: Intent, criteria = 0): string {
  const met = intent === "work" || intent === "deliver" ? metOptions(criteria) : "";
  return `squadroom handoff ${to} --intent ${intent} --message "${PLACEHOLDERS[intent]}"${met}`;
}

/** @param isOfPlan its reviewers look at what changed */
export function doneCommand(criteria = 0, isOfPlan = false): string {
  const diff = isOfPlan ? " --diff changes.diff" : "";
  return `squadroom done --summary "what came of it"${metOptions(criteria)}${diff}`;
}

export function sendCommand(to: string): string {
  return `squadroom send ${to} --message "…"`;
}

export function showTaskCommand(taskId: string): string {
  return `squadroom task show ${taskId}`;
}

export function attachmentCommand(id: string): string {
  return `squadroom attachment ${id}`;
}

function metOptions(criteria: number): string {
  return Array.from({ length: criteria }, (_, i) => ` --met ${i + 1}`).join("");
}
