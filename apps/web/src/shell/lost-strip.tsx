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
import { say } from "../words/say.tsx";

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
        {state === "unreachable" ? `The server lost its database at ${at}.` : `Read-only since ${at}.`}
      </b>{" "}
      <span className="ink2">
        {say`The database: ${words}.`}{" "}
        {state === "unreachable"
          ? "What you see may be out of date, and nothing you send is saved until it's back."
          : "What you see is up to date, but nothing you send is saved."}
      </span>
    </Strip>
  );
}

function Lost({ since, nextTryAt }: { since: number; nextTryAt: number }): ReactNode {
  useNow(1_000);
  const age = durationText(Math.max(0, Date.now() - since));
  const left = Math.ceil((nextTryAt - Date.now()) / 1_000);
  return (
    <Strip tone="lost" sign={<Icon of={WifiOff} />} actions={<Button onClick={retryNow}>Try now</Button>}>
      <b className="strong">{`Not live since ${clockWithSeconds(since)}.`}</b>{" "}
      <span className="ink2">
        {say`What you see is from ${age} ago.`}{" "}
        <span aria-live="off">{left > 0 ? `Trying again in ${left} s.` : "Trying again."}</span>
      </span>
    </Strip>
  );
}
