import type { End } from "../handoff/ends.ts";
import type { Intent, Target } from "../team/team.ts";

/** Most roles that a line names one by one; of more, it says what they have in common. */
export const NAMED = 3;

/** What ends a text that goes to a command's standard input. */
const MARK = "END_OF_TEXT";

/** Stand for the agent's own words; refused if sent unchanged. */
export const PLACEHOLDERS = {
  words: "your words, as many lines as you like",
  action: "what you are doing now",
  ask: "the question",
  askTeam: "what you need to know, and why",
  askReason: "why you cannot go on",
  judgeReason: "why you cannot judge it",
  askOption: "a possible answer",
  fail: "why, and what you tried",
  done: "the result, and how you checked it",
  inALine: "the result, in a line",
  remark: "your answer to the comment, in words",
  work: "what to do, or what you did and what to check next",
  question: "the question, with the options you see",
  answer: "the answer, and what it is based on",
  findings: "what is wrong, where, and how to tell that it is fixed",
  deliver: "the answer for the user",
  verdict: "passed or failed",
} as const;

/** A command that reads its text from standard input: in a quoted here-document nothing is expanded or run. */
export function withText(command: string, text: string): string {
  return `${command} <<'${MARK}'\n${text}\n${MARK}`;
}

/** The agents' commands as prompts quote them; the CLI's own help is the reference. */
export const COMMANDS = {
  wait: "squadroom wait",
  context: "squadroom context",
  whole: "squadroom context --whole",
  wholeTask: "squadroom context --task",
  status: "squadroom status",
  leave: "squadroom leave",
  taskList: "squadroom task list",
  progress: `squadroom progress --percent 40 --action '${PLACEHOLDERS.action}'`,
  ask: withText(`squadroom ask --option '${PLACEHOLDERS.askOption}'`, PLACEHOLDERS.ask),
  askTeam: withText("squadroom send --wait", PLACEHOLDERS.askTeam),
  fail: "squadroom fail",
  resume: "squadroom done --resume",
  wisdom: "squadroom wisdom list",
  retryBranch: "squadroom fanout retry ID",
} as const;

/** A handoff without its text; `criteria` is how many success criteria the task has. */
export function handoffCommand(to: Target | "ROLE", intent: Intent, criteria = 0): string {
  const met = intent === "work" || intent === "deliver" ? metOptions(criteria) : "";
  return `squadroom handoff ${to} --intent ${intent}${met}`;
}

/** Most outputs that a ready command names. */
const OUTPUTS_SHOWN = 3;

/** An end of a task as a command, with the text that it needs. */
export function endCommand(
  end: End,
  criteria: number,
  made: readonly string[] = [],
  judges = false,
): { command: string; text: string; isReply: boolean } {
  switch (end.action) {
    case "handOff":
      return {
        command: handoffCommand(end.to, end.intent, criteria),
        text: PLACEHOLDERS[end.intent],
        isReply: false,
      };
    case "failTask":
      return { command: COMMANDS.fail, text: PLACEHOLDERS.fail, isReply: false };
    case "completeTask":
      break;
    default:
      throw new Error("an end that nobody knows");
  }
  const { effect } = end;
  if (effect === "presents" || effect === "judges")
    return { command: "squadroom done --reply -", text: "the reply", isReply: true };
  const diff = effect === "submits" ? " --diff changes.diff" : "";
  return {
    command: `squadroom done${judges ? ` --verdict '${PLACEHOLDERS.verdict}'` : ""}${effect === "remarks" ? "" : metOptions(criteria) + madeOptions(made)}${diff}`,
    text: effect === "remarks" ? PLACEHOLDERS.remark : PLACEHOLDERS.done,
    isReply: false,
  };
}

export function sendCommand(to: string): string {
  return `squadroom send ${to}`;
}

export function showTaskCommand(taskId: string): string {
  return `squadroom task show ${taskId}`;
}

/** A note in place of NOTE goes to whoever has the task. */
export function closeBlockerCommand(taskId: string, blockerId: number): string {
  return `squadroom task close-blocker ${taskId} ${blockerId} NOTE`;
}

/** Prints what was presented at a step, or one section of a design as it is now. */
export function showProposalCommand(sessionId: number, step: string, section?: string): string {
  const part = section === undefined ? "" : ` --section ${section}`;
  return `squadroom session show ${sessionId} --step ${step}${part}`;
}

/** Prints one step of a session as text; for one batch, from 1, if each has its own. */
export function showSectionCommand(sessionId: number, step: string, batch: number | null): string {
  return `squadroom session show ${sessionId} --section ${step}${batch === null ? "" : ` --batch ${batch}`}`;
}

export function showSessionCommand(sessionId: number): string {
  return `squadroom session show ${sessionId}`;
}

/** Prints a discussion in full. */
export function showRoundCommand(sessionId: number, round: string): string {
  return `${showSessionCommand(sessionId)} --round ${round}`;
}

export function dispatchCommand(sessionId: number): string {
  return `squadroom dispatch ${sessionId}`;
}

/** Prints what everybody who works in a session shares. */
export function sharedContextCommand(sessionId: number): string {
  return `squadroom context --session ${sessionId}`;
}

/** The answer to another agent's message. */
export function answerCommand(messageId: string): string {
  return `squadroom send --reply-to ${messageId}`;
}

export function showMessageCommand(messageId: string): string {
  return `squadroom message show ${messageId}`;
}

export function attachmentCommand(id: string): string {
  return `squadroom attachment ${id}`;
}

/** Outputs that are plain paths, the first of them: a glob, or a path that needs quoting, is for its maker to name. */
function madeOptions(paths: readonly string[]): string {
  return paths
    .filter((path) => /^[\w./@-]+$/.test(path))
    .slice(0, OUTPUTS_SHOWN)
    .map((path) => ` --artifact created:${path}:final`)
    .join("");
}

function metOptions(criteria: number): string {
  return Array.from({ length: criteria }, (_, i) => ` --met ${i + 1}`).join("");
}
