import { reachedLimits } from "@squadroom/core/budget/budget";
import { hasFreePlace, inTheWay } from "@squadroom/core/flow/sessions";
import type { Session } from "@squadroom/core/session/record/session";
import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { Area } from "../../ui/area.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { say } from "../../words/say.tsx";
import { ACT } from "./words.ts";
import "../../ui/field.css";
import { BudgetDialog } from "../budget/index.ts";
import { ACT_DONE, type Act, steer } from "./send.ts";

const ACT_HINT = {
  start: "It starts now, whatever its place in the queue.",
  budget: "What it may use, in dollars, tokens or runs.",
  pause: "It gets no work until you resume it.",
  park: "It is paused, and the next session in the queue starts.",
  resume: "It continues where it was paused.",
  stop: "It ends for good. Its open tasks are cancelled; what is done stays.",
};

const ROUTES = {
  start: "startSession",
  budget: "setBudget",
  pause: "pauseSession",
  park: "pauseSession",
  resume: "resumeSession",
  stop: "stopSession",
} as const;

/** What may be done with it in its present state. */
export function actsOf(session: Session, state: RoomState): Act[] {
  const acts: Act[] = [];
  if (session.state === "queued" && hasFreePlace(state.view, session)) acts.push("start");
  if (session.state === "running") acts.push("pause", "park");
  if (session.state === "paused") {
    const isFree = !inTheWay(state.view, session.id);
    // A used budget is raised first.
    if (isFree && reachedLimits(session).length === 0) acts.push("resume");
    if (!session.isParked) acts.push("park");
  }
  acts.push("budget", "stop");
  return acts.filter((act) => may(state, ROUTES[act]));
}

/** The menu of a session: what can be taken back is done at once, stopping asks. */
export function SessionActs({
  room,
  session,
  state,
  leave = [],
}: {
  room: string;
  session: Session;
  state: RoomState;
  /** Acts that have a button of their own. */
  leave?: readonly Act[];
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asks, setAsks] = useState<"stop" | "budget" | null>(null);
  const acts = actsOf(session, state).filter((act) => !leave.includes(act));
  if (acts.length === 0) return null;
  const run = (act: Act): void => {
    setAnchor(null);
    if (act === "stop" || act === "budget") return setAsks(act);
    steer(room, session.id, act);
  };
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label={`More: ${session.title}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      />
      {anchor && (
        <Anchored anchor={anchor} label="More" align="end" isMenu onClose={() => setAnchor(null)}>
          {acts.map((act) => (
            <button
              key={act}
              type="button"
              role="menuitem"
              className={act === "stop" ? "menu-item ss-act c-bad" : "menu-item ss-act"}
              onClick={() => run(act)}
            >
              <span>
                {ACT[act]}
                <span className="small muted ss-act-hint">{ACT_HINT[act]}</span>
              </span>
            </button>
          ))}
        </Anchored>
      )}
      {asks === "stop" && <StopDialog room={room} session={session} onClose={() => setAsks(null)} />}
      {asks === "budget" && <BudgetDialog room={room} session={session} onClose={() => setAsks(null)} />}
    </>
  );
}

function StopDialog({ room, session, onClose }: { room: string; session: Session; onClose: () => void }): ReactNode {
  const form = useActForm("stopSession", {
    draft: `session:${room}:${session.id}:stop`,
    start: { reason: "" },
    gives: ({ reason }) => ({
      params: { room, sessionId: String(session.id) },
      body: { reason: reason.trim() },
    }),
    said: () => ACT_DONE.stop(session.id),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={say`Stop “${session.title}”?`}
      label="Stop"
      kind="danger"
      width={440}
      onClose={onClose}
    >
      <p className="ink2">It ends for good. Its open tasks are cancelled; what is done stays.</p>
      <div className="ss-why">
        <Area {...form.at("reason")} label="Why" className="field ss-area" rows={2} />
      </div>
    </FormDialog>
  );
}
