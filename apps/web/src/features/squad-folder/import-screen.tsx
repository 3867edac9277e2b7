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
import { t } from "./words.ts";
import "./import-screen.css";

/** A squad folder: what becomes of each line is shown before a room is created. */
export function ImportScreen(): ReactNode {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [choices, setChoices] = useState<LineChoice[]>([]);
  const [name, setName] = useState("");
  useTitle(t("title"));
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
    const said = [...choices.filter((one) => one.file !== file || one.line !== line)];
    setLast(read);
    look.mutate({ picked: read.picked, said: [...said, { file, line, role }] });
  };
  const create = useMutation({
    mutationFn: ({ picked }: { picked: Picked }) =>
      call("createRoom", { body: { name, squad: { files: picked.files, choices } } }),
    onSuccess: ({ name: room }) => void navigate({ to: "/connect", search: { room } }),
  });
  const isTaken = isRefused(create.error, "name_taken");
  const problem = isTaken
    ? create.error?.message
    : name !== "" && !isRoomName(name)
      ? t("create.wrong")
      : undefined;
  const failed = look.error ?? (isTaken ? null : create.error);
  return (
    <section className="sq" aria-label={t("title")} {...dropsOn(take)}>
      <Top
        title={t("title")}
        beside={
          read && <p className="muted ell wide">{t("read", { count: read.picked.files.length })}</p>
        }
      >
        {read && (
          <Button kind="ghost" onClick={() => input.current?.click()}>
            {t("another")}
          </Button>
        )}
      </Top>
      <input
        ref={input}
        className="sr"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t("start.choose")}
        {...{ webkitdirectory: "" }}
        onChange={({ target }) => {
          const found = chosenFiles(target.files);
          target.value = "";
          if (found.length > 0) void take(found);
        }}
      />
      {failed && <Note tone="bad">{explain(failed).message}</Note>}
      {!read && (
        <Start
          isReading={look.isPending}
          isEmpty={look.data === null}
          onChoose={() => input.current?.click()}
        />
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
              label={t("create.name")}
              value={name}
              onChange={(event) => setName(slugOf(event.target.value))}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              help={t("create.help")}
              problem={problem}
            />
            <Link to="/rooms" className={buttonClass("ghost")}>
              {t("create.cancel")}
            </Link>
            <Button
              kind="primary"
              big
              type="submit"
              off={read.seen.team ? undefined : t("create.wait")}
            >
              {create.isPending ? t("create.creating") : t("create.button")}
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
      <h2>{t("start.title")}</h2>
      <p className="ink2">{t("start.text")}</p>
      <div className="row">
        <Button kind="primary" big onClick={onChoose}>
          <Icon of={FolderOpen} size="s" />
          {isReading ? t("start.reading") : t("start.choose")}
        </Button>
        <span className="muted wide">{t("start.drop")}</span>
      </div>
      {isEmpty && <Note tone="warn">{t("start.none")}</Note>}
      <p className="small muted">{t("start.command")}</p>
      <OwnCommand args="squad import FOLDER" />
    </div>
  );
}
