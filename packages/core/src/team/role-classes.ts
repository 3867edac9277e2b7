import type { ModelClass } from "./tiers.ts";

/** What roles of these names work with, unless somebody says otherwise. */
const BY_NAME: Readonly<Record<ModelClass, readonly string[]>> = {
  premium: ["planner", "architect", "lead", "reviewer", "security", "brainstormer"],
  standard: ["coordinator", "manager", "builder", "executor", "developer", "tester", "qa"],
  fast: ["documenter", "writer", "scribe", "scout"],
};

/** `null`: a role of this name is unknown here. */
export function roleClass(name: string): ModelClass | null {
  if (BY_NAME.premium.includes(name)) return "premium";
  if (BY_NAME.standard.includes(name)) return "standard";
  return BY_NAME.fast.includes(name) ? "fast" : null;
}
