import type { Session } from "@squadroom/core/session/record/session";
import { History } from "lucide-react";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import type { StepProps } from "./step-props.ts";

/** Nobody scouted for this session: where its knowledge comes from, and how to have it scouted again. */
export function ServedScout({ state, session }: Pick<StepProps, "state" | "session">): ReactNode {
  const { send } = useAct("renewScout", { told: "toast" });
  if (session.step !== "triage" || !session.proposals.scout?.servedFrom) return null;
  const params = { room: state.view.roomId, sessionId: String(session.id) };
  const canAsk = session.state === "running" && may(state, "renewScout");
  return (
    <Note
      icon={History}
      action={
        canAsk && (
          <Button kind="ghost" onClick={() => void send({ params })}>
            Scout again
          </Button>
        )
      }
    >
      <ServedWords scout={session.proposals.scout} />
    </Note>
  );
}

/** "Served from the scout of session 3, 2 h ago." */
export function ServedWords({ scout }: { scout: Session["proposals"]["scout"] }): ReactNode {
  const served = scout?.servedFrom;
  if (!served) return null;
  const { sessionId, at } = served;
  return (
    <>
      {sessionId === null
        ? say`Reused from what ${scout.by.name} found`
        : `Reused from the scout of session ${sessionId}`}
      , <Since at={at} ago />.
    </>
  );
}
