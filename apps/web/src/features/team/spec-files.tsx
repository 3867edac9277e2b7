import { textFile } from "@squadroom/core/interchange/carried";
import type { TeamDraft } from "@squadroom/core/team/draft";
import { type SpecFile, specFiles, takeSpecs } from "@squadroom/core/team/spec-folder";
import { FolderOpen } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { chosenFiles, droppedFiles, type FoundFile } from "../../ui/found-files.ts";
import { Icon } from "../../ui/icon.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { OwnCommand } from "../command/index.ts";
import { SpecSays } from "./spec-view.tsx";
import { t } from "./words.ts";
import "./spec-files.css";

const FILES_MAX = 100;
const FILE_MAX_BYTES = 200_000;

type Taken = ReturnType<typeof takeSpecs>;

/** A folder of role specs: what each file becomes is shown before the draft has it. */
export function SpecFiles({
  draft,
  onChange,
}: {
  draft: TeamDraft;
  onChange: (draft: TeamDraft) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const take = async (found: readonly FoundFile[]): Promise<void> => {
    const files = await markdownOf(found);
    if (found.length > 0) setTaken(takeSpecs(draft, files));
  };
  const drops = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then(take);
    },
  };
  const own = specFiles(draft);
  return (
    <section className="sf" aria-label={t("specs.title")} {...drops}>
      <b className="strong">{t("specs.title")}</b>
      <p className="small muted">{t("specs.text")}</p>
      <div className="row">
        <Button onClick={() => input.current?.click()}>
          <Icon of={FolderOpen} size="s" />
          {t("specs.choose")}
        </Button>
        {own.length > 0 && (
          <Button kind="ghost" onClick={() => void saveAll(own)}>
            {t("specs.save")}
          </Button>
        )}
      </div>
      <OwnCommand args="role import FOLDER" />
      <input
        ref={input}
        className="sr"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t("specs.choose")}
        {...{ webkitdirectory: "" }}
        onChange={({ target }) => {
          const found = chosenFiles(target.files);
          target.value = "";
          void take(found);
        }}
      />
      {taken && (
        <Reading
          taken={taken}
          onClose={() => setTaken(null)}
          onTake={() => {
            setTaken(null);
            onChange(taken.draft);
          }}
        />
      )}
    </section>
  );
}

/** Markdown below the chosen folder, by its path inside of it. */
async function markdownOf(found: readonly FoundFile[]) {
  const own = found
    .filter(({ path, file }) => /\.(md|markdown|mdc)$/i.test(path) && file.size <= FILE_MAX_BYTES)
    .slice(0, FILES_MAX);
  return Promise.all(
    own.map(async ({ path, file }) => ({
      path: path.includes("/") ? path.slice(path.indexOf("/") + 1) : path,
      content: textOf(await file.arrayBuffer()),
    })),
  );
}

/** With its byte order mark, which `File.text` takes off. */
function textOf(bytes: ArrayBuffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replaceAll("\u0000", "");
}

async function saveAll(files: ReturnType<typeof specFiles>): Promise<void> {
  const { packZip } = await import("@squadroom/core/interchange/zip");
  const bytes = packZip(files.map(({ path, content }) => textFile(`roles/${path}`, content)));
  saveFile("roles.zip", new Uint8Array(bytes));
}

function Reading({
  taken: { files },
  onClose,
  onTake,
}: {
  taken: Taken;
  onClose: () => void;
  onTake: () => void;
}): ReactNode {
  const news = files.filter(({ becomes }) => becomes === "added" || becomes === "changed");
  return (
    <Dialog
      onClose={onClose}
      title={t("specs.reading")}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            kind="primary"
            off={news.length === 0 ? t("specs.nothing") : undefined}
            onClick={onTake}
          >
            {t("specs.take", { count: news.length })}
          </Button>
        </>
      }
    >
      {files.length === 0 && <p className="muted">{t("specs.none")}</p>}
      <ul className="sf-files" aria-label={t("specs.files")}>
        {files.map((file) => (
          <li key={file.path}>
            <File file={file} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function File({ file: { path, role, becomes, problems } }: { file: SpecFile }): ReactNode {
  const isLeft = becomes === "left";
  return (
    <>
      <p className="sf-file">
        <span className="mono">{path}</span>
        <span className="small muted">{t(`specs.becomes.${becomes}`, { role: role ?? "" })}</span>
      </p>
      {problems.map((problem) => (
        <SpecSays key={`${problem.line} ${problem.message}`} problem={problem} hasLine={!isLeft} />
      ))}
    </>
  );
}
