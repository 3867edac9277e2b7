import { counted } from "../kernel/words.ts";
import type { Block } from "./markdown.ts";
import type { FolderNote, FolderReading, FolderWarning, LineChoice } from "./squad.ts";
import { LINE_MAX, NOTES_MAX, WARNINGS_MAX } from "./squad.ts";

/** What a reading reports besides the squad itself. */
export type Report = ReturnType<typeof createReport>;

export function createReport(choices: readonly LineChoice[]) {
  const marks: FolderReading["marks"] = [];
  const warnings: FolderWarning[] = [];
  const notes: FolderNote[] = [];
  const chosen = new Map(choices.map(({ file, line, role }) => [`${file}:${line}`, role]));
  let more = 0;

  function warn(file: string, line: number | null, message: string, choice?: FolderWarning["choice"]) {
    if (warnings.length < WARNINGS_MAX) warnings.push({ file, line, message, ...(choice ? { choice } : {}) });
    else more += 1;
  }

  /** What is left out. */
  function cut(file: string, line: number | null, message: string) {
    warnings.unshift({ file, line, message, cut: true });
  }

  function mark(file: string, line: number, becomes: string) {
    marks.push({ file, line, becomes });
  }

  function keep({ file, text }: FolderNote) {
    notes.push({ file, text: text.slice(0, LINE_MAX - 2).trimEnd() });
  }

  /** Keeps a line as guidance. Its nearest heading says what it is about. */
  function note(file: FolderNote["file"], block: Block) {
    const about = block.under.filter(({ level }) => level > 1).at(-1)?.text ?? "";
    if (notes.filter((one) => one.file === file).length >= NOTES_MAX) {
      warn(file, block.line, `Only ${NOTES_MAX} notes are kept. This line is left out.`);
      return mark(file, block.line, "left out");
    }
    const isPlain = about === "" || /^notes$/i.test(about);
    const said = isPlain ? block.text : `${about}: ${block.text}`;
    keep({ file, text: said });
    mark(file, block.line, "note");
  }

  return {
    marks,
    notes,
    keep,
    warn,
    cut,
    mark,
    note,
    /** A person's choice for this line; `undefined`: there is none. */
    choiceOf: (file: string, line: number) => chosen.get(`${file}:${line}`),
    all: (): FolderWarning[] =>
      more === 0
        ? warnings
        : [
            ...warnings,
            {
              file: "",
              line: null,
              message: `${counted(more, "more line needs", "more lines need")} a look.`,
            },
          ],
  };
}
