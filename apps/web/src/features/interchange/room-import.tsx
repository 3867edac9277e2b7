import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
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
import { say } from "../../words/say.tsx";
import { base64Of } from "../attachment/index.ts";
import { isRoomName, slugOf } from "../room/index.ts";
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
      toast(say`${made.name} is here, with its whole history.`);
      void navigate({ to: "/rooms/$room", params: { room: made.name }, search: {} });
    },
  });
  const read = look.data;
  const isTaken = isRefused(create.error, "name_taken");
  const failed = look.error ?? (isTaken ? null : create.error);
  return (
    <section aria-label="Import a room">
      <div className="ex-head">
        <h2>Import a room</h2>
        <p className="small muted">
          The file of a room of another server, with its whole history. You see what is in it before
          the room is created.
        </p>
        <Button onClick={() => input.current?.click()}>
          <Icon of={FileArchive} size="s" />
          {look.isPending ? "Reading…" : "Choose a file"}
        </Button>
      </div>
      <input
        ref={input}
        className="sr"
        type="file"
        accept=".gz"
        tabIndex={-1}
        aria-label="Choose a file"
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
              label="Room"
              value={name}
              onChange={(text) => setName(slugOf(text))}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              problem={
                isTaken
                  ? create.error?.message
                  : name !== "" && !isRoomName(name)
                    ? "Use lower-case letters, digits and hyphens."
                    : undefined
              }
            />
            <Button kind="primary" type="submit">
              {create.isPending ? "Importing…" : "Create room"}
            </Button>
            <Button kind="ghost" onClick={() => look.reset()}>
              Cancel
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
          <span>{counted(events, "event")}</span>
          <span>{counted(tasks, "task")}</span>
          <span>{counted(sessions, "session")}</span>
          <span>{counted(files, "file")}</span>
          <span>{`until ${exactTime(lastAt)}`}</span>
        </span>
      </p>
      <ul className="small ink2 ex-notes">
        {people.length > 0 && (
          <li>{say`People, by name only: ${people.join(", ")}. Nobody gets an account or a right here.`}</li>
        )}
        {agents > 0 && (
          <li>{`${counted(agents, "agent must connect again. Its task waits for an agent", "agents must connect again. Their tasks wait for agents")} again.`}</li>
        )}
        {redacted > 0 && (
          <li className="c-warn">{`Secrets were taken out of ${counted(redacted, "line")}.`}</li>
        )}
        <li>Credentials, invitations and webhooks stayed on the other server.</li>
      </ul>
    </>
  );
}
