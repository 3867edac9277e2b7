import type { DecisionKind, DecisionOption } from "@squadroom/core/decision/decision";
import { useNavigate } from "@tanstack/react-router";
import { wordsOf } from "../../words/words-of.ts";
import { roleTitle } from "../room/index.ts";
import { leadOf } from "./options.ts";

interface Asked {
  kind: DecisionKind;
  options: readonly DecisionOption[];
  subject:
    | { kind: "task" }
    | { kind: "role"; role: string }
    | { kind: "session"; sessionId: number };
}

/** The act in front of a decision's answers: where it happens, and how it is called; `null`: the first answer is it. */
export function useLead(
  roomName: string | undefined,
  decision: Asked,
): { label: string; hint: string; run: () => void } | null {
  const { t } = wordsOf("decision");
  const navigate = useNavigate();
  const lead = leadOf(decision);
  const { subject } = decision;
  if (lead === null || roomName === undefined) return null;
  if (subject.kind === "session") {
    const params = { room: roomName, session: String(subject.sessionId) };
    const run = (): void => void navigate({ to: "/rooms/$room/sessions/$session", params });
    return { label: t("lead.answer"), hint: t("lead.answerHint"), run };
  }
  if (subject.kind !== "role") return null;
  const search = { room: roomName, role: subject.role };
  const run = (): void => void navigate({ to: "/connect", search });
  const hint = t("connectHint", { role: roleTitle(subject.role) });
  return { label: t("connect"), hint, run };
}
