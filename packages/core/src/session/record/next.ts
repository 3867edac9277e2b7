import type { AskedDecision, DecisionOption } from "../../decision/decision.ts";
import { anOption } from "../../decision/option.ts";
import { findSession, hasFreePlace, inTheWay } from "../../flow/sessions.ts";
import { actorOf } from "../../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../../kernel/command.ts";
import type { Room } from "../../kernel/room.ts";
import { accept, refused } from "../../kernel/ruling.ts";
import { cut } from "../../kernel/storable.ts";
import { boundedBy } from "./bounded.ts";
import { movesOf } from "./moves.ts";
import { queuedSessions, type Session } from "./session.ts";

/** Others of the queue that are offered in place of the first. */
const OFFERED_MAX = 5;

/** What the room asks where people want to be asked before the next session starts. */
export function nextAsks(room: Room): AskedDecision[] {
  if (room.sessions.next !== "asks") return [];
  const [first, ...others] = queuedSessions(room.sessions).filter((session) =>
    hasFreePlace(room, session),
  );
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
        anOption("hold", "Not now", "Nothing starts until a person starts a session.", {
          kind: "hold",
        }),
      ],
    },
  ];
}

function starting({ id: sessionId, title }: Session, id: string, label: string): DecisionOption {
  const act = { kind: "start", sessionId } as const;
  return anOption(id, label, `“${cut(title, 80)}” starts at once.`, act);
}

/** A person starts a queued one, whatever its place; another that runs keeps its own. */
export function decideStart(
  room: Room,
  { sessionId, by, angle = null, boundaries }: CommandOf<"startSession">,
): RulingOn<"startSession"> {
  const current = inTheWay(room, sessionId);
  if (current) {
    const message = `Session ${current.id}, “${current.title}”, ${current.state === "paused" ? "is paused and keeps its place" : "runs"}; park or stop it first.`;
    const allowed = movesOf(findSession(room.sessions, sessionId), "start");
    return refused("session_state", message, { sessionId, running: current.id }, allowed);
  }
  const bounded = boundedBy(boundaries);
  if (!bounded.ok) return bounded;
  return accept(
    [
      {
        type: "session.started",
        data: { sessionId, ...(angle === null ? {} : { angle }), ...bounded.value },
        actor: actorOf(by),
      },
    ],
    { sessionId },
  );
}
