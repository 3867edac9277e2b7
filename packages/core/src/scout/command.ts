import type { AgentCaller } from "../kernel/actor.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    saveScout: {
      by: AgentCaller;
      /** As agents answer a session's scout: JSON, bare, fenced or in prose. */
      reply: string;
    };
  }

  interface Replies {
    saveScout: Record<"scoutId" | "files" | "patterns" | "repairs", number> & {
      angle: string;
      replaced: number | null;
    };
  }
}
