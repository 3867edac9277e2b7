import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { useDraft } from "../../drafts/use-draft.ts";
import { useConnection } from "../../live/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import type { ToldOfRun } from "./in-feed.ts";
import { type RunFacts, takesLines } from "./run-facts.ts";
import { sendOrder } from "./send.ts";
import { t } from "./words.ts";
import "./steer.css";

/** A line into the turn under way. */
export function Steer({
  run,
  room,
  refusal,
}: {
  run: Pick<RunFacts, "id" | "name" | "state" | "harness" | "live">;
  room: string;
  refusal: ToldOfRun["refusal"];
}): ReactNode {
  const id = useId();
  const { status } = useConnection();
  const draft = useDraft(`run:${room}:${run.id}:steer`, "");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const { name, state } = run;
  const why =
    status.state !== "live"
      ? t("steer.offline")
      : state === "active"
        ? takesLines(run.harness)
          ? null
          : t("steer.deaf", { harness: harnessTitle(run.harness ?? "") })
        : state === "destroyed"
          ? null
          : t(`steer.${state}`, { name });
  const waits = run.live?.orders.filter(({ act }) => act === "steer") ?? [];
  const text = draft.value.trim();
  const send = async (): Promise<void> => {
    if (why !== null || text === "" || isSending) return;
    setSending(true);
    const wrong = await sendOrder(room, run, "steer", text);
    setSending(false);
    setProblem(wrong);
    if (wrong === null) draft.sent(draft.value);
  };
  const toRoom = (
    <Link className="link" to="/rooms/$room" params={{ room }}>
      {t("steer.message")}
    </Link>
  );
  return (
    <form
      className="run-steering"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {refusal?.act === "steer" && (
        <Note tone="warn" action={toRoom}>
          {t("steer.refused", { why: refusal.note })}
        </Note>
      )}
      {problem !== null && <Note tone="bad">{problem}</Note>}
      {waits.map((order) => (
        <p key={order.id} className="small muted run-waiting">
          {t("act.pending.steer", { by: order.by, text: order.text })} {t("steer.waits")}
        </p>
      ))}
      <div className="run-steer-box" data-off={why !== null || undefined}>
        <textarea
          rows={1}
          aria-label={t("steer.label", { name })}
          aria-describedby={id}
          placeholder={t("steer.label", { name })}
          maxLength={4_000}
          readOnly={why !== null}
          value={draft.value}
          onChange={(event) => draft.set(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void send();
          }}
        />
        <Button
          kind={why === null ? "primary" : "plain"}
          type="submit"
          keys="Mod+Enter"
          aria-disabled={why !== null || undefined}
        >
          {t("steer.send")}
        </Button>
      </div>
      <p id={id} className="small muted run-steer-hint">
        {why ?? t("steer.reads", { name })} {why !== null && state === "idle" && toRoom}
      </p>
    </form>
  );
}
