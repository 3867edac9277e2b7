import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import { useNavigate } from "@tanstack/react-router";
import { FileArchive } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useAct } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { exactTime } from "../../clock/since.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import { base64Of } from "../attachment/index.ts";
import { isRoomName, slugOf } from "../room/index.ts";
import "./export-section.css";

const IMPORT_MS = 600_000;

/** A room from another server: what would come in is shown before it is created. */
export function RoomImport(): ReactNode {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const look = useAct("importRoom", { onDone: (seen) => form.edit({ name: slugOf(seen.name) }) });
  const form = useActForm("importRoom", {
    start: { content: "", name: "" },
    lacks: ({ name }) => ({
      name: !isRoomName(name) && "Use lower-case letters, digits and hyphens.",
    }),
    gives: (body) => ({ body, timeoutMs: IMPORT_MS }),
    refusals: { name_taken: "name" },
    said: (made) => say`${made.name} is here, with its whole history.`,
    onDone: (made) => navigate({ to: "/rooms/$room", params: { room: made.name }, search: {} }),
  });
  const choose = async (file: File): Promise<void> => {
    const content = await base64Of(file);
    form.edit({ content });
    await look.send({ body: { content, preview: true }, timeoutMs: IMPORT_MS });
  };
  const failed = look.problem ?? form.problem;
  return (
    <section aria-label="Import a room">
      <div className="ex-head">
        <h2>Import a room</h2>
        <p className="small muted">
          The file of a room of another server, with its whole history. You see what is in it before the room is
          created.
        </p>
        <Button onClick={() => input.current?.click()}>
          <Icon of={FileArchive} size="s" />
          {look.isBusy ? "Reading…" : "Choose a file"}
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
          if (file) void choose(file);
          target.value = "";
        }}
      />
      {failed && <Note tone="bad">{failed}</Note>}
      {look.reply && !look.isBusy && (
        <form {...form.binding} className="ex-room">
          <Contents contents={look.reply.contents} />
          <div className="ex-create">
            <Field
              {...form.at("name")}
              label="Room"
              onChange={(text) => form.edit({ name: slugOf(text) })}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
            />
            <Button kind="primary" type="submit">
              {form.isBusy ? "Importing…" : "Create room"}
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
        {redacted > 0 && <li className="c-warn">{`Secrets were taken out of ${counted(redacted, "line")}.`}</li>}
        <li>Credentials, invitations and webhooks stayed on the other server.</li>
      </ul>
    </>
  );
}
