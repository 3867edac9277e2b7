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
import { say } from "../../words/say.tsx";
import { OwnCommand } from "../command/index.ts";
import { SpecSays } from "./spec-view.tsx";
import "./spec-files.css";

const SPECS_BECOMES = {
  added: (role) => say`adds the role ${role}`,
  changed: (role) => say`changes ${role}`,
  same: (role) => say`${role} has it already`,
  left: () => "left out",
} satisfies Record<string, (role: string) => string>;

const FILES_MAX = 100;
const FILE_MAX_BYTES = 200_000;

type Taken = ReturnType<typeof takeSpecs>;

/** A folder of role specs: what each file becomes is shown before the draft has it. */
export function SpecFiles({ draft, onChange }: { draft: TeamDraft; onChange: (draft: TeamDraft) => void }): ReactNode {
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
    <section className="sf" aria-label="Specs from a folder" {...drops}>
      <b className="strong">Specs from a folder</b>
      <p className="small muted">
        Drop a folder here or choose one. You see what each file becomes before the team changes.
      </p>
      <div className="row">
        <Button onClick={() => input.current?.click()}>
          <Icon of={FolderOpen} size="s" />
          Choose a folder of specs
        </Button>
        {own.length > 0 && (
          <Button kind="ghost" onClick={() => void saveAll(own)}>
            Save the specs as files
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
        aria-label="Choose a folder of specs"
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

/** Markdown below the chosen folder, by its path inside it. */
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

/** With its byte order mark, which `File.text` removes. */
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
      title="What this folder becomes"
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            off={news.length === 0 ? "Nothing in this folder changes the team." : undefined}
            onClick={onTake}
          >
            {news.length === 0
              ? "Take in the specs"
              : news.length === 1
                ? `Take in ${news.length} spec`
                : `Take in ${news.length} specs`}
          </Button>
        </>
      }
    >
      {files.length === 0 && <p className="muted">This folder has no markdown.</p>}
      <ul className="sf-files" aria-label="Files">
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
        <span className="small muted">{SPECS_BECOMES[becomes](role ?? "")}</span>
      </p>
      {problems.map((problem) => (
        <SpecSays key={`${problem.line} ${problem.message}`} problem={problem} hasLine={!isLeft} />
      ))}
    </>
  );
}
