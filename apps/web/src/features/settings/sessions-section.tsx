import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { OptionCheck } from "./option-check.tsx";
import { t } from "./words.ts";

/** How the room's sessions follow each other, what their work locks, and what is kept of it. */
export function SessionsSection({ state }: { state: RoomState }): ReactNode {
  return (
    <>
      <section>
        <div className="st-head">
          <h2>{t("sessions.title")}</h2>
          <p className="small muted">{t("sessions.text")}</p>
        </div>
        <OptionCheck state={state} option="askBeforeNext" />
      </section>
      <section>
        <div className="st-head">
          <h2>{t("locks.title")}</h2>
          <p className="small muted">{t("locks.text")}</p>
        </div>
        <OptionCheck state={state} option="lockBoundaries" />
        <OptionCheck state={state} option="lockWrites" />
      </section>
      <section>
        <div className="st-head">
          <h2>{t("redaction.title")}</h2>
          <p className="small muted">{t("redaction.text")}</p>
        </div>
        <OptionCheck state={state} option="redactEmails" />
      </section>
    </>
  );
}
