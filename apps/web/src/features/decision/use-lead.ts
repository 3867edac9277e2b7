import type { DecisionKind, DecisionOption } from "@squadroom/core/decision/decision";
import { leadOf } from "@squadroom/core/decision/look";
import { useNavigate } from "@tanstack/react-router";
import { useDraftAmong } from "../../drafts/use-draft.ts";
import { roleTitle } from "../../words/role-title.ts";
import { say } from "../../words/say.tsx";
import { leadLabel } from "./options.ts";
import { triageDrafts } from "./use-answering.ts";

interface Asked {
  kind: DecisionKind;
  options: readonly DecisionOption[];
  subject:
    | { kind: "task" | "call" | "budget" | "branch" | "locks" | "message" }
    | { kind: "role"; role: string }
    | { kind: "session"; sessionId: number };
}

export interface LeadAct {
  label: string;
  /** For a closed row. */
  short: string;
  hint: string;
  /** Edits wait in the session: an answer from here would settle the proposal without them. */
  isDraft: boolean;
  run: () => void;
}

/** Key prefix of its edits: an answer from elsewhere would leave them out; `null`: it is not edited. */
export function editsOf(roomId: string, { kind, subject }: Pick<Asked, "kind" | "subject">): string | null {
  if (subject.kind !== "session" || (kind !== "triage" && kind !== "scope")) return null;
  return triageDrafts(roomId, subject.sessionId);
}

/** The act before a decision's answers: where it happens, and its label; `null`: none, the first answer is it. */
export function useLead(room: { id: string; name: string | undefined }, decision: Asked): LeadAct | null {
  const navigate = useNavigate();
  const { subject } = decision;
  const lead = leadOf(decision);
  const sessionId = subject.kind === "session" ? subject.sessionId : null;
  const isDraft = useDraftAmong([editsOf(room.id, decision)]) === 0;
  const { name } = room;
  if (name === undefined || (lead === null && !isDraft)) return null;
  if (sessionId !== null) {
    const params = { room: name, session: String(sessionId) };
    const run = (): void => void navigate({ to: "/rooms/$room/sessions/$session", params });
    if (isDraft) {
      const hint = "Your edits in the session aren't sent yet.";
      return { label: "Finish your edits", short: "Finish edits", hint, isDraft, run };
    }
    const label = "Answer";
    return {
      label,
      short: label,
      hint: "Opens the questions, to answer one by one.",
      isDraft,
      run,
    };
  }
  if (subject.kind !== "role") return null;
  const search = { room: name, role: subject.role };
  const run = (): void => void navigate({ to: "/connect", search });
  const hint = say`An agent that joins as ${roleTitle(subject.role)} settles it too.`;
  const label = "Connect an agent";
  return { label, short: leadLabel(decision) ?? label, hint, isDraft, run };
}
