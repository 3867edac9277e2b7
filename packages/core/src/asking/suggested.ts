import type { Named } from "../agent/named.ts";
import type { DecisionOption } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";

/** The task goes to whoever is suggested. `after`: what else that means. */
export function reassignOption(
  { role, agentId, title }: Named,
  after: string,
  prefix: "reassign" | "hand_on",
): DecisionOption {
  return anOption(
    `${prefix}:${agentId ?? role}`,
    `To ${title}`,
    `${title} takes the task over with your note. ${after}`.trim(),
    { kind: "hand_on", role, ...(agentId === undefined ? {} : { agentId }) },
  );
}
