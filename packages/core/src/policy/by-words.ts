import { type Judge, one } from "./judging.ts";
import { valuesOf } from "./options.ts";
import { removed } from "./removal.ts";
import type { Finding, RuleId } from "./rule.ts";
import { programOf } from "./run.ts";

const SENT = "It reaches other people or machines.";
const CODE = "It runs code that stands in the command.";
const GONE = "It deletes the data of a database.";
const PACKAGE = "It adds a package, with code that others wrote.";
const MACHINE = "It changes what is installed on the machine.";
const PACKED = "It deletes what it packs or copies.";

/** What otherwise harmless programs do with certain words; these are written in one line, a blank around each. */
const TELLING: [names: string, rule: RuleId, what: string, words: RegExp][] = [
  ["gradle gradlew mvn mvnw mvnd", "discard", GONE, /flyway:?clean |:?drop(all|database|schema) /i],
  ["gradle gradlew", "outward", SENT, / --scan /],
  ["prisma", "discard", GONE, / --accept-data-loss/],
  ["rake rails", "discard", GONE, / db:schema:load/],
  ["manage.py django-admin", "discard", GONE, / migrate .*zero /],
  ["dotnet", "discard", GONE, / ef database update 0 /],
  ["ctest", "outward", SENT, / (-\w ?|--\S+[ =])?\w*submit | -D ?(experimental|nightly|continuous) /i],
  ["pytest py.test", "outward", SENT, / --pastebin|\bssh=/],
  ["cypress", "outward", SENT, / --record\b/],
  ["k6", "outward", SENT, / cloud /],
  ["wrk ab hey autocannon", "outward", SENT, / \w+:\/\/(?!localhost|127\.|0\.0\.0\.0|\[)/],
  ["turbo", "outward", SENT, / --api[ =]/],
  ["vercel", "outward", SENT, /^ (?!.*--(help|version))(-\S+ )*$/],
  ["lein sbt", "outward", SENT, /[ ;+~/](publish(?!local|m2)\w*|deploy|release|push) /i],
  ["mypy", "dependency", PACKAGE, / --install-types/],
  ["dotnet", "dependency", PACKAGE, /^ new install /],
  ["playwright", "system", MACHINE, / install-deps | --with-deps/],
  ["cargo", "system", MACHINE, /^ nextest self update/],
  ["knip", "discard", "It deletes files.", / --allow-remove-files/],
  ["curl", "outward", SENT, / (dict|gophers?|telnet|smtps?|ldaps?|mqtt):/i],
  ["yq", "unknown_path", "Which files it reads stands in its script.", /\bload\w* *\(/],
  ["sed gsed", "unknown_path", "It keeps what was there in another folder.", / -[nErsz]*i\S*\//],
  ["awk gawk", "inline_code", CODE, / -[odp]\S*\/| --(pretty-print|profile|dump-variables)=/],
  ["strace ltrace", "inline_code", CODE, / -o ?\|/],
  ["helm cabal", "inline_code", CODE, / --(post-renderer|test-wrapper)[ =](?!\.?\/)/],
  ["cargo", "outward", SENT, /^ hack .*publish/],
  ["terraform tofu", "outward", SENT, / -(migrate-state|force-copy)/],
  ["terraform tofu", "dependency", PACKAGE, / -from-module/],
  ["scala scala-cli", "dependency", PACKAGE, / https?:| --dep/],
  ["npm", "dependency", PACKAGE, / --(no-ignore-scripts|ignore-scripts[ =]false)/],
  ["go java kotlin scala scala-cli swift make gmake", "inline_code", CODE, / \/(dev\/(stdin|fd)|proc\/)/],
  ["make gmake", "inline_code", CODE, /\$[({]shell| (-E|--ev\w*)[ =]/],
  ["mix", "inline_code", CODE, / run .*(-e|--eval) /],
  ["rake", "inline_code", CODE, / (-[eEp]|--execute\S*) /],
  ["kotlin kotlinc", "inline_code", CODE, / -(e|expression) /],
  ["mlr", "inline_code", CODE, /\b(system|exec) *\(|--prepipe|\b(tee|emit\w*|print\w*|dump)\b[^;]*[>|]/],
  ["pdflatex xelatex lualatex latexmk", "inline_code", CODE, /\\write18|\\directlua| -e | -\w*latex=/],
  ["tox", "inline_code", CODE, / (-x|--override)[ =]/],
  ["zig", "inline_code", CODE, / --(test-cmd|build-runner) /],
  ["ugrep", "inline_code", CODE, / --(filter|view|pager)[ =]/],
  ["ghc", "inline_code", CODE, / -pgm/],
  [
    "psql mysql mariadb sqlite3 duckdb",
    "inline_code",
    CODE,
    /\\(o|gx?|w|copy) [^;]*\||\\gexec|\bprogram '|\.(once|output|read|import) *"?\||(-e|;) *system |\b(load_extension|edit|lo_export|lo_import|pg_read_\w*file|pg_terminate_backend)\s*\(/i,
  ],
  ["direnv", "system", "It lets a file run by itself.", / (allow|permit|grant|edit|export|exec|reload) /],
  ["go", "inline_code", CODE, /-ext(ld|ar)\b/],
  ["rustc cargo", "inline_code", CODE, /\blinker=/],
  ["gotestsum", "inline_code", CODE, / --raw-command /],
  ["pandoc", "inline_code", CODE, / (-[FL]|--(lua-)?filter)[ =]?/],
  ["npm pnpm yarn bun", "dependency", PACKAGE, /^ (up|update|upgrade) /],
  ["npm pnpm yarn", "inline_code", CODE, /^ rebuild /],
  ["dotnet", "dependency", PACKAGE, / (-s|--source)[ =]https?:/],
  ["cargo", "outward", SENT, /^ tarpaulin .*--coveralls/],
  ["tar bsdtar zip 7z", "discard", PACKED, / (--remove-\w+-?files|--remove-files|--move|-sdel|-[rqyj]*m[rqyj]*) /],
  [
    "test [ declare typeset local export readonly printf read unset let",
    "inline_code",
    CODE,
    /\w\[[^\]]{0,200}(\$\(|`)/,
  ],
  ["git", "outward", SENT, /^ (-\S+ (\S+ )?)?lfs (push|lock|unlock) /],
  [
    "git",
    "discard",
    "It takes files away.",
    /^ (-\S+ (\S+ )?)?(lfs (migrate|prune)|submodule .*deinit|sparse-checkout (set|reapply)) /,
  ],
];

/** Options that name a folder which the program empties before it fills it. @source their manuals */
const EMPTIED: Record<string, string> = {
  pytest: "--basetemp",
  vite: "--outDir",
  astro: "--outDir",
  vuepress: "--dest",
  zola: "-o --output-dir",
  trunk: "-d --dist",
  vitest: "--coverage.reportsDirectory",
  playwright: "--output",
  mkdocs: "-d --site-dir",
  jekyll: "-d --destination",
  mdbook: "-d --dest-dir",
  ng: "--output-path",
};
/** Programs that empty it only with these words. */
const CLEARS: Record<string, [word: RegExp, options: string]> = {
  cargo: [/^clean$/, "--target-dir"],
  tsup: [/^--clean$/, "-d --out-dir"],
  webpack: [/^--output-clean$/, "-o --output-path"],
};
/** Folders of results. */
const RESULTS =
  /(^|\/)(_?site|public|html\w*|docs?\/.+|[\w.-]*(report|result)[\w.-]*|\.?v?env|book|static|artifacts)\/?$/;

export const byWords: Judge = (args, run) => {
  const program = programOf(run);
  const line = ` ${args.join(" ")}${args.length > 0 ? " " : ""}`;
  const told = TELLING.filter(([names, , , words]) => names.split(" ").includes(program) && words.test(line)).flatMap(
    ([, rule, what]): Finding[] => one(rule, what, run),
  );
  const [word, options = ""] = (Object.hasOwn(CLEARS, program) ? CLEARS[program] : undefined) ?? [];
  const named = word
    ? args.some((text) => word.test(text))
      ? options
      : ""
    : Object.hasOwn(EMPTIED, program)
      ? (EMPTIED[program] ?? "")
      : "";
  const cleared = (program === "venv" || (program === "uv" && args[0] === "venv")) && args.includes("--clear");
  const folders = cleared
    ? run.words.slice(1).filter(({ text }) => !text.startsWith("-") && text !== "venv")
    : valuesOf(run.words, named).map(({ value }) => value);
  return [
    ...told,
    ...removed(
      folders.filter(({ text }) => !RESULTS.test(text)),
      true,
      run,
    ),
  ];
};
