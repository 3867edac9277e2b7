import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import type { GatePreset } from "@squadroom/core/session/record/gate";
import type { Session } from "@squadroom/core/session/record/session";
import { useNavigate } from "@tanstack/react-router";
import { type ActFormState, useActForm } from "../../act/use-act-form.ts";
import { bodyOf, draftOf, problemsIn } from "../budget/index.ts";
import { type BoundaryDraft, boundariesOf, NO_BOUNDARIES, strayPattern } from "./boundary-fields.tsx";
import type { SessionSeed } from "./session-seed.ts";

export interface NewSessionProps {
  room: string;
  view: RoomView;
  /** What it begins with. */
  seed?: SessionSeed;
  onClose: () => void;
}

interface SessionDraft {
  title: string;
  description: string;
  budget: ReturnType<typeof draftOf>;
  angle: string;
  boundaries: BoundaryDraft;
  gatePreset: GatePreset;
  /** A pipeline's name; empty: step by step. */
  pipeline: string;
}
export type NewSession = ActFormState<SessionDraft>;

const hasNoTitle = (title: string) => title.trim() === "" && "Give the session a title.";

/** A session being written, and how it is sent, once. */
export function useNewSession({ room, view, seed, onClose }: NewSessionProps): NewSession {
  const navigate = useNavigate();
  return useActForm("createSession", {
    draft: `session:${view.roomId}:${seed?.from ?? "new"}`,
    start: {
      title: seed?.title ?? "",
      description: seed?.description ?? "",
      budget: draftOf(null),
      angle: "",
      boundaries: NO_BOUNDARIES,
      gatePreset: view.sessions.gatePreset,
      pipeline: "",
    } as SessionDraft,
    lacks: ({ title, boundaries: { allowed, forbidden }, budget }) => ({
      title: hasNoTitle(title),
      boundaries: [allowed, forbidden].some((text) => strayPattern(text)),
      budget: problemsIn(budget).length > 0,
    }),
    gives: ({ title, description, ...more }) => {
      const budget = bodyOf(more.budget);
      const boundaries = boundariesOf(more.boundaries);
      return {
        params: { room },
        body: {
          title,
          description,
          ...(seed && seed.itemId !== null ? { itemId: seed.itemId } : {}),
          ...(budget ? { budget } : {}),
          ...(more.angle.trim() === "" ? {} : { angle: more.angle }),
          ...(more.gatePreset === view.sessions.gatePreset ? {} : { gatePreset: more.gatePreset }),
          ...(boundaries ? { boundaries } : {}),
          ...(more.pipeline === "" ? {} : { pipeline: more.pipeline }),
        },
      };
    },
    said: ({ sessionId, ahead }) =>
      ahead === 0 ? `Session ${sessionId} is open.` : `Session ${sessionId} waits behind ${counted(ahead, "other")}.`,
    onDone: ({ sessionId, ahead }) => {
      if (ahead > 0) return onClose();
      const params = { room, session: String(sessionId) };
      return navigate({ to: "/rooms/$room/sessions/$session", params });
    },
  });
}

/** A new text for one that has not started. */
export function useSessionWords(
  { room, view, onClose }: NewSessionProps,
  { id, title, description }: Session,
): ActFormState<{ title: string; description: string }> {
  return useActForm("editSession", {
    draft: `session:${view.roomId}:${id}`,
    start: { title, description },
    lacks: (written) => ({ title: hasNoTitle(written.title) }),
    gives: (body) => ({ params: { room, sessionId: String(id) }, body }),
    said: () => `Session ${id} is saved.`,
    onDone: onClose,
  });
}
