import type { Backlog } from "@squadroom/core/backlog/backlog";
import { isOpen } from "@squadroom/core/backlog/item";
import { counted } from "@squadroom/core/kernel/words";
import { Link } from "@tanstack/react-router";
import { Pause } from "lucide-react";
import type { ReactNode } from "react";
import { useActs } from "../../act/use-act.ts";
import { useSince } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";

/** Working through the backlog: whether it is on, why it is paused, and the way on. */
export function ModeBar({ state }: { state: RoomState }): ReactNode {
  const { roomId, backlog } = state.view;
  const { workflowMode, paused } = backlog;
  const isOn = workflowMode === "backlog_clearing";
  const inReview = backlog.items.filter((item) => item.state === "in_review").length;
  const { send } = useActs("toast");
  const params = { room: roomId };
  const body = { workflowMode: isOn ? "normal" : "backlog_clearing" } as const;
  return (
    <section className="bk-mode" aria-label="Backlog mode">
      {may(state, "setMode") && (
        <button
          type="button"
          className="bk-switch"
          role="switch"
          aria-checked={isOn}
          aria-label="Work through the backlog"
          onClick={() => void send("setMode", { params, body })}
        />
      )}
      <div className="bk-mode-text">
        <p>
          <b className="strong">{isOn ? "Working through the backlog" : "Work through the backlog"}</b>
          {paused && <PausedSince at={paused.at} />}
        </p>
        <p className="small muted">{textOf(backlog)}</p>
      </div>
      {(paused || inReview > 0) && (
        <span className="bk-mode-acts">
          {paused && may(state, "resumeClearing") && (
            <Button kind={inReview > 0 ? "ghost" : undefined} onClick={() => void send("resumeClearing", { params })}>
              {paused.why.kind === "failures" ? "Resume" : "Resume anyway"}
            </Button>
          )}
          {inReview > 0 && (
            <Link to="/inbox" className={buttonClass("primary")}>
              {`Review ${counted(inReview, "item")}`}
            </Link>
          )}
        </span>
      )}
    </section>
  );
}

function PausedSince({ at }: { at: number }): ReactNode {
  return (
    <span className="bk-paused strong">
      <Icon of={Pause} size="s" />
      {`paused for ${useSince(at)}`}
    </span>
  );
}

function textOf({ workflowMode, paused, items }: Backlog): string {
  if (workflowMode === "normal")
    return "Off. When it's on, the room hands out one item after another; messages go first.";
  const why = paused?.why;
  if (!why)
    return items.some(isOpen)
      ? "The entry point gets the next open item whenever there is nothing else to do."
      : "No open items: whatever you add is handed out at once.";
  switch (why.kind) {
    case "decision":
      return say`A person has to decide first: ${plainText(why.question)}`;
    case "question":
      return say`${why.from} needs an answer first: ${plainText(why.text)}`;
    case "failures":
      return say`The work on items ${why.items.join(", ")} failed, one after the other.`;
  }
}
