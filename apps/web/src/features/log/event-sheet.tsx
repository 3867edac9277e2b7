import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomView } from "@squadroom/core/kernel/view";
import { jsonText } from "@squadroom/core/kernel/visible";
import { messageIn } from "@squadroom/core/message/message";
import { reportIn } from "@squadroom/core/task/in-event";
import { Link, useParams } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { exactTime } from "../../clock/since.ts";
import { useMay } from "../../live/allowed.ts";
import { taskOf } from "../../live/cause.ts";
import type { Names } from "../../live/names.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { pieceOf } from "../../ui/piece.tsx";
import { toast } from "../../ui/toasts.ts";
import { Say, say } from "../../words/say.tsx";
import { openTask, Result } from "../task/index.ts";
import { lineOf } from "./line.ts";
import { Folded } from "./message-row.tsx";
import type { EventItem } from "./row.tsx";
import "./event-sheet.css";

/** Loaded with the first routed message. */
const RouteWhy = pieceOf(() => import("../team/index.ts").then(({ RouteWhy }) => RouteWhy));

/** The facts behind a row of the feed, as in the log. */
export function EventSheet({
  item,
  names,
  team,
  onClose,
}: {
  item: EventItem;
  names: Names;
  team: RoomView["team"];
  onClose: () => void;
}): ReactNode {
  const { events } = item;
  const from = item.fromSeq;
  const to = events.at(-1)?.seq ?? item.seq;
  const title = from === to ? `Event ${to}` : `Events ${from} to ${to}`;
  const copy = async (): Promise<void> => {
    await copyText(jsonText(events.length === 1 ? events[0] : events, 2));
    toast("Copied.");
  };
  const footer = (
    <Button kind="ghost" onClick={() => void copy()}>
      <Icon of={Copy} size="s" />
      Copy as JSON
    </Button>
  );
  return (
    <Dialog onClose={onClose} title={title} width={520} side footer={footer}>
      {events.map((event) => (
        <EventFacts key={event.seq} event={event} names={names} team={team} onLeave={onClose} />
      ))}
    </Dialog>
  );
}

function EventFacts({
  event,
  names,
  team,
  onLeave,
}: {
  event: RoomEvent;
  names: Names;
  team: RoomView["team"];
  /** Its task opens on the page below. */
  onLeave: () => void;
}): ReactNode {
  const line = lineOf(event, names);
  const spoken = messageIn(event);
  const result = event.type === "task.submitted" ? null : reportIn(event)?.result;
  const tasks = tasksIn(event);
  return (
    <article className="es">
      <p className="es-line">
        <Say template={line.sentence} values={line.values} />
      </p>
      {line.because && !spoken && !result && <p className="ink2">{line.because}</p>}
      {spoken && <Folded text={spoken.body} />}
      {result && (
        <Result
          room={event.roomId}
          taskId={taskOf(event)}
          result={result.summary === spoken?.body ? { ...result, summary: "" } : result}
        />
      )}
      {(event.type === "message.sent" || event.type === "message.edited") &&
        event.data.route &&
        event.data.message.to.kind === "role" && (
          <Suspense>
            <RouteWhy
              decision={event.data.route}
              team={team ?? {}}
              entry={event.data.message.to.role}
              title={(role) => names.role(role)}
            />
          </Suspense>
        )}
      {spoken && <SessionLink message={spoken.id} />}
      <BranchLink event={event} onLeave={onLeave} />
      {tasks.length > 0 && (
        <p className="es-tasks">
          {tasks.map((id) => (
            <button
              key={id}
              type="button"
              className="es-task"
              onClick={() => {
                onLeave();
                openTask(id);
              }}
            >
              {id} {names.title(id)}
            </button>
          ))}
        </p>
      )}
      <dl className="kv es-kv">
        <dt>Type</dt>
        <dd className="mono">{event.type}</dd>
        <dt>By</dt>
        <dd>{names.actor(event.actor)}</dd>
        <dt>At</dt>
        <dd>{exactTime(event.at)}</dd>
      </dl>
      <details>
        <summary className="label">Facts</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre className="es-json" tabIndex={0}>
          {JSON.stringify(event.data, null, 2)}
        </pre>
      </details>
    </article>
  );
}

/** A message can become a session, through a pipeline or by discussion. */
function SessionLink({ message }: { message: string }): ReactNode {
  const { room } = useParams({ strict: false });
  if (!useMay("createSession") || !room) return null;
  return (
    <p className="es-tasks">
      <Link to="/rooms/$room/sessions" params={{ room }} search={{ new: true, from: `message:${message}` }}>
        Start a session from it
      </Link>
    </p>
  );
}

/** An event about a branch leads to the branch. */
function BranchLink({ event, onLeave }: { event: RoomEvent; onLeave: () => void }): ReactNode {
  const { room } = useParams({ strict: false });
  if (!event.type.startsWith("branch.") || !("key" in event.data) || !room) return null;
  const branch = String(event.data.key);
  return (
    <p className="es-tasks">
      <Link className="es-task" to="/rooms/$room/branches/$branch" params={{ room, branch }} onClick={onLeave}>
        {say`Branch ${branch}`}
      </Link>
    </p>
  );
}

/** The tasks that an event is about, as links. */
export function tasksIn(event: RoomEvent): string[] {
  const { data } = event;
  const ids: string[] = [];
  if ("taskId" in data && data.taskId !== null) ids.push(data.taskId);
  if ("fromTaskId" in data) ids.push(data.fromTaskId);
  if ("taskIds" in data) ids.push(...data.taskIds);
  if ("cascade" in data) ids.push(...data.cascade);
  if ("tasks" in data)
    ids.push(
      ...data.tasks.map((one) => {
        if ("planId" in one) return one.task.id;
        return "id" in one ? one.id : one.taskId;
      }),
    );
  if ("task" in data && data.task) ids.push(data.task.id);
  if ("decision" in data && data.decision.subject.kind === "task") ids.push(data.decision.subject.taskId);
  return [...new Set(ids)];
}
