import { resolve } from "node:path";
import { textFile } from "@squadroom/core/interchange/carried";
import { counted, listed } from "@squadroom/core/kernel/words";
import { fenced } from "@squadroom/core/prompt/markdown";
import type { TeamDraft } from "@squadroom/core/team/draft";
import { readRoleSpec } from "@squadroom/core/team/spec";
import { type SpecFile, specFiles, takeSpecs } from "@squadroom/core/team/spec-folder";
import type { Command } from "commander";
import { answering, define, group } from "../answer.ts";
import { chooseRoom, forPeople, inRoom, openDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import { unwritable, writeFilesBelow } from "../folder-files.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { readMarkdown } from "../squad-files.ts";
import { columns } from "../words.ts";

/** How the roles of a team work: specs, one by one or a folder of them. */
export function addRole(program: Command, cli: Cli): void {
  const role = group(program, "role", "show a team's role specs, and take them from a folder or write them to one");
  addShow(role, cli);
  addImport(role, cli);
  addExport(role, cli);
}

function addShow(role: Command, cli: Cli): void {
  const command = inRoom(define(role, "show [name]", "list the roles with the state of their specs, or print one"));
  answering(cli, command, async ([name = ""], options) => {
    const { draft, room } = await teamOfRoom(cli, options);
    if (name === "") return { data: { roles: statesOf(draft) }, text: listText(draft) };
    const found = draft.roles.find((one) => one.name === name);
    if (!found) {
      const names = draft.roles.map((one) => one.name);
      throw new CliError("role_unknown", `${room} has no role ${name}.`, `Use ${listed(names, "or")}.`);
    }
    const { spec, problems } = readRoleSpec(found.spec ?? "");
    const lines = found.spec ? problemLines(`${name}.md`, problems) : [];
    const text = found.spec ? [fenced(found.spec, "markdown"), ...lines].join("\n") : `${name} has no spec.`;
    return { data: { role: name, spec: found.spec ?? null, reads: spec, problems }, text };
  });
}

function addImport(role: Command, cli: Cli): void {
  const command = inRoom(
    define(
      role,
      "import <folder>",
      "take role specs from a folder on this machine into a room's team",
      "A file is the spec of the role it is named after, else of the role that its front matter names. A role that the team hasn't yet is added: the entry point hands to it, and it hands back. A spec with an error is taken all the same; nobody works as its role until it is fixed.",
    ),
  ).option("--preview", "say what would change, and change nothing");
  forPeople(cli, command, async ({ call, room }, [folder = ""], options) => {
    const { files, left } = await readMarkdown(resolve(cli.io.cwd, folder));
    const params = { room };
    const { draft, version } = await call("getTeam", { params });
    const taken = takeSpecs(draft, files);
    const team = taken.draft as typeof draft;
    const seen = await call("previewTeam", { params, body: { team } });
    const errors = seen.problems.filter(({ level }) => level === "error");
    const data = { files: taken.files, left, problems: seen.problems, version };
    // Those with a line are listed with their file.
    const beside = seen.problems.flatMap(({ level, path, line, message }) => {
      const [, at] = /^roles\[(\d+)\]\.spec$/.exec(path) ?? [];
      const of = at === undefined ? undefined : team.roles[Number(at)]?.name;
      return level === "warning" && line === undefined && of ? [`  ${of}: ${message}`] : [];
    });
    const says = [
      ...fileLines(taken.files),
      ...beside,
      ...left.map(({ path, why }) => `  ${path}: Left out. ${why}`),
      ...errors.map(({ path, message }) => `  error in ${path}: ${message}`),
    ];
    const news = taken.files.filter(({ becomes }) => becomes === "added" || becomes === "changed");
    if (options.preview === true || news.length === 0)
      return { data, text: [...says, ...(news.length === 0 ? [NOTHING] : [])].join("\n") };
    if (errors.length > 0) throw new CliError("bad_team", says.join("\n"), "Fix the specs, then import them again.");
    const changed = await call("changeTeam", { params, body: { team, version } });
    const told = `${room} is now on version ${changed.version} of its team.`;
    return { data: { ...data, version: changed.version }, text: [...says, told].join("\n") };
  });
}

const NOTHING = "Nothing changes.";

function addExport(role: Command, cli: Cli): void {
  const command = inRoom(
    define(role, "export <folder>", "write a team's role specs to a folder, as they were taken in"),
  );
  answering(cli, command, async ([folder = ""], options) => {
    const { draft, room } = await teamOfRoom(cli, options);
    const files = specFiles(draft);
    const to = resolve(cli.io.cwd, folder);
    await writeFilesBelow(
      to,
      files.map(({ path, content }) => textFile(path, content)),
    ).catch(unwritable(folder));
    const bare = draft.roles.filter(({ spec }) => !spec?.trim()).map(({ name }) => name);
    const paths = files.map(({ path }) => path);
    const text = [
      files.length === 0
        ? `No role of ${room} has a spec.`
        : `${counted(files.length, "spec")} of ${room} in ${folder}:`,
      ...paths.map((path) => `  ${path}`),
      ...(bare.length > 0 && files.length > 0 ? [`Without a spec: ${listed(bare)}.`] : []),
    ];
    return { data: { folder, files: paths, without: bare }, text: text.join("\n") };
  });
}

async function teamOfRoom(cli: Cli, options: Record<string, unknown>) {
  const door = await openDoor(cli);
  const room = await chooseRoom(door, options.room as string | undefined);
  const { draft } = await door.call("getTeam", { params: { room } });
  return { draft, room };
}

/** A role, with how many lines its spec has and what is wrong with it. */
function statesOf({ roles }: Pick<TeamDraft, "roles">) {
  return roles.map(({ name, prefix = "", spec = "" }) => ({
    name,
    prefix,
    lines: spec.trim() === "" ? 0 : spec.trimEnd().split("\n").length,
    problems: spec.trim() === "" ? [] : readRoleSpec(spec).problems,
  }));
}

function listText(draft: Pick<TeamDraft, "roles">): string {
  const rows = statesOf(draft).map(({ name, prefix, lines, problems }) => {
    const bad = problems.find(({ level }) => level === "error");
    const more = problems.length > 0 ? `, ${counted(problems.length, "problem")}` : "";
    const state = lines === 0 ? "no spec" : `${counted(lines, "line")}${more}`;
    return [name, prefix, state, bad ? `line ${bad.line}: ${oneLine(bad.message)}` : ""];
  });
  return columns(rows, "").trimEnd();
}

function fileLines(files: readonly SpecFile[]): string[] {
  return files.flatMap(({ path, role, becomes, problems }) =>
    becomes === "left"
      ? problems.map(({ message }) => `  ${path}: Left out. ${message}`)
      : [`  ${path} → ${role}, ${WORDS[becomes]}`, ...problemLines(path, problems)],
  );
}

const WORDS = { added: "a new role", changed: "changed", same: "as it is" } as const;

function problemLines(path: string, problems: SpecFile["problems"]): string[] {
  return problems.map(({ level, line, message }) => `    ${path}:${line}: ${level}: ${oneLine(message)}`);
}
