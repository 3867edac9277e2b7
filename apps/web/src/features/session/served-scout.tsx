import type { Session } from "@squadroom/core/session/record/session";
import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import type { StepProps } from "./step-props.ts";

/** Nobody looked around for this session: from where it has what it knows, and how to have it seen anew. */
export function ServedScout({ state, session }: Pick<StepProps, "state" | "session">): ReactNode {
  const [isBusy, setBusy] = useState(false);
  if (session.step !== "triage" || !session.proposals.scout?.servedFrom) return null;
  const renew = (): void => {
    if (isBusy) return;
    setBusy(true);
    const params = { room: state.view.roomId, sessionId: String(session.id) };
    call("renewScout", { params })
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }))
      .finally(() => setBusy(false));
  };
  const canAsk = session.state === "running" && may(state, "renewScout");
  return (
    <Note
      icon={History}
      action={
        canAsk && (
          <Button kind="ghost" onClick={renew}>
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
