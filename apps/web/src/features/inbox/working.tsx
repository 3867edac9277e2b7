import type { Inbox } from "@squadroom/core/inbox/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Button } from "../../ui/button.tsx";
import { Presence } from "../../ui/presence.tsx";
import { plainText } from "../../words/plain-text.ts";
import { isolated } from "../../words/say.tsx";
import { useMore } from "./pages.ts";

/** Agents at work: one quiet line each. */
export function Working({ inbox }: { inbox: Inbox }): ReactNode {
  const { rows, fetch } = useMore("working", inbox.working, (row) => `${row.room.id} ${row.task.id}`);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="working">
      <div className="group">
        <h2 id="working">Working</h2>
        <span className="num-n">{inbox.counts.working.toLocaleString("en")}</span>
        <span className="end wide">nothing for you to do</span>
      </div>
      <ul>
        {rows.map(({ room, agent, task, percent, action, sinceAt }) => (
          <li key={`${room.id} ${task.id}`} className="line1 wk">
            <span className="row">
              <Presence reach="online" work="working" />
              <Link to="/rooms/$room" params={{ room: room.name }} className="strong ell wide">
                {room.name}
              </Link>
            </span>
            <span className="ell ink2">
              <b>{isolated(agent.name)}</b> <span className="muted">has</span> <span className="nowrap">{task.id}</span>{" "}
              {isolated(plainText(task.title))}
            </span>
            <span className="row wide">
              {percent !== null && (
                <>
                  <Bar percent={percent} label={`Progress of ${task.id}`} />
                  <span className="small muted num-n">{percent} %</span>
                </>
              )}
            </span>
            <span className="small muted ell wide">{action ?? ""}</span>
            <Since at={sinceAt} className="small muted" />
          </li>
        ))}
      </ul>
      {fetch && (
        <p className="inbox-more">
          <Button onClick={fetch}>Show more</Button>
        </p>
      )}
    </section>
  );
}
