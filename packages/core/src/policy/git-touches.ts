import { readGit } from "./git-words.ts";
import { hasOption, valuesOf } from "./options.ts";
import { guardsAt, isPathlike, NAMES_INPUT } from "./pathlike.ts";
import { known, nameOf, type Run, touchOf, type Word } from "./run.ts";
import type { Touch } from "./touch.ts";

type Access = Touch["access"];

/** Git's acts that take files, and what they do with them. */
const GIT: Record<string, Access> = {
  rm: "delete",
  mv: "write",
  restore: "write",
  clone: "write",
  init: "write",
  add: "read",
  apply: "read",
};

/** Files that a git command touches. */
export function ofGit(run: Run): Touch[] {
  const { act, args, moved, named: others } = readGit(run);
  const folders = [...moved, ...others];
  const at = folders.map((folder) => touchOf(folder, run.cwd, isGuardedByGit(folder) ? "read" : "write"));
  const inFolder = {
    ...run,
    cwd: folders.reduce((cwd: string | null, folder) => touchOf(folder, cwd, "read").path, run.cwd),
  };
  const cut = args.indexOf("--");
  const all = args.filter((text) => !text.startsWith("-"));
  const paths =
    act === "checkout"
      ? cut < 0
        ? all.filter((text) => text.endsWith("/") || guardsAt(text, inFolder.cwd))
        : args.slice(cut + 1)
      : act === "worktree"
        ? all.slice(1, 2)
        : act !== null && Object.hasOwn(GIT, act)
          ? all
          : [];
  const isForced = act === "add" && hasOption(args, "f", ["--force"]);
  const access = act === null ? "read" : isForced ? "write" : (GIT[act] ?? "write");
  const out = /^(archive|format-patch)$/.test(act ?? "") ? "-o --output-directory" : "";
  const written = valuesOf(run.words, "--output ".concat(out)).map(({ value }) => value.text);
  const made = act === "bundle" && args[0] === "create" ? all.slice(1, 2) : [];
  const told = /^(commit|tag|notes|merge)$/.test(act ?? "")
    ? valuesOf(run.words, "-F --file -t --template --pathspec-from-file", "mCcu")
    : [];
  const shown = /^(show|cat-file|diff|log|blame|grep|archive|difftool)$/.test(act ?? "")
    ? [
        ...args.flatMap(
          (text) => /^(?:[^:/]*[^:/-][^:]*:(?!\/)|:(?:[0-3]:)?(?![(!^/:]))(.+)$/.exec(text)?.slice(1) ?? [],
        ),
        ...(cut < 0 ? [] : args.slice(cut + 1)),
      ]
    : [];
  const own = paths.filter((text) => !/^[\w.@-]+:|:\/\//.test(text));
  const changes =
    /^(checkout|restore|stash|switch|merge-file|read-tree|update-index|checkout-index|sparse-checkout)$/.test(
      act ?? "",
    );
  const given = args.flatMap((text) => {
    const [option = "", value = ""] = text.split(/=(.*)/s);
    return guardsAt(value, inFolder.cwd) && !NAMES_INPUT.test(option) ? [value] : [];
  });
  const leading = args.filter(
    (text) =>
      !own.includes(text) &&
      act !== "commit" &&
      nameOf(text) !== "" &&
      (isPathlike(known(text)) || (changes && guardsAt(text, inFolder.cwd))),
  );
  return [
    ...at,
    ...own.map((text, i) =>
      touchOf(wordOf(run, text), inFolder.cwd, act === "mv" && i < own.length - 1 ? "delete" : access),
    ),
    ...[...written, ...made, ...given].map((text) => touchOf(known(text), inFolder.cwd, "write")),
    ...shown.map((text) => touchOf(known(text), inFolder.cwd, "read")),
    ...told.map(({ value }) => touchOf(value, inFolder.cwd, "read")),
    ...leading.map((text) => touchOf(wordOf(run, text), inFolder.cwd, changes ? "write" : "read")),
  ];
}

/** The repository itself, named as such. */
function isGuardedByGit({ text }: Word): boolean {
  return /^(\.\/)*\.git\/?$/.test(text);
}

function wordOf({ words }: Run, text: string): Word {
  return words.find((word) => word.text === text) ?? known(text);
}
