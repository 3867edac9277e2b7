import { clsx } from "clsx";
import { ArrowUp, ArrowUpToLine, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Note } from "../../ui/note.tsx";
import { numbered } from "../../ui/numbered.ts";
import { questionLine } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { AttachButton, FileChips } from "../attachment/index.ts";
import { focusComposer, mountComposer, setDraft, startReply } from "./draft.ts";
import { type MentionTarget, markMentions } from "./mention.ts";
import type { Words } from "./outbox.ts";
import { RouteLine } from "./route-line.tsx";
import { useComposing } from "./use-composing.ts";
import "./composer.css";
import { membersOf } from "@squadroom/core/room/card";
import { now } from "../../clock/now.ts";
import { Presence } from "../../ui/presence.tsx";
import { Tile } from "../../ui/tile.tsx";

type ComposerProps = {
  state: RoomState;
  names: Names;
  canSend: boolean;
  onSend: (words: Words) => void;
  /** What else may be said about the message. */
  more?: ReactNode;
};

/** Where a person speaks to the team, and sees before sending who will get it and why. */
export function Composer({ state, names, canSend, onSend, more }: ComposerProps): ReactNode {
  const { view } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  const composing = useComposing(state, field, onSend);
  const { draft, options, choice, complete, send, attach } = composing;
  const roles = (view.team?.roles ?? []).map(({ name }) => name);
  const [isDropping, setDropping] = useState(false);
  const [oldest] = view.questions;
  const answers = view.questions.find((open) => open.messageId === draft.repliesTo);

  useEffect(
    () => (canSend ? mountComposer(view.roomId, () => field.current?.focus()) : undefined),
    [view.roomId, canSend],
  );
  useKeys([
    ...(canSend ? [{ keys: "m", group: "room" as const, label: "Write a message", run: focusComposer }] : []),
    ...(canSend && oldest
      ? [
          {
            keys: "a",
            group: "room" as const,
            label: "Answer the oldest question",
            run: () => startReply(oldest.messageId),
          },
        ]
      : []),
  ]);

  if (!canSend)
    return (
      <div className="composer-none">
        <Note>You can read this room. Ask its owner for the right to write.</Note>
      </div>
    );

  return (
    <form
      className={clsx("composer", isDropping && "dropping")}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        setDropping(false);
        attach([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        attach([...event.clipboardData.files]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ReplyChip state={state} repliesTo={draft.repliesTo} />
      <div className="composer-box">
        <div className="composer-mirror" aria-hidden="true">
          {numbered(markMentions(draft.text, roles)).map(({ at, item: piece }) =>
            piece.mention ? <mark key={at}>{piece.text}</mark> : piece.text,
          )}{" "}
        </div>
        <textarea
          ref={field}
          rows={1}
          value={draft.text}
          placeholder={answers ? say`Answer ${answers.from.name}` : "Message the team"}
          aria-label="Message to the team"
          aria-invalid={composing.over > 0}
          aria-controls={options.length > 0 ? "mentions" : undefined}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? `mention-${choice}` : undefined}
          onChange={(event) => composing.edit(event.target)}
          onSelect={(event) => composing.point(event.currentTarget)}
          onBlur={composing.leave}
          onKeyDown={composing.onKeyDown}
        />
      </div>
      <FileChips
        files={draft.files}
        onRemove={(key) => setDraft(view.roomId, { files: draft.files.filter((file) => file.key !== key) })}
      />
      {options.length > 0 && <MentionList state={state} options={options} choice={choice} onChoose={complete} />}
      <div className="composer-foot">
        <RouteLine state={state} names={names} draft={draft} />
        {composing.over > 0 && <span className="c-bad small nowrap">{`${composing.over} characters too long`}</span>}
        {more}
        <InterruptButton state={state} isPressed={draft.interrupt} />
        <AttachButton onChoose={attach} className="composer-attach" />
        <Button kind="primary" type="submit" keys="Mod+Enter" className="wide">
          {answers ? "Answer" : "Send"}
        </Button>
        <button type="submit" className="btn btn-primary narrow composer-send" aria-label="Send">
          <Icon of={ArrowUp} size="l" />
        </button>
      </div>
    </form>
  );
}

/** Into what its receiver is doing, not after it. */
function InterruptButton({ state: { view }, isPressed }: { state: RoomState; isPressed: boolean }): ReactNode {
  const canInterrupt = view.tasks.some(
    (task) => task.role === view.team?.entryPoint && (task.lease !== null || task.said !== null),
  );
  if (!canInterrupt && !isPressed) return null;
  return (
    <button
      type="button"
      className={`${buttonClass("ghost")} composer-interrupt`}
      aria-pressed={isPressed}
      aria-label="Interrupt"
      title="Goes to the front. The agent at work is told at its next call and keeps its task"
      onClick={() => setDraft(view.roomId, { interrupt: !isPressed })}
    >
      <Icon of={ArrowUpToLine} size="s" />
      <span className="wide">Interrupt</span>
    </button>
  );
}

/** Which question this answers. Without a choice it answers all open ones. */
function ReplyChip({ state, repliesTo }: { state: RoomState; repliesTo: string | null }): ReactNode {
  const { questions, roomId } = state.view;
  const question = questions.find((open) => open.messageId === repliesTo);
  if (!question) return null;
  return (
    <div className="composer-reply small">
      <span className="ell">
        Answers <b>{question.from.name}</b>: <span className="ink2">{questionLine(question.text)}</span>
      </span>
      <IconButton
        icon={X}
        label="Don't answer this one"
        className="end"
        onClick={() => setDraft(roomId, { repliesTo: null })}
      />
    </div>
  );
}

type MentionListProps = {
  state: RoomState;
  options: readonly MentionTarget[];
  choice: number;
  onChoose: (role: string) => void;
};

/** Roles that match the name being typed. */
function MentionList({ state, options, choice, onChoose }: MentionListProps): ReactNode {
  const members = membersOf(state.view, state.observations, now(), state.leaseS);
  return (
    <div id="mentions" className="mentions" role="listbox" aria-label="Roles that fit">
      {options.map((option, index) => {
        const member = members.find((known) => known.role === option.role);
        return (
          // A press would take the focus from the text before the click arrives.
          <div
            tabIndex={-1}
            key={option.role}
            id={`mention-${index}`}
            role="option"
            aria-selected={index === choice}
            className={clsx(index === choice && "cur")}
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(option.role);
            }}
          >
            <Tile name={option.title} offline={member?.presence?.reach === "offline"} gap={!member?.presence} />
            <span className="strong">{option.title}</span>
            <span className="small muted">@{option.role}</span>
            <span className="end">
              {member?.presence && <Presence reach={member.presence.reach} work={member.presence.work} />}
            </span>
          </div>
        );
      })}
    </div>
  );
}
