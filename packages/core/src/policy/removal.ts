import { one } from "./judging.ts";
import { hasOption } from "./options.ts";
import type { Finding } from "./rule.ts";
import { programOf, type Run, type Word } from "./run.ts";
import { inside, joined } from "./touch.ts";

/** Folders that can be made again. */
const MADE =
  /(^|\/)(dist|build|out|coverage|node_modules|target|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|\.vite|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|tmp|temp|test-results|test-output|playwright-report|\.venv|venv|\.svelte-kit|\.astro|\.output|\.angular|\.nx|\.gradle|\.terraform|\.dart_tool|\.eggs|\.hypothesis|\.docusaurus|\.expo|\.vercel|\.wrangler|\.eslintcache|\.swc|\.rpt2_cache|\.sass-cache|\.stack-work|dist-newstyle|_build|\.zig-cache|zig-out|\.elixir_ls|DerivedData|cmake-build-[\w-]+|htmlcov|obj|\.nox|\.ipynb_checkpoints|\.bundle|\.nyc_output|storybook-static|[\w.-]+\.egg-info)(\/.*)?$/;

export function removal(args: string[], run: Run): Finding[] {
  const targets = run.words.slice(1).filter(({ text }) => !text.startsWith("-"));
  const unknown = run.words.find(({ text, isKnown }) => text.startsWith("-") && !isKnown);
  const deep = unknown !== undefined || hasOption(args, "rR", ["--recursive"]);
  return removed(targets, deep, run);
}

/** `rimraf` and its kin: folders always go with everything in them. */
export function deepRemoval(_: string[], run: Run): Finding[] {
  return removed(
    run.words.slice(1).filter(({ text }) => !/^[-/]\w?$|^-/.test(text)),
    true,
    run,
  );
}

/** A pattern that matches whatever there is. */
const ANY_WORK = /(^|\/)[*?.]+$/;

/** `a.ts`, `.npmrc`, `LICENSE`, `Makefile`. */
const FILE = /(^|\/)([^/]*[^/.]\.[a-z]\w*|\.\w*(rc|ignore|config|attributes|modules|keep|env)|[A-Z\d_-]+|\w*file)$/;

/** A pattern, or something that doesn't look like a single file. */
export function isFolderish(text: string): boolean {
  return /[*?[]|\/$/.test(text) || !FILE.test(text);
}

/** A folder moved to where folders can be made again counts as deleted. */
export function moved(_: string[], run: Run): Finding[] {
  const words = run.words.slice(1).filter(({ text }) => !text.startsWith("-"));
  const to = placed(words.at(-1)?.text ?? "", run);
  const from = words.slice(0, -1).filter(({ text }) => !isMade(placed(text, run)));
  const broad = from.find(({ text }) => isFolderish(text));
  if (to === "." && from.some(({ isGlob }) => isGlob))
    return one("unknown_path", "Which files it changes is only known when it runs.", run);
  if (!broad || !(isMade(to) || /^\/(var\/)?tmp(\/|$)/.test(to))) return [];
  return one("discard", `It moves ${broad.text} to where folders are deleted.`, run);
}

/** Everything in a folder, hidden files included, copied onto the project's root. */
export function spread(args: string[], run: Run): Finding[] {
  const words = args.filter((text) => !text.startsWith("-"));
  const isRoot = placed(words.at(-1) ?? "", run) === ".";
  const isAll =
    hasOption(args, "T", ["--no-target-directory"]) ||
    words.slice(0, -1).some((text) => (programOf(run) === "cp" ? /(^|\/)\.{1,2}\/?$/ : /\/\.*$/).test(text));
  return isRoot && isAll && words.length > 1
    ? one("unknown_path", "Which files it changes is only known when it runs.", run)
    : [];
}

/** `cmake -E rm`: does what the system's own program does. */
export function byCmake(args: string[], run: Run): Finding[] {
  const at = args.indexOf("-E");
  const act = args[at + 1] ?? "";
  if (at < 0 || !/^(rm|remove|remove_directory)$/.test(act)) return [];
  const own = { ...run, words: run.words.slice(at + 2) };
  return act === "remove_directory" ? deepRemoval([], own) : removal(args.slice(at + 2), own);
}

const BY_GIT = "git rm -r FOLDER, which keeps what is committed";
const BY_NAME = "rm FILE …, file by file";

export function removed(targets: readonly Word[], deep: boolean, run: Run): Finding[] {
  const all = targets.find((word) => deep && (isEverything(word, run) || !word.isKnown));
  if (all)
    return [
      {
        rule: "destroy",
        what: all.isKnown
          ? `It deletes everything below ${all.text}.`
          : "Which folders it deletes is only known when it runs.",
        allowed: ["Name the folder inside the project that you want to delete."],
      },
    ];
  const many = targets.find(({ text }) => /\*\*/.test(text));
  if (many && !deep) return one("discard", `It deletes many files below ${many.text.replace(/\/?\*\*.*$/, "")}.`, run);
  const kept = targets.filter(({ text }) => !isMade(placed(text, run)));
  const any = kept.find(({ text, isGlob }) => isGlob && ANY_WORK.test(text) && !isTemporary(text));
  if (any && !deep) return one("discard", `It deletes all files that ${any.text} means.`, run);
  if (!deep || kept.length === 0) return [];
  return one("destroy", `It deletes ${kept.map(({ text }) => text).join(", ")} with everything in it.`, run, [
    BY_GIT,
    BY_NAME,
  ]);
}

function placed(text: string, { cwd }: Run): string {
  const path = cwd === null ? text : joined(cwd, text);
  return inside(path) ?? path;
}

function isTemporary(text: string): boolean {
  return /^\/(var\/)?tmp\/./.test(text);
}

/** It can be made again, or lies where everybody may write. */
export function isMade(path: string): boolean {
  return MADE.test(path.replace(/\/+$/, "")) && !path.includes("..");
}

/** The root, the home folder, the project itself, or everything in it. */
function isEverything({ text }: Word, { cwd }: Run): boolean {
  const plain = text.replace(/(^|\/)(\*+|\.\*|\.\?\?\*|\.\[.*\]\*)$/, "$1").replace(/\/+$/, "");
  if (text !== "" && plain === "") return cwd === null || inside(cwd) === "." || text.startsWith("/");
  if (/^\/(var\/)?tmp\/[^*?[/]/.test(plain) && !/(^|\/)\.\.(\/|$)/.test(plain)) return false;
  if (/^(~|\/\w*|\/(home|users|usr|var|etc|opt|mnt|root)(\/[^/]*)?|~[\w-]*)$/i.test(plain))
    return !/^\/tmp\/./.test(text);
  return cwd === null || inside(joined(cwd, plain)) === "." || inside(joined(cwd, plain)) === null;
}
