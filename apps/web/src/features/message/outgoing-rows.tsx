import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { Button } from "../../ui/button.tsx";
import { Tile } from "../../ui/tile.tsx";
import { say } from "../../words/say.tsx";
import "../../ui/entry.css";
import type { Outgoing } from "./outbox.ts";

type OutgoingRowsProps = {
  messages: readonly Outgoing[];
  sender: string;
  isLive: boolean;
  onAgain: (message: Outgoing) => void;
  onDiscard: (message: Outgoing) => void;
};

/** Messages that the log does not show yet: muted, and marked as such. */
export function OutgoingRows({ messages, sender, isLive, onAgain, onDiscard }: OutgoingRowsProps): ReactNode {
  if (messages.length === 0) return null;
  return (
    <div className="outgoing" role="status">
      {messages.map((message) => (
        <div key={message.key} className="ev">
          <Tile name={sender} person offline />
          <div>
            <div className="ev-head">
              <span className="ev-name">{sender}</span>
              {message.state.kind !== "failed" && (
                <span className="small muted">{isLive ? "sending" : "waiting for the connection"}</span>
              )}
            </div>
            <p className="rich rich-plain">
              {message.body.length > 400 ? `${message.body.slice(0, 399)}…` : message.body}
            </p>
            {message.files.length > 0 && (
              <p className="small muted ell">{message.files.map(({ name }) => name).join(", ")}</p>
            )}
            {message.state.kind === "failed" && (
              <div className="outgoing-acts">
                <span className="c-bad">{say`Not sent: ${message.state.why}`}</span>
                <Button onClick={() => onAgain(message)}>Try again</Button>
                <Button kind="ghost" onClick={() => onDiscard(message)}>
                  Discard
                </Button>
              </div>
            )}
          </div>
          <span className="ev-time">{clockOf(message.at)}</span>
        </div>
      ))}
    </div>
  );
}
