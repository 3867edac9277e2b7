/**
 * How an agent waits with as few turns as its client allows.
 *
 * @source measured for each client's shell: what it does with a command that takes long, and the longest single call.
 */
const ADVICE: Record<string, (wait: (timeoutS: number) => string) => string> = {
  claude: (wait) =>
    `Run ${wait(3600)} in the background, then end your turn. You are told when it ends; read its output then.`,
  copilot: (wait) =>
    `Run ${wait(3600)}. Your shell puts it aside after a while: end your turn then. You are told when it ends.`,
  codex: (wait) =>
    `Run ${wait(290)}. Your shell puts it aside after 10 s: read its session with a yield time of 300000 ms, once, instead of asking often.`,
  opencode: (wait) => `Run ${wait(590)} and give the call a \`timeout\` of 600000 ms.`,
};

/** @param isHooked its harness brings it the next task */
export function waitingAdvice(harness: string | undefined, isHooked: boolean): string {
  if (isHooked)
    return "\n## How you wait\n\nEnd your turn: your harness brings you the next task. Don't wait for it by a command.\n";
  const advice = ADVICE[harness ?? ""];
  if (!advice) return "";
  const wait = (timeoutS: number) => `\`squadroom wait --timeout ${timeoutS}\``;
  return `\n## How you wait\n\n${advice(wait)} A second wait beside the first takes over from it.\n`;
}
