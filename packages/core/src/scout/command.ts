import type { AgentCaller } from "../kernel/actor.ts";

export interface ScoutCommand {
  type: "saveScout";
  by: AgentCaller;
  /** As agents answer a session's scout: JSON, bare, fenced or in prose. */
  reply: string;
}

export interface ScoutReplies {
  saveScout: Record<"scoutId" | "files" | "patterns" | "repairs", number> & {
    angle: string;
    replaced: number | null;
  };
}
