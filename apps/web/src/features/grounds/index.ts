import type { DecisionKind } from "@squadroom/core/decision/decision";

export { Grounds } from "./grounds.tsx";

/** What the grounds of these say is all that their reason says, in one text. */
const REPEATED: readonly DecisionKind[] = ["pipeline_checkpoint", "gate_failed"];

export function repeatsReason({ kind }: { kind: DecisionKind }): boolean {
  return REPEATED.includes(kind);
}
