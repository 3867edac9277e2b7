import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { useDraft } from "../../drafts/use-draft.ts";
import { useConnection } from "../../live/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { say } from "../../words/say.tsx";
import type { ToldOfRun } from "./in-feed.ts";
import { type RunFacts, takesLines } from "./run-facts.ts";
import { sendOrder } from "./send.ts";
import "./steer.css";

const STEER = {
  idle: (name) => say`${name} is between two turns. Send a message in the room instead.`,
  queued: () => "It hasn't started yet.",
  creating: () => "It is starting.",
  error: () => "It is in trouble and takes no line.",
} satisfies Record<string, (name: string) => string>;

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
      ? "You're offline."
      : state === "active"
        ? takesLines(run.harness)
          ? null
          : say`${harnessTitle(run.harness ?? "")} takes no line while it works. Interrupt it, or send a message in the room.`
        : state === "destroyed"
          ? null
          : STEER[state](name);
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
      Write a message
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
          {say`Your line didn't arrive: ${refusal.note} Interrupt the turn, or send a message in the room.`}
        </Note>
      )}
      {problem !== null && <Note tone="bad">{problem}</Note>}
      {waits.map((order) => (
        <p key={order.id} className="small muted run-waiting">
          {say`${order.by} tells it: ${order.text}`} Waits until the harness takes it.
        </p>
      ))}
      <div className="run-steer-box" data-off={why !== null || undefined}>
        <textarea
          rows={1}
          aria-label={say`Tell ${name} something`}
          aria-describedby={id}
          placeholder={say`Tell ${name} something`}
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
          Steer
        </Button>
      </div>
      <p id={id} className="small muted run-steer-hint">
        {why ?? say`${name} reads it in the middle of this turn. Nothing is interrupted.`}{" "}
        {why !== null && state === "idle" && toRoom}
      </p>
    </form>
  );
}
