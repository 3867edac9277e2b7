import { type KeyboardEvent, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import type { RoomState } from "../../live/room-state.ts";
import { toast } from "../../ui/toasts.ts";
import { FILES_MAX, isStoring, storeAll } from "../attachment/index.ts";
import { getDraft, setDraft, useDraft } from "./draft.ts";
import { completeMention, completions, mentionAt, type OpenMention } from "./mention.ts";
import type { Words } from "./outbox.ts";

/** As in the contract, UTF-16 units. */
const MESSAGE_MAX = 20_000;

/** What is written to the room, with its files, and the roles that an `@` offers. */
export function useComposing(
  { view: { roomId, team } }: Pick<RoomState, "view">,
  field: RefObject<HTMLTextAreaElement | null>,
  onSend: (words: Words) => void,
) {
  const draft = useDraft(roomId);
  const [mention, setMention] = useState<OpenMention | null>(null);
  const [choice, setChoice] = useState(0);
  const roles = (team?.roles ?? []).map(({ name, title }) => ({ role: name, title }));
  const options = mention ? completions(roles, mention.query) : [];
  const over = draft.text.length - MESSAGE_MAX;
  const complete = (role: string): void => {
    if (!mention) return;
    const done = completeMention(draft.text, mention, role);
    // The next letter may come before the next frame: it belongs after the name.
    flushSync(() => {
      setDraft(roomId, { text: done.text });
      setMention(null);
    });
    field.current?.focus();
    field.current?.setSelectionRange(done.caret, done.caret);
  };
  const send = (interrupt = draft.interrupt): void => {
    const body = draft.text.trim();
    if (body === "" || over > 0) return;
    if (isStoring(draft.files)) return toast("A file is still uploading.");
    const files = draft.files.filter(({ state }) => state.kind === "stored");
    const { repliesTo, model } = draft;
    onSend({ body, repliesTo, interrupt, ...(model ? { model } : {}), files });
    // They stay until the person has dealt with them.
    const failed = draft.files.filter(({ state }) => state.kind === "failed");
    setDraft(roomId, { text: "", repliesTo: null, interrupt: false, model: "", files: failed });
    setMention(null);
  };
  return {
    draft,
    over,
    options,
    choice,
    complete,
    send,
    point: ({ value, selectionStart }: HTMLTextAreaElement) => setMention(mentionAt(value, selectionStart)),
    leave: () => setMention(null),
    edit: ({ value, selectionStart }: HTMLTextAreaElement): void => {
      setDraft(roomId, { text: value });
      setMention(mentionAt(value, selectionStart));
      setChoice(0);
    },
    attach: (chosen: File[]): void => {
      const room = FILES_MAX - getDraft(roomId).files.length;
      if (chosen.length > room) toast(`A message can have ${FILES_MAX} files at most.`, { tone: "bad" });
      storeAll(roomId, chosen.slice(0, Math.max(0, room)), (step) =>
        setDraft(roomId, { files: step(getDraft(roomId).files) }),
      );
    },
    onKeyDown: (event: KeyboardEvent): void => {
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
    },
  };
}
