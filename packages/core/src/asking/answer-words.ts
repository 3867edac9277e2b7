/** How a person's answer begins as it reaches the agent that asked. */
export function answerLead(question: string, label: string): string {
  return `You asked: ${question}\n\nAnswer: ${label}.`;
}
