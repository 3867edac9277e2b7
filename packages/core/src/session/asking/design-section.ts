import type { Undo } from "../../decision/decision.ts";
import { type AskedDecision, anOption, defineQuestion, done, type Effect } from "../../decision/question.ts";
import { stepAfter } from "../../flow/steps.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { counted } from "../../kernel/words.ts";
import {
  about,
  clip,
  discussAs,
  otherwise,
  renew,
  revise as reviseAs,
  roleTitle,
  undoable,
} from "../record/ask-words.ts";
import type { BrainstormSession } from "../record/session.ts";
import { back, nextText } from "../record/stale.ts";
import { goTo } from "../steps/effect.ts";
import { back as goBack, type InSession, inBrainstorm, revise, talk } from "./answers.ts";

declare module "../../kernel/question.ts" {
  interface Questions {
    design_section: Asks<"session", "approve_section" | "previous_section" | "revise" | "discuss" | "back" | "renew">;
  }
}

export const designSection = defineQuestion({
  kind: "design_section",
  inSession: { design: ask },
  answers: {
    approve_section: inBrainstorm(approve),
    previous_section: inBrainstorm(({ session, decision, actor }) =>
      done([showSection(session, beforeSection(session, decision.subject.part ?? ""), actor)]),
    ),
    revise,
    back: goBack,
    ...talk,
  },
});

function ask(room: Room, session: BrainstormSession): AskedDecision<"design_section"> | null {
  const proposal = session.proposals.design;
  const sections = proposal?.value.sections ?? [];
  const at = sections.findIndex((section) => section.id === session.sectionId);
  const section = sections[at];
  if (!proposal || !section) return null;
  const others = sections.filter(({ id }) => id !== section.id && session.sections[id] === undefined);
  const next =
    others.length === 0
      ? nextText(session)
      : `${counted(others.length, "more section follows", "more sections follow")}.`;
  return {
    ...about(room, session, "design", section.id),
    kind: "design_section",
    question: `Section ${at + 1} of ${sections.length} of “${session.title}”: ${section.title}`,
    reason: clip(otherwise(proposal) + section.content),
    options: [
      undoable("approve", "Approve", next, "approve_section"),
      reviseAs(`${roleTitle(room, proposal)} rewrites it with your note.`),
      discussAs("The text stays as it is; the agent answers your note."),
      ...(at > 0
        ? [
            anOption(
              "previous",
              `Back to section ${at}`,
              `Shows “${sections[at - 1]?.title}” again.`,
              "previous_section",
            ),
          ]
        : []),
      ...back(session),
      ...renew(proposal),
    ],
  };
}

function sectionsOf({ proposals }: BrainstormSession) {
  return proposals.design?.value.sections ?? [];
}

function beforeSection(session: BrainstormSession, sectionId: string): string {
  const sections = sectionsOf(session);
  return sections[sections.findIndex(({ id }) => id === sectionId) - 1]?.id ?? sectionId;
}

function showSection({ id }: BrainstormSession, sectionId: string, actor: Actor): ActedFact {
  return { type: "session.section_shown", data: { sessionId: id, sectionId }, actor };
}

/** The next section without approval is shown; with the last one the step is done. */
function approve({ session, decision, actor }: InSession<BrainstormSession>): Effect {
  const sectionId = decision.subject.part ?? "";
  const { id, complexity, proposals } = session;
  const version = proposals.design?.version ?? 1;
  const sections = sectionsOf(session);
  const data = { sessionId: id, sectionId, version };
  const approved: ActedFact = { type: "session.section_approved", data, actor };
  const isOpen = (other: { id: string }) => other.id !== sectionId && session.sections[other.id] === undefined;
  const at = sections.findIndex((section) => section.id === sectionId);
  const next = sections.slice(at + 1).find(isOpen) ?? sections.find(isOpen);
  const was = session.sections[sectionId] ?? null;
  const undo: Undo = { kind: "section", sessionId: id, sectionId, was };
  if (next) return { ok: true, events: [approved, showSection(session, next.id, actor)], undo };
  const to = stepAfter("design", complexity);
  const last = { ...session.sections, [sectionId]: { version, by: { id: "", name: "" }, at: 0 } };
  const onward = goTo({ ...session, sections: last }, to, "forward", actor);
  return { ok: true, events: [approved, ...onward], undo };
}
