import type { ReviewReply } from "./shapes.ts";

/** "Passed" with a critical finding is not passed, whatever the reviewer says. */
export function hasPassed({ passed, findings }: Pick<ReviewReply, "passed" | "findings">): boolean {
  return passed && findings.every(({ severity }) => severity !== "critical");
}
