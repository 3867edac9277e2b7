const HOW =
  "Your harness brings you each next task by itself when you end your turn: end it instead of waiting.";
const CHECKED =
  "The project's checks are run for you when you end a task. What you report of them yourself isn't used.";

/** The role's prompt, and what is so in a run. */
export function systemText(prompt: string, hasChecks: boolean): string {
  return [prompt, HOW, ...(hasChecks ? [CHECKED] : [])].join("\n");
}

/** What the agent reads before a task that it had in its last turn as well. */
export function againText(taskId: string, wasLimited: boolean): string {
  return wasLimited
    ? `Your provider took nothing for a while. Go on with ${taskId}.\n\n`
    : `You still hold ${taskId}, and your last turn ended without handing it on or completing it. End it, or say what it waits for.\n\n`;
}
