import { known, type Run, type Word } from "./run.ts";

const GLOBAL_VALUES = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env"]);

/** A git command, in parts. */
export interface Git {
  /** `null`: it only asks about git itself. */
  act: string | null;
  args: string[];
  /** `name=value`, for this call only. */
  settings: string[];
  /** Where it runs instead. */
  moved: Word[];
  /** Another repository, or another folder for its files. */
  named: Word[];
}

/** The act of a git command, after the options that come before it. */
export function readGit({ words }: Run): Git {
  const git: Git = { act: null, args: [], settings: [], moved: [], named: [] };
  for (let i = 1; i < words.length; i += 1) {
    const { text, isKnown } = words[i] as Word;
    const [option = "", attached] = text.split(/=(.*)/s);
    if (!text.startsWith("-"))
      return {
        ...git,
        act: text === "stage" ? "add" : text,
        args: words.slice(i + 1).map((word) => word.text),
      };
    const value: Word =
      attached === undefined
        ? ((GLOBAL_VALUES.has(text) ? words[++i] : undefined) ?? known(""))
        : { text: attached, isKnown, isGlob: false };
    if (option === "-c" || option === "--config-env") git.settings.push(value.text);
    else if (option === "-C") git.moved.push(value);
    else if (option === "--git-dir" || option === "--work-tree") git.named.push(value);
    else if (option === "--exec-path" && attached !== undefined) git.settings.push("exec-path=");
  }
  return git;
}
