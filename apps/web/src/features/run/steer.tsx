import { limits } from "@squadroom/core/contract/limits";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { keysOf, useActForm } from "../../act/use-act-form.ts";
import { useConnection } from "../../live/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { say } from "../../words/say.tsx";
import type { ToldOfRun } from "./in-feed.ts";
import { type RunFacts, takesLines } from "./run-facts.ts";
import "./steer.css";

const STEER = {
  idle: (name) => say`${name} is between two turns. Send a message in the room instead.`,
  queued: () => "It hasn't started yet.",
  creating: () => "It is starting.",
  error: () => "It is in trouble and takes no line.",
} satisfies Record<string, (name: string) => string>;

/** A line into the current turn. */
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
  const form = useActForm("orderRun", {
    draft: `run:${room}:${run.id}:steer`,
    start: { text: "" },
    gives: ({ text }) => ({
      params: { room, run: run.id },
      body: { act: "steer", text: text.trim() },
    }),
    said: () => say`Sent to ${name}.`,
  });
  const send = (): void => {
    if (why === null && form.value.text.trim() !== "") form.submit();
  };
  const toRoom = (
    <Link className="link" to="/rooms/$room" params={{ room }}>
      Write a message
    </Link>
  );
  return (
    <form
      {...form.binding}
      className="run-steering"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={keysOf(send, "Mod+Enter")}
    >
      {refusal?.act === "steer" && (
        <Note tone="warn" action={toRoom}>
          {say`Your line didn't arrive: ${refusal.note} Interrupt the turn, or send a message in the room.`}
        </Note>
      )}
      {form.problem && <Note tone="bad">{form.problem}</Note>}
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
          maxLength={limits.orderRun?.text?.max}
          readOnly={why !== null}
          value={form.value.text}
          onChange={(event) => form.edit({ text: event.target.value })}
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
