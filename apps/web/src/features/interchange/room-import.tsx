import type { Reply } from "@squadroom/client/call";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileArchive } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { exactTime } from "../../clock/since.ts";
import { call, explain, isRefused } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { base64Of } from "../attachment/index.ts";
import { isRoomName, slugOf } from "../room/index.ts";
import { t } from "./words.ts";
import "./export-section.css";

const IMPORT_MS = 600_000;

/** A room of another server: what would come in is shown before it is created. */
export function RoomImport(): ReactNode {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const look = useMutation({
    mutationFn: async (file: File) => {
      const content = await base64Of(file);
      const body = { content, preview: true };
      return { content, seen: await call("importRoom", { body, timeoutMs: IMPORT_MS }) };
    },
    onSuccess: ({ seen }) => setName(slugOf(seen.name)),
  });
  const create = useMutation({
    mutationFn: (content: string) =>
      call("importRoom", { body: { content, name }, timeoutMs: IMPORT_MS }),
    onSuccess: (made) => {
      toast(t("room.done", { name: made.name }));
      void navigate({ to: "/rooms/$room", params: { room: made.name }, search: {} });
    },
  });
  const read = look.data;
  const isTaken = isRefused(create.error, "name_taken");
  const failed = look.error ?? (isTaken ? null : create.error);
  return (
    <section aria-label={t("room.title")}>
      <div className="ex-head">
        <h2>{t("room.title")}</h2>
        <p className="small muted">{t("room.text")}</p>
        <Button onClick={() => input.current?.click()}>
          <Icon of={FileArchive} size="s" />
          {look.isPending ? t("start.reading") : t("room.choose")}
        </Button>
      </div>
      <input
        ref={input}
        className="sr"
        type="file"
        accept=".gz"
        tabIndex={-1}
        aria-label={t("room.choose")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          create.reset();
          if (file) look.mutate(file);
          target.value = "";
        }}
      />
      {failed && <Note tone="bad">{explain(failed).message}</Note>}
      {read && !look.isPending && (
        <form
          className="ex-room"
          onSubmit={(event) => {
            event.preventDefault();
            if (isRoomName(name) && !create.isPending) create.mutate(read.content);
          }}
        >
          <Contents contents={read.seen.contents} />
          <div className="ex-create">
            <Field
              label={t("room.name")}
              value={name}
              onChange={(event) => setName(slugOf(event.target.value))}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              problem={
                isTaken
                  ? create.error?.message
                  : name !== "" && !isRoomName(name)
                    ? t("room.wrong")
                    : undefined
              }
            />
            <Button kind="primary" type="submit">
              {create.isPending ? t("bar.importing") : t("room.create")}
            </Button>
            <Button kind="ghost" onClick={() => look.reset()}>
              {t("bar.cancel")}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}

function Contents({ contents }: { contents: Reply<"importRoom">["contents"] }): ReactNode {
  const { room, events, tasks, sessions, files, agents, people, redacted, lastAt } = contents;
  return (
    <>
      <p>
        <span className="strong">{room}</span>{" "}
        <span className="muted dots small">
          <span>{t("room.events", { count: events })}</span>
          <span>{t("room.tasks", { count: tasks })}</span>
          <span>{t("room.sessions", { count: sessions })}</span>
          <span>{t("room.files", { count: files })}</span>
          <span>{t("room.until", { at: exactTime(lastAt) })}</span>
        </span>
      </p>
      <ul className="small ink2 ex-notes">
        {people.length > 0 && <li>{t("room.people", { names: people.join(", ") })}</li>}
        {agents > 0 && <li>{t("room.agents", { count: agents })}</li>}
        {redacted > 0 && <li className="c-warn">{t("room.redacted", { count: redacted })}</li>}
        <li>{t("room.stays")}</li>
      </ul>
    </>
  );
}
