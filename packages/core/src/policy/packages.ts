import { actPlaces, type Judge, one } from "./judging.ts";
import { isTool } from "./known.ts";
import { hasOption } from "./options.ts";
import type { Finding } from "./rule.ts";
import { programOf, type Run } from "./run.ts";

export const PUBLISHED = "It changes what others get from the registry.";
const DEPENDENCY = "It adds a package, with code that others wrote.";
const published =
  "publish unpublish deprecate owner token adduser login logout access dist-tag star unstar hook team org yank push";

export const packages =
  (acts: string): Judge =>
  (args, run) => {
    const found = actPlaces(args).map((place) => packaged(acts, args.slice(place), args, run));
    return found.find(({ length }) => length > 0) ?? [];
  };

/** Acts that fetch a program and run it, or a template whose scripts run. */
const FETCHING = /^(dlx|exec|x|create|init|create-project|shell|develop)$/;
/** A program named by where it comes from. */
const FROM_AWAY = /^(https?|npm|jsr|github|git\+\w+|gh|nixpkgs|flake|file)[:#]|^[\w-]+\.[\w.-]+\/.*@/;

function packaged(acts: string, from: string[], args: string[], run: Run): Finding[] {
  const words = from.filter((text) => !text.startsWith("-"));
  if (words[0] === "workspace") words.splice(0, 2);
  // `yarn npm publish`, `uv tool run`, `dotnet tool install`.
  const isGroup = /^(npm|tool|nuget|global|self|toolchain|component)$/.test(words[0] ?? "") && words.length > 1;
  if (words[0] === "pub" && words[1] === "add") return one("dependency", DEPENDENCY, run);
  const [said = "", ...rest] = isGroup ? words.slice(1) : words;
  const act = programOf(run) === "npm" ? wholeAct(said) : said;
  const isLocal = programOf(run) === "dotnet" && !/publish(profile|url)|container|-t:/i.test(args.join(" "));
  if (isLocal && words[0] === "publish") return [];
  if (published.split(" ").includes(act)) return one("outward", PUBLISHED, run);
  if (act === "set" || (act === "config" && /^(set|delete|edit)$/.test(rest[0] ?? "")))
    return one("settings", "It changes the package manager's settings.", run);
  if (hasOption(args, "", ["--registry"])) return one("dependency", "It asks another registry.", run);
  const isOwn =
    (programOf(run) === "bundle" && act === "exec") ||
    (programOf(run) === "go" && act === "env" && !hasOption(args, "wu")) ||
    (programOf(run) === "hatch" && act === "env" && /^(show|find)$/.test(rest[0] ?? "")) ||
    (programOf(run) === "go" && act === "install" && rest.every((text) => /^\.\.?\//.test(text)));
  if (isOwn) return [];
  if (FETCHING.test(act) && rest.length > 0) return fetched(act, rest[0] ?? "", args, run);
  const isFetched = (words[0] === "tool" && act === "run") || hasOption(args, "", ["--with", "--with-requirements"]);
  if (act === "run" && (isFetched || FROM_AWAY.test(rest[0] ?? ""))) return fetched("dlx", rest[0] ?? "", args, run);
  return acts.split(" ").includes(act) && (rest.length > 0 || isGroup) ? one("dependency", DEPENDENCY, run) : [];
}

/** npm accepts its acts shortened, and misspelt. */
export function wholeAct(act: string): string {
  if (/^(i|in|ins\w*|isn\w*)$/.test(act)) return "install";
  if (/^(upd\w*|udpate)$/.test(act)) return "upgrade";
  if (act === "ln") return "link";
  if (act === "c") return "config";
  const isShort = act.length > 2 || act === "pu";
  const fits = (one: string) => one.startsWith(act) || act === `${one}s`;
  return (isShort && published.split(" ").find(fits)) || act;
}

/** A program that is fetched if it is missing. */
export function fetched(act: string, name: string, args: string[], run: Run): Finding[] {
  const isThere = isTool(name) && !args.slice(0, args.indexOf(name)).some((text) => /^(-p|--package)/.test(text));
  return isThere && act !== "dlx" && act !== "create"
    ? []
    : one("dependency", "It fetches a program and runs it.", run);
}

export const pip: Judge = (args, run) => {
  const acts = actPlaces(args).map((place) => args[place] ?? "");
  if (programOf(run) === "pipx" && acts.some((act) => /^(run|runpip|inject|install|upgrade)/.test(act)))
    return one("dependency", "It fetches a program and runs it.", run);
  const rest = args.filter((text) => !text.startsWith("-") && !acts.includes(text));
  const isElsewhere = args.some((text) => /^(-i|--(extra-)?index-url|--find-links|-f)\b/.test(text));
  const declared =
    !isElsewhere &&
    !args.some((text) => /:\/\//.test(text)) &&
    args.some((text) => /^(-r|--requirement|-e|--editable)/.test(text)) &&
    rest.every((text) => /^\.|\.txt$/.test(text));
  return acts.some((act) => /^(install|download|add|wheel)$/.test(act)) &&
    rest.length > 0 &&
    !declared &&
    rest.some((text) => text !== ".")
    ? one("dependency", DEPENDENCY, run)
    : [];
};
