import type { DatabaseTrouble } from "@squadroom/core/live/protocol";
import { DatabaseZap, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useNow } from "../clock/now.ts";
import { clockWithSeconds } from "../clock/since.ts";
import { durationText } from "../clock/time.tsx";
import { retryNow, useConnection } from "../live/connection.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Strip } from "../ui/strip.tsx";
import { t } from "./words.ts";

/** The connection is lost, or the server's database is: since when, what that means, and what happens next. */
export function LostStrip(): ReactNode {
  const { status, trouble } = useConnection();
  if (status.state === "lost") return <Lost since={status.since} nextTryAt={status.nextTryAt} />;
  return trouble ? <DatabaseAway {...trouble} /> : null;
}

function DatabaseAway({ state, words, since }: DatabaseTrouble): ReactNode {
  const at = clockWithSeconds(since);
  return (
    <Strip tone="lost" sign={<Icon of={DatabaseZap} />}>
      <b className="strong">
        {t(state === "unreachable" ? "database.away" : "database.closed", { at })}
      </b>{" "}
      <span className="ink2">
        {t("database.why", { why: words })}{" "}
        {t(state === "unreachable" ? "database.old" : "database.readable")}
      </span>
    </Strip>
  );
}

function Lost({ since, nextTryAt }: { since: number; nextTryAt: number }): ReactNode {
  useNow(1_000);
  const age = durationText(Math.max(0, Date.now() - since));
  const left = Math.ceil((nextTryAt - Date.now()) / 1_000);
  return (
    <Strip
      tone="lost"
      sign={<Icon of={WifiOff} />}
      actions={<Button onClick={retryNow}>{t("lost.tryNow")}</Button>}
    >
      <b className="strong">{t("lost.title", { at: clockWithSeconds(since) })}</b>{" "}
      <span className="ink2">
        {t("lost.old", { age })}{" "}
        <span aria-live="off">{left > 0 ? t("lost.retryIn", { n: left }) : t("lost.trying")}</span>
      </span>
    </Strip>
  );
}
