import type { PersonId } from "@squadroom/core/kernel/ids";
import { counted } from "@squadroom/core/kernel/words";
import { mayKeep, movesOf, placeOf, type WaitingMessage, waitingMessages } from "@squadroom/core/message/queue";
import { unavailableSince } from "@squadroom/core/team/availability";
import { ArrowUpToLine, Pencil, Undo2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useActs } from "../../act/use-act.ts";
import { Since } from "../../clock/time.tsx";
import { draftKeys } from "../../drafts/use-draft.ts";
import { useKeys } from "../../keys/keys.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toasts.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { focusComposer, setDraft } from "./draft.ts";
import { type Editing, editDraft, QueueEdit } from "./queue-edit.tsx";
import "../../ui/work-row.css";
import "./queue-list.css";

type QueueListProps = {
  state: RoomState;
  names: Names;
  myId: string;
  /** May write here at all, and so change their own messages. */
  canKeep: boolean;
  /** May change everybody's. */
  isLead: boolean;
  onOpen: (taskId: string) => void;
};

/** Users' messages that nobody has taken yet, each with its place and what may be done with it. */
export function QueueList(props: QueueListProps): ReactNode {
  const { state, names, myId, canKeep, isLead, onOpen } = props;
  const { view } = state;
  const list = useRef<HTMLOListElement>(null);
  const [editing, setEditing] = useState<Editing | null>(() => begun(view));
  const waiting = waitingMessages(view);
  useKeys([
    {
      keys: "q",
      group: "room",
      label: "Queued messages",
      run: () => list.current?.querySelector("button")?.focus(),
    },
  ]);
  if (!view.team) return null;
  const role = names.role(view.team.entryPoint);
  const isTaken = editing !== null && waiting.every((task) => task.id !== editing.taskId);
  const edit = (at: Editing): ReactNode => (
    <QueueEdit
      room={view}
      editing={at}
      isTaken={isTaken}
      onDone={() => setEditing(null)}
      onAsNew={(text) => {
        rewrite(view.roomId, text);
        setEditing(null);
      }}
    />
  );
  return (
    <>
      <dl className="kv">
        <dt>{say`Queue for ${role}`}</dt>
        <dd>{waiting.length === 0 ? "no messages" : counted(waiting.length, "message")}</dd>
      </dl>
      {isTaken && edit(editing)}
      {waiting.length > 0 && (
        <ol ref={list} className="queue" aria-label={say`Messages waiting for ${role}`}>
          {waiting.map((task, index) =>
            editing?.taskId === task.id ? (
              <li key={task.id}>{edit(editing)}</li>
            ) : (
              <QueueRow
                key={task.id}
                task={task}
                isFirst={index === 0}
                state={state}
                names={names}
                canKeep={canKeep && mayKeep(task, { id: myId as PersonId, isLead })}
                onOpen={onOpen}
                onEdit={() => setEditing({ taskId: task.id, was: task.instruction, isAsked: true })}
              />
            ),
          )}
        </ol>
      )}
    </>
  );
}

/** What was being changed when the page closed. */
function begun(view: RoomState["view"]): Editing | null {
  const start = editDraft(view.roomId, "");
  const [key] = draftKeys(start);
  if (key === undefined) return null;
  const taskId = key.slice(start.length);
  const was = waitingMessages(view).find(({ id }) => id === taskId)?.instruction ?? "";
  return { taskId, was, isAsked: false };
}

function rewrite(roomId: string, text: string): void {
  setDraft(roomId, { text });
  focusComposer();
}

type QueueRowProps = Pick<QueueListProps, "state" | "names" | "canKeep" | "onOpen"> & {
  task: WaitingMessage;
  isFirst: boolean;
  onEdit: () => void;
};

function QueueRow({ task, isFirst, state, names, canKeep, onOpen, onEdit }: QueueRowProps): ReactNode {
  const { view } = state;
  const ahead = placeOf(view, task);
  const target = { params: { room: view.name, message: task.id } };
  const { send } = useActs("toast");
  const front = (): void => void send("moveMessageToFront", target, { said: () => `${task.id} is next.` });
  const action = { label: "Write it again", run: () => rewrite(view.roomId, task.instruction) };
  const withdraw = (): void =>
    void send("withdrawMessage", target, {
      onDone: () => toast(`Withdrew ${task.id}.`, { action }),
    });
  return (
    <li className="queue-row">
      <button type="button" className="work-row" onClick={() => onOpen(task.id)} title={plainText(task.title)}>
        <span className="work-title">
          <span className="work-id">{task.id}</span> {plainText(task.title)}
        </span>
        <Since at={task.createdAt} short className="work-since" />
        {unavailableSince(view, task.role) !== null && (
          <span className="work-meta c-warn">{say`no ${names.role(task.role)} is connected`}</span>
        )}
      </button>
      <div className="queue-foot">
        <span className="dots ell">
          <span>{ahead === 0 ? "next" : `${ahead} ahead`}</span>
          <span className="ell">{task.createdBy.name}</span>
        </span>
        {canKeep && (
          <span className="queue-acts">
            {movesOf(view, task).includes("edit") && (
              <IconButton icon={Pencil} label={`Edit ${task.id}`} onClick={onEdit} />
            )}
            {!isFirst && <IconButton icon={ArrowUpToLine} label={`Send ${task.id} to the front`} onClick={front} />}
            <IconButton icon={Undo2} label={`Withdraw ${task.id}`} onClick={withdraw} />
          </span>
        )}
      </div>
    </li>
  );
}
