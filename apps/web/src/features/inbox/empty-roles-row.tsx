import type { InboxItem } from "@squadroom/core/inbox/contract";
import { counted } from "@squadroom/core/kernel/words";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { explain } from "../../live/api.ts";
import { idOf } from "../../live/inbox.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { withArticle } from "../../words/article.ts";
import { roleTitle } from "../../words/role-title.ts";
import { say } from "../../words/say.tsx";
import type { Answered } from "./acts.ts";
import { answerAll } from "./bulk.ts";
import { RowFrame, type RowProps } from "./row-frame.tsx";

type Item = Extract<InboxItem, { kind: "empty_roles" }>;

/** Rooms that lack an agent: one cause, one row, with all of the rooms inside. */
export function EmptyRolesRow({ acts, onSend, onOutcome, ...row }: RowProps<Item> & Answered): ReactNode {
  const navigate = useNavigate();
  const { item } = row;
  const { asked, holdsUp } = item;
  const [problem, setProblem] = useState<string | null>(null);
  const first = asked[0];
  const connect = (): void => {
    if (first) void navigate({ to: "/connect", search: placeOf(first) });
  };
  const wait = (): void => {
    setProblem(null);
    onSend();
    answerAll(asked, "wait")
      .then((outcomes) => {
        const own = [...outcomes.values()][0];
        if (own) onOutcome({ kind: "mine", label: "Let all wait", canUndo: false });
      })
      .catch((error: unknown) => setProblem(explain(error).message));
  };
  useEffect(() =>
    acts.register(idOf(item), {
      first: connect,
      reject: () => undefined,
      nth: (n) => (n === 1 ? connect() : n === 2 && wait()),
    }),
  );
  const title = `${counted(new Set(asked.map(({ room }) => room.id)).size, "room has", "rooms have")} roles without an agent`;
  return (
    <RowFrame
      {...row}
      title={title}
      room={null}
      facts={[...new Set(asked.map(({ decision }) => roleOf(decision)))].slice(0, 4).map(roleTitle)}
      holds={`Holds up ${counted(holdsUp, "task")}. Connecting an agent in the role settles it.`}
      quick={
        <>
          <Button onClick={connect} aria-label={`Connect: ${title}`}>
            Connect
          </Button>
          <Button kind="ghost" onClick={wait} aria-label={`Let all wait: ${title}`}>
            Let all wait
          </Button>
        </>
      }
    >
      <ul className="er">
        {asked.map(({ room, decision }) => (
          <li key={decision.id} className="er-one">
            <Link to="/rooms/$room" params={{ room: room.name }} className="ell strong">
              {room.name}
            </Link>
            <span className="ell ink2">{roleTitle(roleOf(decision))}</span>
            <span className="muted small nowrap">{counted(decision.holdsUp, "task")}</span>
            <Link
              to="/connect"
              search={placeOf({ room, decision })}
              className={buttonClass("ghost")}
              aria-label={say`Connect ${withArticle(roleTitle(roleOf(decision)))} to ${room.name}`}
            >
              Connect
            </Link>
          </li>
        ))}
      </ul>
      <p className="dec-else">
        <Button kind="primary" keys="1" onClick={connect}>
          Connect an agent
        </Button>
        <Button keys="2" onClick={wait}>
          Let all wait
        </Button>
        <span>
          Their tasks stay in the queue. You aren't asked about these roles again until an agent has joined them.
        </span>
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </RowFrame>
  );
}

type Asked = Item["asked"][number];

function roleOf({ subject }: Asked["decision"]): string {
  return subject.kind === "role" ? subject.role : "";
}

function placeOf({ room, decision }: Asked): { room: string; role: string } {
  return { room: room.name, role: roleOf(decision) };
}
