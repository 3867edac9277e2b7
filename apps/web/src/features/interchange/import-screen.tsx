import { counted } from "@squadroom/core/kernel/words";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FileArchive, FolderOpen } from "lucide-react";
import { type DragEvent, type ReactNode, useRef } from "react";
import { may } from "../../live/allowed.ts";
import { call, explain } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { CrumbTop } from "../../shell/crumb-top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { chosenFiles, droppedFiles, type FoundFile } from "../../ui/found-files.ts";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toasts.ts";
import { OwnCommand } from "../command/index.ts";
import { ImportReading } from "./import-reading.tsx";
import { type Source, sourceOf } from "./source.ts";
import "./import-screen.css";

const SOURCE = {
  folder: (count) => `folder, ${counted(count, "file")}`,
  zip: (count) => `zip, ${counted(count, "file")}`,
} satisfies Record<string, (count: number) => string>;

/** A folder or a zip that carries a session: what would come in is shown before anything is saved. */
export function ImportScreen({ state }: { state: RoomState }): ReactNode {
  const { name: room, roomId } = state.view;
  const navigate = useNavigate();
  const folder = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  const bring = (source: Source, preview: boolean) =>
    call("importSession", {
      params: { room: roomId },
      body: { ...source.sent, name: source.name, preview },
    });
  const look = useMutation({
    mutationFn: async (found: readonly FoundFile[]) => {
      const source = await sourceOf(found);
      return source && { source, seen: await bring(source, true) };
    },
  });
  const add = useMutation({
    mutationFn: (source: Source) => bring(source, false),
    onSuccess: ({ sessionId }) => {
      toast(`Session ${sessionId} is imported.`);
      void navigate({
        to: "/rooms/$room/sessions/$session",
        params: { room, session: String(sessionId) },
      });
    },
  });
  const take = (found: readonly FoundFile[]): void => {
    add.reset();
    look.mutate(found);
  };
  const read = look.data ?? null;
  useTitle(read?.source.name ?? "Import a session");
  const failed = look.error ?? add.error;
  const drops = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then(take);
    },
  };
  if (!may(state, "importSession"))
    return (
      <>
        <ImportTop room={room} title="Import a session" />
        <p className="im-start muted">Leads and owners of this room import sessions.</p>
      </>
    );
  return (
    <section className="im" {...drops}>
      <ImportTop room={room} title={read?.source.name ?? "Import a session"}>
        {read && (
          <>
            <Tag tone="line" className="wide">
              {SOURCE[read.source.kind](read.seen.files)}
            </Tag>
            <Button kind="ghost" onClick={() => (read.source.kind === "zip" ? zip : folder).current?.click()}>
              Choose another
            </Button>
          </>
        )}
      </ImportTop>
      <FileInput input={folder} label="Choose a folder" isFolder onTake={take} />
      <FileInput input={zip} label="Choose a zip" onTake={take} />
      {failed && (
        <div className="im-wrong">
          <Note tone="bad">{explain(failed).message}</Note>
        </div>
      )}
      {read ? (
        <ImportReading {...read} room={room} isAdding={add.isPending} onAdd={() => add.mutate(read.source)} />
      ) : (
        <div className="im-start">
          <h2>Choose a session's folder</h2>
          <p className="ink2">
            The folder that has session-status.md, or a zip of it. You see what comes in, with the file and line of
            every problem, before anything is saved.
          </p>
          <div className="row im-choose">
            <Button kind="primary" big onClick={() => folder.current?.click()}>
              <Icon of={FolderOpen} size="s" />
              {look.isPending ? "Reading…" : "Choose a folder"}
            </Button>
            <Button big onClick={() => zip.current?.click()}>
              <Icon of={FileArchive} size="s" />
              Choose a zip
            </Button>
            <span className="muted wide">Or drop either here.</span>
          </div>
          {look.data === null && <Note tone="warn">There is no file in it.</Note>}
          <Link to="/rooms/$room/sessions" params={{ room }} search={{}} className={buttonClass("ghost")}>
            Cancel
          </Link>
          <p className="small muted">From a terminal:</p>
          <OwnCommand args={`session import FOLDER --room ${room}`} />
        </div>
      )}
    </section>
  );
}

function ImportTop({ room, title, children }: { room: string; title: string; children?: ReactNode }): ReactNode {
  return (
    <CrumbTop room={room} all="sessions" allTitle="Sessions" back="Back to the sessions" title={title}>
      {children}
    </CrumbTop>
  );
}

function FileInput({
  input,
  label,
  isFolder = false,
  onTake,
}: {
  input: React.RefObject<HTMLInputElement | null>;
  label: string;
  isFolder?: boolean;
  onTake: (found: readonly FoundFile[]) => void;
}): ReactNode {
  return (
    <input
      ref={input}
      className="sr"
      type="file"
      tabIndex={-1}
      aria-label={label}
      {...(isFolder ? { multiple: true, webkitdirectory: "" } : { accept: ".zip" })}
      onChange={({ target }) => {
        const found = chosenFiles(target.files);
        target.value = "";
        if (found.length > 0) onTake(found);
      }}
    />
  );
}
