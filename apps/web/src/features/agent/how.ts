import type { Agent } from "@squadroom/core/agent/agent";
import { harnessIn } from "./arrival.ts";
import { t } from "./words.ts";

/** "Codex, with the room's tools, seen when it calls": how an agent is connected, and what counts as a sign of life. */
export function howOf(agent: Agent): string {
  const harness = harnessIn(agent.harness);
  const runsIn = harness ? t(`page.doors.${harness}`) : agent.harness;
  const known = [t(`page.by.${agent.door ?? "cli"}`), t(`page.class.${agent.class}`)];
  return [...(runsIn ? [runsIn] : []), ...known].join(", ");
}
