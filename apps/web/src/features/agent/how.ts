import type { Agent } from "@squadroom/core/agent/agent";
import { harnessIn } from "./arrival.ts";
import { PAGE_DOORS } from "./words.ts";

const PAGE_BY = {
  mcp: "with the room's tools",
  cli: "with the command",
  rest: "over HTTP",
  print: "by what it prints",
};

const PAGE_CLASS = {
  managed: "seen every 15 seconds",
  hooked: "seen by hooks",
  manual: "seen only when it calls",
};

/** "Codex, with the room's tools, seen only when it calls": how an agent is connected, and what counts as a sign of life. */
export function howOf(agent: Agent): string {
  const harness = harnessIn(agent.harness);
  const runsIn = harness ? PAGE_DOORS[harness] : agent.harness;
  const known = [PAGE_BY[agent.door ?? "cli"], PAGE_CLASS[agent.class]];
  return [...(runsIn ? [runsIn] : []), ...known].join(", ");
}
