import * as z from "zod";
import type { DecisionOption } from "../../decision/decision.ts";
import { type AskedDecision, anOption, defineQuestion, done } from "../../decision/question.ts";
import { hasFreePlace } from "../../flow/sessions.ts";
import type { SessionId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import { cut } from "../../kernel/storable.ts";
import { queuedSessions, type Session } from "../record/session.ts";
import { inSession } from "./answers.ts";

declare module "../../kernel/question.ts" {
  interface Acts {
    start: { sessionId: SessionId };
  }

  interface Questions {
    next_session: Asks<"session", "start" | "hold">;
  }
}

/** Most others of the queue that are offered in place of the first. */
const OFFERED_MAX = 5;

export const nextSession = defineQuestion({
  kind: "next_session",
  finds: ({ room, touched }) => (touched.all || touched.sessions ? nextAsks(room) : []),
  answers: {
    start: {
      fields: { sessionId: z.number() },
      does: inSession(({ act, actor }) =>
        done([{ type: "session.started", data: { sessionId: act.sessionId }, actor }]),
      ),
    },
    hold: inSession(({ session, actor }) =>
      done([{ type: "session.next_held", data: { sessionId: session.id }, actor }]),
    ),
  },
});

/** What the room asks if people want to be asked before the next session starts. */
function nextAsks(room: Room): AskedDecision<"next_session">[] {
  if (room.sessions.next !== "asks") return [];
  const [first, ...others] = queuedSessions(room.sessions).filter((session) => hasFreePlace(room, session));
  if (!first) return [];
  const [last] = room.sessions.ended;
  return [
    {
      subject: {
        kind: "session",
        sessionId: first.id,
        title: first.title,
        step: first.step,
        part: null,
      },
      kind: "next_session",
      urgency: "medium",
      holdsUp: 1 + others.length,
      askedBy: null,
      question: `Start “${first.title}” next?`,
      reason: last ? `Session ${last.id} is ${last.end}.` : "",
      options: [
        starting(first, "start", "Start"),
        ...others
          .slice(0, OFFERED_MAX)
          .map((other) => starting(other, `start:${other.id}`, `Start session ${other.id}`)),
        anOption("hold", "Not now", "Nothing starts until a person starts a session.", "hold"),
      ],
    },
  ];
}

function starting({ id: sessionId, title }: Session, id: string, label: string): DecisionOption<"start"> {
  const act = { kind: "start", sessionId } as const;
  return anOption(id, label, `“${cut(title, 80)}” starts at once.`, act);
}
