import { counted } from "@squadroom/core/kernel/words";
import type { LineChoice } from "@squadroom/core/squad-folder/squad";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FolderOpen } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { call, explain, isRefused } from "../../live/api.ts";
import { Top } from "../../shell/top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { chosenFiles, droppedFiles } from "../../ui/found-files.ts";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { OwnCommand } from "../command/index.ts";
import { isRoomName, slugOf } from "../room/index.ts";
import { type Picked, pickedOf } from "./picked-files.ts";
import { SquadReading } from "./squad-reading.tsx";
import "./import-screen.css";

/** A squad folder: what becomes of each line is shown before a room is created. */
export function ImportScreen(): ReactNode {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [choices, setChoices] = useState<LineChoice[]>([]);
  const [name, setName] = useState("");
  useTitle("Import a squad");
  const look = useMutation({
    mutationFn: async ({ picked, said }: { picked: Picked | null; said: LineChoice[] }) => {
      if (picked === null) return null;
      const seen = await call("previewSquad", { body: { files: picked.files, choices: said } });
      return { picked, seen };
    },
    onSuccess: (read, { said }) => {
      if (!read) return;
      setChoices(said);
      setName((typed) => typed || slugOf(read.picked.name));
    },
  });
  const [last, setLast] = useState<NonNullable<typeof look.data> | null>(null);
  const read = look.data ?? (look.isPending ? last : null);
  const take = async (found: ReturnType<typeof chosenFiles>): Promise<void> => {
    setName("");
    setLast(null);
    look.mutate({ picked: await pickedOf(found), said: [] });
  };
  const choose = (file: string, line: number, role: string | null): void => {
    if (!read) return;
    const said = choices.filter((one) => one.file !== file || one.line !== line);
    setLast(read);
    look.mutate({ picked: read.picked, said: [...said, { file, line, role }] });
  };
  const create = useMutation({
    mutationFn: ({ picked }: { picked: Picked }) =>
      call("createRoom", { body: { name, squad: { files: picked.files, choices } } }),
    onSuccess: ({ name: room }) => void navigate({ to: "/rooms/$room", params: { room } }),
  });
  const isTaken = isRefused(create.error, "name_taken");
  const problem = isTaken
    ? create.error?.message
    : name !== "" && !isRoomName(name)
      ? "Use lower-case letters, digits and hyphens."
      : undefined;
  const failed = look.error ?? (isTaken ? null : create.error);
  return (
    <section className="sq" aria-label="Import a squad" {...dropsOn(take)}>
      <Top
        title="Import a squad"
        beside={
          read && (
            <p className="muted ell wide">{`${counted(read.picked.files.length, "file")}. Nothing is created yet.`}</p>
          )
        }
      >
        {read && (
          <Button kind="ghost" onClick={() => input.current?.click()}>
            Another folder
          </Button>
        )}
      </Top>
      <input
        ref={input}
        className="sr"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Choose a folder"
        {...{ webkitdirectory: "" }}
        onChange={({ target }) => {
          const found = chosenFiles(target.files);
          target.value = "";
          if (found.length > 0) void take(found);
        }}
      />
      {failed && <Note tone="bad">{explain(failed).message}</Note>}
      {!read && (
        <Start isReading={look.isPending} isEmpty={look.data === null} onChoose={() => input.current?.click()} />
      )}
      {read && (
        <>
          <SquadReading picked={read.picked} seen={read.seen} onChoose={choose} />
          <form
            className="sq-foot"
            onSubmit={(event) => {
              event.preventDefault();
              if (isRoomName(name) && read.seen.team && !create.isPending) create.mutate(read);
            }}
          >
            <Field
              label="Room"
              value={name}
              onChange={(text) => setName(slugOf(text))}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              help="Agents are connected afterwards."
              problem={problem}
            />
            <Link to="/rooms" className={buttonClass("ghost")}>
              Cancel
            </Link>
            <Button kind="primary" big type="submit" off={read.seen.team ? undefined : "Fix the team first."}>
              {create.isPending ? "Creating…" : "Create room"}
            </Button>
          </form>
        </>
      )}
    </section>
  );
}

/** A folder may be dropped anywhere on the page. */
function dropsOn(take: (found: ReturnType<typeof chosenFiles>) => Promise<void>) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then(take);
    },
  };
}

/** What an import is, before a folder is chosen. */
function Start({
  isReading,
  isEmpty,
  onChoose,
}: {
  isReading: boolean;
  /** The folder that was chosen has no squad. */
  isEmpty: boolean;
  onChoose: () => void;
}): ReactNode {
  return (
    <div className="sq-start">
      <h2>Choose a squad folder</h2>
      <p className="ink2">
        The folder that has team.md, or the one above its .squad. You see what becomes of each line before a room is
        created.
      </p>
      <div className="row">
        <Button kind="primary" big onClick={onChoose}>
          <Icon of={FolderOpen} size="s" />
          {isReading ? "Reading…" : "Choose a folder"}
        </Button>
        <span className="muted wide">Or drop it here.</span>
      </div>
      {isEmpty && <Note tone="warn">This folder holds no squad. Choose the one that has team.md.</Note>}
      <p className="small muted">From a terminal:</p>
      <OwnCommand args="squad import FOLDER" />
    </div>
  );
}
