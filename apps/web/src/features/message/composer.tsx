import { clsx } from "clsx";
import { ArrowUp, ArrowUpToLine, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Note } from "../../ui/note.tsx";
import { numbered } from "../../ui/numbered.ts";
import { toast } from "../../ui/toasts.ts";
import { questionLine } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { AttachButton, FILES_MAX, FileChips, isStoring, storeAll } from "../attachment/index.ts";
import { focusComposer, getDraft, mountComposer, setDraft, startReply, useDraft } from "./draft.ts";
import {
  completeMention,
  completions,
  markMentions,
  mentionAt,
  type OpenMention,
} from "./mention.ts";
import { MentionList } from "./mention-list.tsx";
import type { Words } from "./outbox.ts";
import { RouteLine } from "./route-line.tsx";
import "./composer.css";

/** As the contract has it, UTF-16 units. */
const MESSAGE_MAX = 20_000;

type ComposerProps = {
  state: RoomState;
  names: Names;
  canSend: boolean;
  onSend: (words: Words) => void;
};

/** Where a person speaks to the team, and sees before sending who will get it and why. */
export function Composer({ state, names, canSend, onSend }: ComposerProps): ReactNode {
  const { t } = wordsOf("message");
  const { view } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(view.roomId);
  const [mention, setMention] = useState<OpenMention | null>(null);
  const [choice, setChoice] = useState(0);

  const roles = view.team?.roles ?? [];
  const options = mention
    ? completions(
        roles.map((role) => ({ role: role.name, title: role.title })),
        mention.query,
      )
    : [];
  const { t: files } = wordsOf("attachment");
  const [isDropping, setDropping] = useState(false);
  const ready = draft.files.filter(({ state }) => state.kind === "stored");
  // They stay until the person has seen to them.
  const failed = draft.files.filter(({ state }) => state.kind === "failed");
  const over = draft.text.length - MESSAGE_MAX;
  const [oldest] = view.questions;
  const answers = view.questions.find((open) => open.messageId === draft.repliesTo);
  const canInterrupt = view.tasks.some(
    (task) => task.role === view.team?.entryPoint && (task.lease !== null || task.said !== null),
  );

  useEffect(
    () => (canSend ? mountComposer(view.roomId, () => field.current?.focus()) : undefined),
    [view.roomId, canSend],
  );
  useKeys([
    ...(canSend
      ? [{ keys: "m", group: "room" as const, label: t("focusKey"), run: focusComposer }]
      : []),
    ...(canSend && oldest
      ? [
          {
            keys: "a",
            group: "room" as const,
            label: t("answerKey"),
            run: () => startReply(oldest.messageId),
          },
        ]
      : []),
  ]);

  if (!canSend)
    return (
      <div className="composer-none">
        <Note>{t("readOnly")}</Note>
      </div>
    );

  const edit = (text: string, caret: number): void => {
    setDraft(view.roomId, { text });
    setMention(mentionAt(text, caret));
    setChoice(0);
  };
  const complete = (role: string): void => {
    if (!mention) return;
    const done = completeMention(draft.text, mention, role);
    setDraft(view.roomId, { text: done.text });
    setMention(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(done.caret, done.caret);
    });
  };
  const send = (interrupt = draft.interrupt): void => {
    const body = draft.text.trim();
    if (body === "" || over > 0) return;
    if (isStoring(draft.files)) return toast(files("wait"));
    onSend({ body, repliesTo: draft.repliesTo, interrupt, files: ready });
    setDraft(view.roomId, { text: "", repliesTo: null, interrupt: false, files: failed });
    setMention(null);
  };
  const attach = (chosen: File[]): void => {
    const { roomId } = view;
    const room = FILES_MAX - getDraft(roomId).files.length;
    if (chosen.length > room) toast(files("tooMany", { max: FILES_MAX }), { tone: "bad" });
    storeAll(roomId, chosen.slice(0, Math.max(0, room)), (step) =>
      setDraft(roomId, { files: step(getDraft(roomId).files) }),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return send(event.shiftKey || draft.interrupt);
    }
    const option = options[choice];
    if (!option) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setChoice((choice + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length);
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      complete(option.role);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setMention(null);
    }
  };

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
          {numbered(
            markMentions(
              draft.text,
              roles.map((role) => role.name),
            ),
          ).map(({ at, item: piece }) =>
            piece.mention ? <mark key={at}>{piece.text}</mark> : piece.text,
          )}
          {"\u200b"}
        </div>
        <textarea
          ref={field}
          rows={1}
          value={draft.text}
          placeholder={answers ? t("answers", { from: answers.from.name }) : t("placeholder")}
          aria-label={t("label")}
          aria-invalid={over > 0}
          aria-controls={options.length > 0 ? "mentions" : undefined}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? `mention-${choice}` : undefined}
          onChange={(event) => edit(event.target.value, event.target.selectionStart)}
          onSelect={(event) =>
            setMention(mentionAt(event.currentTarget.value, event.currentTarget.selectionStart))
          }
          onBlur={() => setMention(null)}
          onKeyDown={onKeyDown}
        />
      </div>
      <FileChips
        files={draft.files}
        onRemove={(key) =>
          setDraft(view.roomId, { files: draft.files.filter((file) => file.key !== key) })
        }
      />
      {options.length > 0 && (
        <MentionList state={state} options={options} choice={choice} onChoose={complete} />
      )}
      <div className="composer-foot">
        <RouteLine state={state} names={names} text={draft.text} interrupt={draft.interrupt} />
        {over > 0 && <span className="c-bad small nowrap">{t("tooLong", { over })}</span>}
        {(canInterrupt || draft.interrupt) && (
          <button
            type="button"
            className={`${buttonClass("ghost")} composer-interrupt`}
            aria-pressed={draft.interrupt}
            aria-label={t("interrupt.label")}
            title={t("interrupt.hint")}
            onClick={() => setDraft(view.roomId, { interrupt: !draft.interrupt })}
          >
            <Icon of={ArrowUpToLine} size="s" />
            <span className="wide">{t("interrupt.label")}</span>
          </button>
        )}
        <AttachButton onChoose={attach} className="composer-attach" />
        <Button kind="primary" type="submit" keys="Mod+Enter" className="wide">
          {t(answers ? "sendAnswer" : "send")}
        </Button>
        <button
          type="submit"
          className="btn btn-primary narrow composer-send"
          aria-label={t("send")}
        >
          <Icon of={ArrowUp} size="l" />
        </button>
      </div>
    </form>
  );
}

/** Which question this answers. Without a choice it answers all that are open. */
function ReplyChip({
  state,
  repliesTo,
}: {
  state: RoomState;
  repliesTo: string | null;
}): ReactNode {
  const { t, say } = wordsOf("message");
  const { questions, roomId } = state.view;
  const question = questions.find((open) => open.messageId === repliesTo);
  if (!question) return null;
  return (
    <div className="composer-reply small">
      <span className="ell">
        {say("replies.one", {
          from: <b>{question.from.name}</b>,
          text: <span className="ink2">{questionLine(question.text)}</span>,
        })}
      </span>
      <IconButton
        icon={X}
        label={t("replies.cancel")}
        className="end"
        onClick={() => setDraft(roomId, { repliesTo: null })}
      />
    </div>
  );
}
