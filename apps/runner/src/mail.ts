import type { Agent } from "@squadroom/client/agent";
import { mailText } from "@squadroom/core/prompt/context/task";
import { inTools } from "@squadroom/core/prompt/doors";

/**
 * Messages that can't wait for the agent's next call, into its current turn. What the turn didn't take comes with the
 * next.
 *
 * @param atWork whose turn it is, if its harness takes a line
 */
export function createMail(atWork: () => Pick<Agent, "claim"> | null, tell: (text: string) => Promise<void>) {
  let unsaid = "";
  let isBringing = false;
  return {
    async bring(waiting: readonly string[]): Promise<void> {
      const agent = atWork();
      if (waiting.length === 0 || isBringing || !agent) return;
      isBringing = true;
      try {
        const { task } = await agent.claim();
        const text = inTools(mailText(task?.messages ?? []));
        if (text === "") return;
        unsaid += text;
        await tell(text);
        unsaid = "";
      } finally {
        isBringing = false;
      }
    },
    /** What is still to be said. */
    take(): string {
      const text = unsaid;
      unsaid = "";
      return text;
    },
  };
}
