import { cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ifMissing, isThere, writeWhole } from "./files.ts";
import { fields, git, type Pin, pin } from "./git.ts";

/** What all working copies of a repository share, and what is read from there: data, never a setting. */
const SHARED = ["HEAD", "objects", "refs", "logs", "packed-refs", "worktrees", "reftable", "lfs"];

/**
 * The settings of people that count: how files are stored on this disk, their filters, what isn't theirs to save, and
 * how remotes are reached. Everything else is as the runner needs it.
 */
const KEPT = new RegExp(
  `^(?:core\\.(?:${[
    "repositoryformatversion",
    "sharedrepository",
    "logallrefupdates",
    "filemode",
    "symlinks",
    "precomposeunicode",
    "protecthfs",
    "protectntfs",
    "longpaths",
    "checkstat",
    "trustctime",
    "autocrlf",
    "eol",
    "excludesfile",
    "sparsecheckout",
    "sparsecheckoutcone",
    "sshcommand",
    "askpass",
    "gitproxy",
  ].join(
    "|",
  )})$|extensions\\.(?!worktreeconfig$)|(?:filter|lfs|remote|branch|url|credential|https?|ssh|protocol|safe|submodule)\\.(?!recurse$))`,
);

/** No hook, no background program, no signature, nothing settled from memory, no cache that others write. */
const OWN = [
  ["core.hookspath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.untrackedcache", "false"],
  ["core.commitgraph", "false"],
  ["core.attributesfile", "/dev/null"],
  ["core.safecrlf", "false"],
  ["core.quotepath", "false"],
  // Git would start itself in submodules, with the settings that agents write there.
  ["diff.ignoresubmodules", "dirty"],
  ["commit.gpgsign", "false"],
  ["merge.conflictstyle", "merge"],
  ["merge.verifysignatures", "false"],
  ["rerere.enabled", "false"],
  ["gc.auto", "0"],
  // Git would read it in the working copy, whatever it is.
  ["log.mailmap", "false"],
  ["maintenance.auto", "false"],
  ["advice.detachedhead", "false"],
  ["i18n.commitencoding", "utf-8"],
] as const;

/**
 * A folder that serves git as the shared part of the repository: its objects and branches are the repository's, its
 * settings, hooks, attributes and ignore rules are those of this moment. Whatever is later written into the repository
 * changes nothing here, and names no program.
 *
 * @returns the pin of `root`
 */
export async function pinRepository(
  root: string,
  gitFolder: string,
  place: string,
  env: Record<string, string>,
): Promise<Pin> {
  const told = fields(await git(root, ["config", "--list", "-z", "--includes"], { live: true }));
  const settings = told.map((row) => {
    const end = row.indexOf("\n");
    return end < 0 ? ([row, null] as const) : ([row.slice(0, end), row.slice(end + 1)] as const);
  });
  const gitDir = (await git(root, ["rev-parse", "--absolute-git-dir"], { live: true })).trimEnd();
  await mkdir(place, { recursive: true, mode: 0o700 });
  const kept = settings.filter(([key]) => KEPT.test(key));
  const users = settings.filter(([key]) => !KEPT.test(key) && !isOwn(key));
  const hooksPath = settings.findLast(([key]) => key === "core.hookspath")?.[1];
  // From the user's own working copy: in a tree, an agent wrote what is at such a path.
  const usersHooks = hooksPath && (/^[~%]/.test(hooksPath) ? hooksPath : resolve(root, hooksPath));
  const own = [["core.ignorecase", `${await isCaseless(place)}`], ...OWN] as const;
  await writeWhole(join(place, "config"), [...kept, ...own].map(setting).join(""));
  await writeWhole(join(place, "users-config"), users.map(setting).join(""));
  const info = (name: string) => readFile(join(gitFolder, "info", name), "utf8").catch(ifMissing);
  await writeWhole(join(place, "info", "exclude"), (await info("exclude")) ?? "");
  // Text is recognised by its content: no file may say that its changes aren't shown.
  const attributes = `${(await info("attributes")) ?? ""}\n* !diff\n`;
  await writeWhole(join(place, "info", "attributes"), attributes);
  await mkdir(join(gitFolder, "logs"), { recursive: true });
  for (const name of SHARED) await lead(join(gitFolder, name), join(place, name));
  const isShallow = (await readFile(join(gitFolder, "shallow")).catch(ifMissing)) !== null;
  if (isShallow) await lead(join(gitFolder, "shallow"), join(place, "shallow"));
  const hooks = join(place, "hooks");
  await rm(hooks, { recursive: true, force: true });
  await cp(join(gitFolder, "hooks"), hooks, { recursive: true }).catch(ifMissing);
  const pinned = { gitDir, workTree: root, commonDir: place, hooks: usersHooks ?? hooks, env };
  pin(pinned);
  return pinned;
}

/** According to the disk that trees are on: a setting that came with the repository from elsewhere would hide files. */
async function isCaseless(place: string): Promise<boolean> {
  await writeWhole(join(place, "case"), "");
  return isThere(join(place, "CASE"));
}

/** The same for a repository that agents write to: with the settings of the one at `from`. */
export async function plainRepository(place: string, gitDir: string, from: string): Promise<void> {
  await writeWhole(join(place, "config"), await readFile(join(from, "config"), "utf8"));
  await writeWhole(join(place, "info", "attributes"), "* !diff\n");
  for (const name of SHARED) await lead(join(gitDir, name), join(place, name));
  const isShallow = (await readFile(join(gitDir, "shallow")).catch(ifMissing)) !== null;
  if (isShallow) await lead(join(gitDir, "shallow"), join(place, "shallow"));
}

function isOwn(key: string): boolean {
  return /^(core\.(bare|worktree)|extensions\.|alias\.)/.test(key) || OWN.some(([own]) => own === key);
}

/** In git's own form: `section.Sub Section.name`. */
function setting([key, value]: readonly [string, string | null]): string {
  const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
  const sub = first === last ? "" : ` ${quoted(key.slice(first + 1, last))}`;
  const name = key.slice(last + 1);
  return `[${key.slice(0, first)}${sub}]\n\t${value === null ? name : `${name} = ${quoted(value)}`}\n`;
}

function quoted(text: string): string {
  const plain = text.replace(/["\\]/g, "\\$&");
  return `"${plain.replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll("\b", "\\b")}"`;
}

async function lead(to: string, from: string): Promise<void> {
  const draft = `${from}.${process.pid}`;
  await rm(draft, { force: true });
  await symlink(to, draft);
  await rename(draft, from);
}
