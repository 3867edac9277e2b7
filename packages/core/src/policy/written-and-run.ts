import { readGit } from "./git-words.ts";
import { one } from "./judging.ts";
import { valuesOf } from "./options.ts";
import type { Finding } from "./rule.ts";
import { argsOf, programOf, type Run, type Shell } from "./run.ts";
import { inside, joined, type Touch } from "./touch.ts";
import { handlesFiles, touchesOfRun } from "./touches.ts";

/** Programs that read such a file without running it. */
const DATA = /\.(json|jsonl|csv|tsv|txt|md|ya?ml|xml|html?|zip|tgz|gz|tar|png|jpe?g|svg|pdf|parquet|db|sqlite)$/i;
/** Programs that write what comes from elsewhere. */
const MAKES_FILES = /^(curl|wget|aria2c|https?|xhs?|tee|dd|sponge|openssl|base64|xxd|cp|mv|ln|link|install|ditto)$/;
const COPIES = /^(cp|mv|ln|link|install|ditto)$/;
const FETCHES = /^(curl|wget|aria2c|https?|xhs?)$/;
/** Stands for a download's output in a pipe. */
const FROM_STREAM = "|";
/** Programs that run the file they are given. */
const RUNS_FILES =
  /^(bash|sh|zsh|dash|ksh|fish|source|\.|python3?|node|perl|ruby|php|tsx|ts-node|deno|bun|make|go|java|lua|julia|elixir|rscript|dart|luajit|groovy|kotlin|scala)$/;
/** Takes files out of an archive, rather than packing or listing them. */
function unpacks(run: Run): boolean {
  const args = argsOf(run);
  if (programOf(run) === "unzip") return !args.some((text) => /^-[a-z]*[lvtz]/i.test(text));
  const takesOut = (text: string, i: number) =>
    /^(-[a-zA-Z]*[xi][a-zA-Z]*|--extract|--get)$/.test(text) || (i === 0 && /^[a-z]*x[a-z]*$/.test(text));
  return /^((bsd)?tar|7z|cpio)$/.test(programOf(run)) && args.some(takesOut);
}

/** Where programs find what they run if they are given nothing. */
const FOUND: Record<string, string> = {
  npm: "package.json",
  pnpm: "package.json",
  yarn: "package.json",
  bun: "package.json",
  make: "Makefile",
  just: "justfile",
  task: "Taskfile.yml",
  rake: "Rakefile",
  nox: "noxfile.py",
};

/** Under the name at the end of its address, unless it is given another. */
function fetchedBy(run: Run): Touch[] {
  const { words, cwd } = run;
  const shows = /^(https?|xhs?)$/.test(programOf(run));
  if (shows && !argsOf(run).some((text) => /^(-[a-z]*[do]|--(download|output))/.test(text))) return [];
  const [to] = valuesOf(words, "-P --directory-prefix --output-dir");
  const folder = joined(cwd ?? ".", to?.value.text ?? ".");
  return words.flatMap(({ text }): Touch[] => {
    const [, name] = /^https?:\/\/.*\/([^/?#]+)/i.exec(text) ?? [];
    return name === undefined ? [] : [{ path: joined(folder, name), access: "write" }];
  });
}

/** The folder that a command fills with files that nobody here has read; `null`: none. */
function filledBy(run: Run, written: ReadonlySet<string>): string | null {
  const at = (text: string) => plain(joined(run.cwd ?? ".", text));
  const { act, args } = readGit(run);
  if (programOf(run) === "git" && act === "clone") {
    const own = args.filter(
      (text, i) => !/^-/.test(text) && !/^-[a-z]$|^--(branch|depth|origin)$/.test(args[i - 1] ?? ""),
    );
    const [from = "", to = from.replace(/\/*(\.git)?\/*$/, "").replace(/^.*[/:]/, "")] = own;
    return at(to);
  }
  if (programOf(run) === "gh" && argsOf(run).includes("download"))
    return at(valuesOf(run.words, "-D --dir")[0]?.value.text ?? ".");
  return isFetched(run, written) ? unpackedTo(run) : null;
}

function isFetched(run: Run, written: ReadonlySet<string>): boolean {
  return (
    (run.stdin === "unknown" && written.has(FROM_STREAM)) ||
    argsOf(run).some((text) => written.has(plain(joined(run.cwd ?? ".", text))))
  );
}

function unpackedTo(run: Run): string | null {
  const [to] = valuesOf(run.words, "-C -d --directory", "f");
  return unpacks(run) ? plain(joined(run.cwd ?? ".", to?.value.text ?? ".")) : null;
}

/** What this same call wrote or fetched is in no file that anybody has read. */
export function writtenAndRun({ runs, redirected }: Shell): Finding[] {
  const made = runs
    .filter((run) => MAKES_FILES.test(programOf(run)))
    .flatMap((run) => [...touchesOfRun(run), ...fetchedBy(run)]);
  const written = new Set(
    [...redirected, ...made].flatMap(({ path, access }) => (access === "write" && path !== null ? [plain(path)] : [])),
  );
  if (
    runs.some((run) => /^p?npm$/.test(programOf(run)) && /^(pkg (set|delete)|set-script) /.test(argsOf(run).join(" ")))
  )
    written.add("package.json");
  const copied = runs
    .filter((run) => COPIES.test(programOf(run)))
    .flatMap((run) =>
      touchesOfRun(run).flatMap(({ path, access }) => (access === "write" && path !== null ? [`${plain(path)}/`] : [])),
    );
  if (runs.some((run) => FETCHES.test(programOf(run)))) written.add(FROM_STREAM);
  const filled: string[] = [];
  /** For archives that were here: what is named from them runs, not everything beside it. */
  const unpacked: string[] = [];
  const isIn = (folders: readonly string[], path: string) =>
    folders.some((folder) => folder === "." || path === folder || path.startsWith(`${folder}/`));
  return runs.flatMap((run) => {
    const [program = "", ...args] = run.words.map(({ text }) => text);
    const [script = ""] = args.filter((text) => !text.startsWith("-"));
    const at = (text: string) => plain(joined(run.cwd ?? ".", text));
    const runsFiles = RUNS_FILES.test(programOf(run));
    const scripts = runsFiles
      ? args.filter((text) => text === script || !DATA.test(text))
      : /^(g?sed|[gmn]?awk|psql|sqlite3)$/.test(programOf(run))
        ? valuesOf(run.words, "-f --file -init").map(({ value }) => value.text)
        : [];
    const isRun = !/^(add|install|i|ci|init|pkg|view)$/.test(script);
    const found = isRun ? FOUND[programOf(run)] : undefined;
    const file = [...scripts, ...(found ? [found] : []), ...(program.includes("/") ? [program] : [])].find(
      (text) => written.has(at(text)) || copied.some((folder) => at(text).startsWith(folder)),
    );
    const isOwn = !runsFiles && !program.includes("/") && handlesFiles(programOf(run));
    const places = isOwn ? [] : [".", program, ...args].map((text) => at(text.replace(/^-[^=]*=/, "")));
    const named = [...(program.includes("/") ? [program] : []), ...(runsFiles ? [script] : [])];
    const place =
      places.find((path) => isIn(filled, path)) ?? named.map(at).find((path) => path !== "." && isIn(unpacked, path));
    const folder = filledBy(run, written);
    if (folder !== null) filled.push(folder);
    unpacked.push(...[unpackedTo(run)].filter((to) => to !== null));
    const isSpread = folder === "." && place === undefined && unpacks(run);
    if (isSpread) return one("unknown_path", "Which files it changes is only known when it runs.", run);
    const what =
      file !== undefined
        ? `It writes ${file} and runs it at once.`
        : `It brings files to ${place} and runs something there at once.`;
    return file === undefined && place === undefined
      ? []
      : one("inline_code", what, run, ["Bring the files first, read them, then run them."]);
  });
}

function plain(path: string): string {
  return inside(path) ?? path;
}
