import { movesFor } from "@squadroom/core/backlog/acting";
import { type BacklogItem, scoreOf } from "@squadroom/core/backlog/item";
import type { PersonId } from "@squadroom/core/kernel/ids";
import { isThere } from "@squadroom/core/kernel/room";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { ActForm } from "../../act/act-form.tsx";
import { useActs } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { Since } from "../../clock/time.tsx";
import { settleDraft } from "../../drafts/use-draft.ts";
import { useKeys } from "../../keys/keys.ts";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Panel } from "../../panel/panel.tsx";
import { useWide } from "../../panel/use-wide.ts";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { say } from "../../words/say.tsx";
import { NoteForm } from "../decision/index.ts";
import { ScaleChoice } from "./scale.tsx";
import { type Act, DONE, ROUTES } from "./send.ts";
import { HOW, PRIORITY, STATE } from "./words.ts";
import "../../ui/acts.css";
import "./backlog.css";
import "./backlog-narrow.css";

const EFFECT = {
  pick: ({ role }) => say`${role} gets a task for it, behind what is already queued.`,
  defer: () => "It isn't handed out until somebody picks or reopens it.",
  finish: () => "It's done, and waits for a person's review.",
  putBack: ({ task }) => `Ends ${task}; the item is open again.`,
  close: () => "It's done, and needs no review. It can be reopened.",
  reopen: () => "It's open again and can be handed out.",
  drop: () => "Nobody will do it. It stays under “Show closed” and can be reopened.",
} satisfies Record<string, (of: { role: string; task: string }) => string>;

const REASON = {
  defer: "Why, or until when",
  finish: "What came of it",
  putBack: "Why it is put back",
  close: "Why it is closed",
  reopen: "Why it is reopened",
  drop: "Why it is dropped",
};

const ACT = {
  pick: "Pick now",
  defer: "Defer",
  finish: "Finish",
  putBack: "Put back",
  close: "Close",
  reopen: "Reopen",
  drop: "Drop",
};

/** Nobody's tasks are held by a person. */
const A_PERSON = { id: "" as PersonId, name: "" };

/** One item at the side: its facts, what may be done with it, and its text to edit. */
export function ItemSheet({
  itemId,
  state,
  act: wanted = null,
  onClose,
  onNext,
}: {
  itemId: number;
  state: RoomState;
  /** Asks at once for the reason of this act. */
  act?: Act | null;
  onClose: () => void;
  /** The act requested by key is done. */
  onNext: () => void;
}): ReactNode {
  const room = state.view.roomId;
  const { view } = state;
  const { items, ended } = view.backlog;
  const item = [...items, ...ended].find(({ id }) => id === itemId);
  const moves = item && isThere(view) ? movesFor(view, item, A_PERSON) : [];
  const canEdit = moves.includes("edit") && may(state, "editItem");
  return (
    <Panel
      onClose={onClose}
      title={`Item ${itemId}`}
      row={`[data-item="${itemId}"] .bk-title, [data-card="${itemId}"] .bk-title`}
    >
      {item ? (
        <>
          <Facts item={item} />
          <Acts
            key={`${itemId} ${wanted}`}
            item={item}
            view={view}
            wanted={wanted}
            acts={moves.filter((move): move is Act => {
              if (move === "edit" || move === "move") return false;
              return may(state, ROUTES[move]);
            })}
            onClose={onClose}
            onNext={onNext}
          />
          {isThere(view) && may(state, "createSession") && (
            <p className="small">
              <Link
                to="/rooms/$room/sessions"
                params={{ room: view.name }}
                search={{ new: true, from: `item:${itemId}` }}
              >
                Start a session from it
              </Link>
            </p>
          )}
          {canEdit ? (
            <EditForm key={item.id} item={item} room={room} />
          ) : (
            <div>
              <h3 className="bk-sheet-title">{item.title}</h3>
              {item.body && <RichText text={item.body} />}
            </div>
          )}
        </>
      ) : (
        <Empty title={`Item ${itemId} isn't here`}>It was never added, or it was closed long ago.</Empty>
      )}
    </Panel>
  );
}

function Facts({ item }: { item: BacklogItem }): ReactNode {
  const { origin, note, lastTry, taskId } = item;
  const score = scoreOf(item);
  const from = origin.isImport ? say`${origin.name}, by import` : origin.name;
  return (
    <dl className="kv">
      <dt>State</dt>
      <dd>{item.state === "in_review" ? "in review, waiting for you" : STATE[item.state]}</dd>
      <dt>From</dt>
      <dd className="dots">
        <span>{from}</span>
        <Since at={item.addedAt} ago />
      </dd>
      {taskId && (
        <>
          <dt>Task</dt>
          <dd>{taskId}</dd>
        </>
      )}
      {score !== null && (
        <>
          <dt>Ratio</dt>
          <dd title="Value over complexity. It's only advice: the order stays.">{score.toFixed(1)}</dd>
        </>
      )}
      {note?.text && (
        <>
          <dt>{say`${note.by} said`}</dt>
          <dd>{note.text}</dd>
        </>
      )}
      {lastTry && (
        <>
          <dt>Last try</dt>
          <dd>{[HOW[lastTry.how], lastTry.reason].filter(Boolean).join(": ")}</dd>
        </>
      )}
    </dl>
  );
}

/** What may be done, each with its consequence beside it. */
function Acts({
  item,
  view,
  acts,
  wanted,
  onClose,
  onNext,
}: {
  item: BacklogItem;
  view: RoomState["view"];
  acts: readonly Act[];
  wanted: Act | null;
  onClose: () => void;
  onNext: () => void;
}): ReactNode {
  const isWide = useWide();
  const [asks, setAsks] = useState<Act | null>(wanted);
  const { send: sendAct, isBusy, problem } = useActs();
  const byKey = useRef(false);
  const entry = view.team?.entryPoint;
  const role = view.team?.roles.find(({ name }) => name === entry)?.title ?? "";
  const task = item.taskId ?? "";
  const effect = (act: Act): string =>
    act === "defer" && item.state === "picked"
      ? `Ends ${task} and defers the item until somebody picks or reopens it.`
      : EFFECT[act]({ role, task });
  const send = (act: Act, reason: string): void => {
    const params = { room: view.roomId, item: String(item.id) };
    const done = {
      said: () => DONE[act](item.id),
      onDone: () => {
        settleDraft(draftOf(act), reason);
        setAsks(null);
        if (!isWide) onClose();
        else if (byKey.current) onNext();
      },
    };
    if (act === "pick") void sendAct("pickItem", { params }, done);
    else if (act === "finish") void sendAct("finishItem", { params, body: { summary: reason } }, done);
    else void sendAct(ROUTES[act], { params, body: { reason } }, done);
  };
  const draftOf = (act: Act): string => `item:${view.roomId}:${item.id}:${act}`;
  const choose = (act: Act, isByKey: boolean): void => {
    byKey.current = isByKey;
    if (act === "pick") send(act, "");
    else setAsks(act);
  };
  useKeys(
    acts.slice(0, 9).map((act, i) => ({
      keys: String(i + 1),
      group: "list" as const,
      label: "Act on the open item",
      shown: i === 0 ? "1 … 9" : null,
      run: () => choose(act, true),
    })),
  );
  if (acts.length === 0) return null;
  return (
    <div className="acts">
      {asks && asks !== "pick" ? (
        <NoteForm
          draftKey={draftOf(asks)}
          label={REASON[asks]}
          action={ACT[asks]}
          hint={effect(asks)}
          isNeeded={asks !== "defer"}
          isFinal={asks === "drop"}
          isBusy={isBusy}
          onSend={(reason) => send(asks, reason)}
          onBack={() => setAsks(null)}
        />
      ) : (
        acts.map((act, i) => (
          <p key={act} className="act-row">
            <Button
              kind={act === "drop" ? "danger" : "plain"}
              keys={isWide ? String(i + 1) : undefined}
              onClick={() => choose(act, false)}
            >
              {ACT[act]}
            </Button>
            <span>{effect(act)}</span>
          </p>
        ))
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </div>
  );
}

function EditForm({ item, room }: { item: BacklogItem; room: string }): ReactNode {
  const form = useActForm("editItem", {
    draft: `item:${room}:${item.id}`,
    start: {
      title: item.title,
      body: item.body,
      priority: item.priority,
      labels: item.labels.join(", "),
      value: item.value,
      complexity: item.complexity,
    },
    lacks: ({ title }) => ({ title: title.trim() === "" && "Give the item a title." }),
    gives: ({ labels, ...body }) => {
      const words = labels.split(",").flatMap((label) => label.trim() || []);
      return {
        params: { room, item: String(item.id) },
        body: { ...body, labels: [...new Set(words)] },
      };
    },
    said: () => `Item ${item.id} is saved.`,
  });
  return (
    <ActForm form={form} label="Save" className="bk-form" acts="">
      <Field {...form.at("title")} label="Title" required />
      <Area {...form.at("body")} label="What it is about" className="field bk-body" rows={6} />
      <Select {...form.at("priority")} label="Priority" labels={PRIORITY} />
      <Field {...form.at("labels")} label="Labels" help="Separate them with commas." />
      <ScaleChoice {...form.at("value")} label="Value" />
      <ScaleChoice {...form.at("complexity")} label="Complexity" />
    </ActForm>
  );
}
