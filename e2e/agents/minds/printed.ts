import type { Said } from "./work.ts";

/** A delivery as the product printed it. */
export interface Printed {
  taskId: string;
  /** Commands ready to run but for their words: the expected end first. */
  commands: string[];
}

/** The newest delivery in a text, if there is one. */
export function deliveryIn(text: string): Printed | null {
  const [, taskId] = /^# ([A-Z]+-\d+): /m.exec(text) ?? [];
  const [, ends] = /\n## How to end it\n([\s\S]*?)(?=\n## |$)/.exec(text) ?? [];
  return taskId && ends ? { taskId, commands: shellBlocks(ends).flatMap(commandsOf) } : null;
}

/** What the text calls the command. */
export function selfIn(text: string): string | null {
  return /`squadroom` means `([^`]+)`/.exec(text)?.[1] ?? null;
}

/** What a text says to run next: in so many words, or else in its first block. */
export function nextIn(text: string): string | null {
  const said = /^(?:Next: |Come back: |Run |You hold no task: )`([^`]+)`/m.exec(text);
  // Nobody knows who it is for any more: whoever reads it goes on.
  const again = /^The process that ran this command has ended.* run `([^`]+)` again/m.exec(text);
  return said?.[1] ?? again?.[1] ?? shellBlocks(text).at(0) ?? null;
}

/** The printed command for a step, with the agent's words in place of the printed ones. */
export function commandFor({ commands }: Printed, step: Said): string {
  const name = { progress: "squadroom progress", ask: "squadroom ask", end: "" }[step.act];
  const printed = commands.find((command) => command.startsWith(name));
  if (!printed) throw new Error(`no command is printed for: ${step.act}`);
  const [line = "", ...lines] = printed.split("\n");
  const [option = ""] = step.act === "ask" ? step.options : [];
  const first = line
    .replace(/--action '[^']*'/, `--action '${step.words}'`)
    .replace(/--option '[^']*'/, `--option '${option}'`);
  return lines.length === 0 ? first : [first, step.words, lines.at(-1)].join("\n");
}

function shellBlocks(text: string): string[] {
  return [...text.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, block]) => block as string);
}

/** One a line, but for the lines of a heredoc. */
function commandsOf(block: string): string[] {
  return [...block.matchAll(/^squadroom .*<<'(\w+)'\n[\s\S]*?\n\1$|^squadroom .*$/gm)].map(([command]) => command);
}
