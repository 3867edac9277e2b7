import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import type { GatePreset } from "@squadroom/core/session/gate/gate";
import type { Session } from "@squadroom/core/session/record/session";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Draft, useDraft } from "../../drafts/use-draft.ts";
import { call, explain, newKey } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";
import { bodyOf, draftOf, problemsIn } from "../budget/index.ts";
import {
  type BoundaryDraft,
  boundariesOf,
  NO_BOUNDARIES,
  strayPattern,
} from "./boundary-fields.tsx";
import type { SessionSeed } from "./session-seed.ts";

export interface SessionFormProps {
  room: string;
  view: RoomView;
  session?: Session;
  /** What a new one begins with. */
  seed?: SessionSeed;
  onClose: () => void;
}

export type SessionDraft = Draft<{
  title: string;
  description: string;
  budget: ReturnType<typeof draftOf>;
  angle: string;
  bounds: BoundaryDraft;
  preset: GatePreset;
  /** A pipeline's name; empty: step by step. */
  pipeline: string;
}>;

interface SessionFormState {
  form: SessionDraft;
  wasTried: boolean;
  problem: string | null;
  submit: () => void;
}

/** A session as it is written, and how it is sent, once. */
export function useSessionForm({
  room,
  view,
  session,
  seed,
  onClose,
}: SessionFormProps): SessionFormState {
  const navigate = useNavigate();
  const form = useDraft(`session:${view.roomId}:${session?.id ?? seed?.from ?? "new"}`, {
    title: session?.title ?? seed?.title ?? "",
    description: session?.description ?? seed?.description ?? "",
    budget: draftOf(null),
    angle: "",
    bounds: NO_BOUNDARIES,
    preset: view.sessions.gatePreset,
    pipeline: "",
  });
  const { title, description, budget: draft, angle, bounds, preset, pipeline } = form.value;
  const [wasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const create = async (): Promise<void> => {
    const budget = bodyOf(draft);
    const boundaries = boundariesOf(bounds);
    const made = await call("createSession", {
      key,
      params: { room },
      body: {
        title,
        description,
        ...(seed && seed.itemId !== null ? { itemId: seed.itemId } : {}),
        ...(budget ? { budget } : {}),
        ...(angle.trim() === "" ? {} : { angle }),
        ...(preset === view.sessions.gatePreset ? {} : { gatePreset: preset }),
        ...(boundaries ? { boundaries } : {}),
        ...(pipeline === "" ? {} : { pipeline }),
      },
    });
    form.sent(form.value);
    const count = made.ahead;
    toast(
      count === 0
        ? `Session ${made.sessionId} is open.`
        : `Session ${made.sessionId} waits behind ${counted(count, "other")}.`,
    );
    if (count > 0) return onClose();
    await navigate({
      to: "/rooms/$room/sessions/$session",
      params: { room, session: String(made.sessionId) },
    });
  };
  const save = async (): Promise<void> => {
    if (!session) return create();
    await call("editSession", {
      params: { room, sessionId: String(session.id) },
      body: { title, description },
    });
    form.sent(form.value);
    toast(`Session ${session.id} is saved.`);
    onClose();
  };
  const submit = (): void => {
    setTried(true);
    const isStray = [bounds.allowed, bounds.forbidden].some((text) => strayPattern(text));
    if (isBusy || title.trim() === "" || isStray || problemsIn(draft).length > 0) return;
    setBusy(true);
    setProblem(null);
    save()
      .catch((error: unknown) => setProblem(explain(error).message))
      .finally(() => setBusy(false));
  };
  return { form, wasTried, problem, submit };
}
