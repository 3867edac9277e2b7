import type { TeamProblem } from "./problem.ts";

export const FOLDER_FILES_MAX = 500;
/** UTF-16 units of all files of a squad folder that are kept with its team, including their paths. */
export const FOLDER_KEPT_MAX = 100_000;
export const FOLDER_PATH_MAX = 300;

/** A file of the squad folder that a team came from, unchanged. */
export interface FolderFile {
  /** Below the folder, with `/` between its parts. */
  path: string;
  content: string;
}

/** What is wrong with the files of a draft: they are written below a folder on somebody's machine. */
export function folderProblems(folder: readonly FolderFile[]): TeamProblem[] {
  const problems: TeamProblem[] = [];
  const say = (path: string, message: string) => problems.push({ level: "error", path, message });
  const size = folder.reduce((sum, { path, content }) => sum + path.length + content.length, 0);
  if (size > FOLDER_KEPT_MAX) say("folder", `Its files can have at most ${FOLDER_KEPT_MAX} characters together.`);
  for (const [i, { path }] of folder.entries())
    if (/[\\\p{Cc}]/u.test(path) || path.split("/").some((part) => STEPS.includes(part)))
      say(`folder[${i}].path`, "A path leads into the folder, with / between its parts.");
  return problems;
}

const STEPS = ["", ".", ".."];
