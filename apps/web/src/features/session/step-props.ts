import type { Session } from "@squadroom/core/session/record/session";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { decisionsOf } from "./standing.ts";
import type { Answers } from "./use-answers.ts";
import type { SessionWhole } from "./use-session.ts";

/** What every step's screen gets. */
export interface StepProps<S extends Session = Session> {
  state: RoomState;
  session: S;
  names: Names;
  answers: Answers;
  /** Its conversation and versions; `undefined` until they are there. */
  whole: SessionWhole | undefined;
}

/** The decision of this kind (and part) that this person may answer now. */
export function askedOf({ state, session }: Pick<StepProps, "state" | "session">, kind: string, part?: string) {
  const asked = decisionsOf(state.view, session.id).find(
    (one) => one.kind === kind && (part === undefined || (one.subject.kind === "session" && one.subject.part === part)),
  );
  return asked && may(state, "answerDecision") ? asked : undefined;
}
