import type { DecisionAct } from "../../decision/act.ts";
import type { Decision, DecisionOption } from "../../decision/decision.ts";
import { findSession } from "../../flow/sessions.ts";
import { type Refused, refused } from "../../kernel/ruling.ts";
import type { AnswerDetail } from "../record/command.ts";
import type { Sessions } from "../record/session.ts";
import { scopeAsked } from "./scope.ts";

type Field = keyof AnswerDetail;

/** What answers carry besides their option and their note. */
const DETAILS: Partial<Record<DecisionAct["kind"], readonly Field[]>> = {
  agree: ["batches", "splits"],
  override_level: ["batches", "splits"],
  skip_to_plan: ["batches", "splits"],
  accept_scope: ["parts"],
  send_answers: ["answers"],
  adjust_batches: ["parts"],
  raise_budget: ["budget"],
};

/** What an answer would not use is never dropped in silence: nothing of such an answer is applied. */
export function refuseDetail(
  { sessions }: { sessions: Sessions },
  { kind, subject }: Pick<Decision, "kind" | "subject">,
  option: DecisionOption,
  detail: AnswerDetail,
): Refused | null {
  const given = (Object.keys(detail) as Field[]).filter((field) => detail[field] !== undefined);
  const taken = DETAILS[option.act.kind] ?? [];
  const stray = given.find((field) => !taken.includes(field));
  if (stray !== undefined) {
    const takes = taken.length === 0 ? "no `detail`" : taken.map((one) => `\`${one}\``).join(", ");
    return badField(stray, `“${option.label}” takes ${takes}`, taken);
  }
  const session =
    kind === "triage" && subject.kind === "session" && findSession(sessions, subject.sessionId);
  if (!session) return null;
  const asked = scopeAsked(session);
  const parts = (["batches", "splits"] as const).filter((part) => asked[part] !== null);
  if (detail.batches && asked.batches === null)
    return badField(
      "batches",
      session.batches === null
        ? "no batches are proposed. Discuss the assessment to get some"
        : "its batches are settled",
      parts,
    );
  if (detail.splits && asked.splits === null)
    return badField(
      "splits",
      (session.proposals.triage?.value.splits ?? []).length === 0
        ? "nothing is proposed to be split off. Discuss the assessment to get it"
        : "its splits are settled",
      parts,
    );
  return null;
}

/** The shape of what a route says about a body that does not fit. */
function badField(name: Field, problem: string, taken: readonly Field[]): Refused {
  const field = `body.detail.${name}`;
  const details = { issues: [{ field, problem }] };
  return refused(
    "bad_request",
    `${field}: ${problem}. Nothing was applied.`,
    details,
    taken.map((one) => `detail.${one}`),
  );
}
