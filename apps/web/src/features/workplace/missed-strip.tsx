import { counted } from "@squadroom/core/kernel/words";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { durationText } from "../../clock/time.tsx";
import { dismissMissed, useConnection } from "../../live/connection.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ReachSign } from "../../ui/presence.tsx";
import { Strip } from "../../ui/strip.tsx";

/** After a loss: live again, and what came in meanwhile. */
export function MissedStrip({ roomId, onShow }: { roomId: string; onShow: (seq: number) => void }): ReactNode {
  const { missed } = useConnection();
  const time = durationText(missed?.forMs ?? 0);
  if (missed?.roomId !== roomId) return null;
  const { count, fromSeq } = missed;
  return (
    <Strip
      tone="back"
      sign={<ReachSign of="online" />}
      actions={
        <>
          {count !== null && count > 0 && (
            <Button
              onClick={() => {
                onShow(fromSeq);
                dismissMissed();
              }}
            >
              Show them
            </Button>
          )}
          <IconButton icon={X} label="Dismiss" onClick={dismissMissed} />
        </>
      }
    >
      <b className="strong">Live again.</b>{" "}
      <span className="ink2">
        {count === null
          ? "So much happened that the room was reloaded. All of it is in the log."
          : count === 0
            ? `You missed nothing in ${time}.`
            : `You missed ${counted(count, "event")} in ${time}. Nothing is lost.`}
      </span>
    </Strip>
  );
}
