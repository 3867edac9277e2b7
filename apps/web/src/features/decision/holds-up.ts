import {
  type Decision,
  holdsUpSessions,
  isAskedMeanwhile,
} from "@squadroom/core/decision/decision";
import { t } from "./words.ts";

type Asked = Pick<Decision, "kind" | "holdsUp"> & {
  subject: { kind: string };
  askedBy: { name: string } | null;
};

/** What waits for the answer, in a sentence. */
export function holdsUpWords(decision: Asked): string {
  const { askedBy, holdsUp } = decision;
  if (isAskedMeanwhile(decision)) return t("asks.meanwhile");
  if (askedBy) return t("asks.standsStill", { name: askedBy.name });
  return holdsUpSessions(decision)
    ? t("holdsUpSessions", { count: Math.max(1, holdsUp) })
    : t("holdsUp", { count: holdsUp });
}
