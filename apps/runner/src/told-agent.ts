const HOW =
  "Your harness brings you each next task by itself when you end your turn: end it instead of waiting.";
const CHECKED =
  "The project's checks are run for you when you end a task. What you report of them yourself isn't used.";

/** The role's prompt, and what is so in a run that starts in this folder. */
export function systemText(prompt: string, folder: string, hasChecks: boolean): string {
  return [prompt, HOW, rootText(folder), ...(hasChecks ? [CHECKED] : [])].join("\n");
}

/** Said when a run starts, and before a task that is worked on in another folder. */
export function rootText(folder: string): string {
  return `The project root is ${folder}: work there, and nowhere else.`;
}

/** What the agent reads before a task that it had in its last turn as well. */
export function againText(taskId: string, wasLimited: boolean): string {
  return wasLimited
    ? `Your provider took nothing for a while. Go on with ${taskId}.\n\n`
    : `You still hold ${taskId}, and your last turn ended without handing it on or completing it. End it, or say what it waits for.\n\n`;
}
