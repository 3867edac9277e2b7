import { X } from "lucide-react";
import type { ReactNode } from "react";
import { durationText } from "../../clock/time.tsx";
import { dismissMissed, useConnection } from "../../live/connection.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ReachSign } from "../../ui/presence.tsx";
import { Strip } from "../../ui/strip.tsx";
import { wordsOf } from "../../words/words-of.ts";

const { t } = wordsOf("room");

/** After a loss: live again, and what came in meanwhile. */
export function MissedStrip({
  roomId,
  onShow,
}: {
  roomId: string;
  onShow: (seq: number) => void;
}): ReactNode {
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
              {t("missed.show")}
            </Button>
          )}
          <IconButton icon={X} label={t("missed.dismiss")} onClick={dismissMissed} />
        </>
      }
    >
      <b className="strong">{t("missed.title")}</b>{" "}
      <span className="ink2">
        {count === null
          ? t("missed.reloaded")
          : count === 0
            ? t("missed.none", { time })
            : t("missed.some", { count, time })}
      </span>
    </Strip>
  );
}
