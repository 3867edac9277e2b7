import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isThere, textInside, writeWhole } from "./files.ts";
import { commitOf, git, gitOrNull } from "./git.ts";
import { fileName } from "./names.ts";
import { isRefused, type Refused, refused } from "./refused.ts";
import { addAll, type Repository } from "./repository.ts";
import { type Home, linksOf, type NewLink, newLinks, pinPlain, type Submodule, submodulesOf } from "./sub-git.ts";

/** For work on the user's own repositories only. */
const QUIET = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "protocol.ext.allow=never"];
const CONFIG_MAX = 1024 * 1024;

function gitAlone(folder: string, args: readonly string[]): Promise<string> {
  return git(folder, [...QUIET.flatMap((one) => ["-c", one]), ...args], { live: true });
}

/** What keeps the runner's git out of submodules, or out of folders that used to be some; `null`: nothing. */
export async function checkSubmodules(home: Home): Promise<Refused | null> {
  const all = await submodulesOf(home);
  if (isRefused(all)) return all;
  for (const { home: inner } of all) {
    const problem = inner && (await checkSubmodules(inner));
    if (problem) return problem;
  }
  return null;
}

async function filledIn(home: Home): Promise<(Submodule & { home: Home })[]> {
  const all = await submodulesOf(home);
  if (isRefused(all)) throw new Error(all.refused.message);
  return all.flatMap((one) => (one.home ? [{ ...one, home: one.home }] : []));
}

/** Fills those that the user's repository has: a new working copy has only empty folders for them. */
export async function fillSubmodules(home: Home): Promise<void> {
  const all = await submodulesOf(home);
  if (isRefused(all)) return;
  for (const { home: filled, folder, kept, commit } of all) {
    if (filled || !(await has(home.place, kept, commit))) continue;
    const origin = await originOf(kept);
    // In full: agents may not read what the user's repository borrows from elsewhere.
    const clone = ["clone", "--quiet", "--no-checkout", "--local", "--dissociate", "--template="];
    await gitAlone(dirname(home.place), [...clone, kept, folder]);
    if (origin) await gitAlone(folder, ["remote", "set-url", "origin", origin]);
    await gitAlone(folder, ["checkout", "--quiet", "--detach", commit]);
    const inner = { folder, gitDir: join(folder, ".git"), gitFolder: kept, place: home.place };
    await pinPlain(inner.place, folder, inner.gitDir);
    await fillSubmodules(inner);
  }
}

/**
 * Moves a working copy and brings its submodules along, except those in which somebody has worked. Git leaves them
 * where they were: the next commit around them would undo the move.
 *
 * @param force in whatever state they are
 */
export async function withSubmodules<T>(
  home: Home,
  go: () => Promise<T>,
  { force = false }: { force?: boolean } = {},
): Promise<T> {
  const rest = new Set<string>();
  for (const { path, folder, commit, home: inner } of await filledIn(home))
    if (force || ((await commitOf(folder, "HEAD")) === commit && !(await isDirty(folder, inner)))) rest.add(path);
  const done = await go();
  for (const { path, folder, kept, commit, home: inner } of await filledIn(home)) {
    if (!rest.has(path) || !(await has(home.place, kept, commit))) continue;
    if (!force && (await commitOf(folder, "HEAD")) === commit) continue;
    await git(folder, ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", kept, commit]);
    const checkout = ["checkout", "--quiet", "--detach", ...(force ? ["--force"] : []), commit];
    await withSubmodules(inner, () => git(folder, checkout), { force });
    if (force) await git(folder, ["clean", "-ffdq"]);
  }
  await fillSubmodules(home);
  return done;
}

/** Those whose folders stay empty in each new working copy. */
export async function emptySubmodules(home: Home): Promise<string[]> {
  const all = await linksOf(home);
  const filled = await Promise.all(all.map(({ kept, commit }) => has(home.place, kept, commit)));
  return all.flatMap(({ path }, at) => (filled[at] ? [] : [path]));
}

/** Submodules with work that no commit of theirs has. */
export async function unsavedSubmodules(home: Home): Promise<string[]> {
  const unsaved: string[] = [];
  for (const { path, folder, home: inner } of await filledIn(home))
    if (await isDirty(folder, inner)) unsaved.push(path);
  return unsaved;
}

async function isDirty(folder: string, inner: Home): Promise<boolean> {
  const args = ["status", "--porcelain", "-z", "--untracked-files=all"];
  const own = await git(folder, args, { whole: true });
  return own !== "" || (await unsavedSubmodules(inner)).length > 0;
}

/**
 * Commits what no commit of a submodule has, the innermost first, and puts those commits into the surrounding index.
 *
 * @returns their paths: git itself would look up what to put there in settings that agents write
 */
export async function commitSubmodules(
  home: Home,
  message: string,
  env: Record<string, string>,
): Promise<string[] | Refused> {
  const filled = await filledIn(home);
  for (const { folder, home: inner } of filled) {
    const links = await commitSubmodules(inner, message, env);
    if (isRefused(links)) return links;
    const nested = await addAll(folder, new Set(), links);
    if (nested) return nested;
    if ((await git(folder, ["diff", "--cached", "--name-only"])) === "") continue;
    const commit = ["commit", "--quiet", "--allow-empty-message", "--file=-"];
    await git(folder, commit, { input: message, env });
  }
  const paths = filled.map(({ path }) => path);
  if (paths.length === 0) return [];
  const heads = await Promise.all(filled.map(({ folder }) => commitOf(folder, "HEAD")));
  const links = paths.flatMap((path, at) => (heads[at] ? [`160000 ${heads[at]}\t${path}\0`] : []));
  await git(home.folder, ["update-index", "-z", "--index-info"], { input: links.join("") });
  return paths;
}

/**
 * Brings everything that agents committed in submodules to where the user's repository keeps these: what only the
 * working copy has is lost with it. Idempotent.
 *
 * @param hashes git's names for what no commit may contain
 */
export async function keepSubmodules(home: Home, key: string, hashes: readonly string[] = []): Promise<Refused | null> {
  for (const { folder, path, kept, home: inner } of await filledIn(home)) {
    const problem = await keepSubmodules(inner, key, hashes);
    if (problem) return problem;
    if (!(await isThere(join(kept, "HEAD")))) await makeKept(inner, kept);
    await pinPlain(home.place, kept, kept);
    const refs = ["for-each-ref", "--format=%(refname)", "refs/heads", "refs/stash"];
    const heads = (await git(folder, refs)).split("\n").filter(Boolean);
    const names = [...((await commitOf(folder, "HEAD")) ? ["HEAD"] : []), ...heads];
    if (names.length === 0) continue;
    const input = await git(kept, ["for-each-ref", "--format=%(objectname)"]);
    const found = await git(folder, ["cat-file", "--batch-check=%(objectname)"], { input });
    const known = found.split("\n").filter((row) => /^[0-9a-f]+$/.test(row));
    const what = [...names, "--not", ...known];
    const objects = await gitOrNull(folder, ["rev-list", "--objects", ...what]);
    if (objects === null) return inPart(path);
    const copied = objects.split("\n").filter((row) => hashes.includes(row.split(" ")[0] ?? ""));
    if (copied.length > 0)
      return refused(
        "copied_file",
        `Commits in the submodule ${path} have files that the runner copied into the tree from what the project ignores. Take them out of these commits, and try again.`,
        { files: copied.map((row) => join(path, row.slice(row.indexOf(" ") + 1))) },
      );
    if (objects !== "") {
      // Neither repository's programs have to read the other's settings.
      const file = join(home.place, `${process.pid}-${fileName(key)}.bundle`);
      await git(folder, ["bundle", "create", "--quiet", file, ...what]);
      await git(kept, ["bundle", "unbundle", file]).finally(() => rm(file));
    }
    const ends = await Promise.all(names.map(async (name) => (await commitOf(folder, name)) ?? ""));
    // The user's next fetch there walks from every reference to where histories begin.
    const walk = ["rev-list", "--objects", "--quiet", ...ends, "--not", "--all"];
    if ((await gitOrNull(kept, walk)) === null) return inPart(path);
    for (const [at, name] of names.entries()) {
      const to = `refs/squadroom/${fileName(key)}/${name.replace(/^refs\//, "")}`;
      await git(kept, ["update-ref", to, ends[at] ?? ""]);
    }
  }
  return null;
}

function inPart(path: string): Refused {
  return refused(
    "submodule_partial",
    `The submodule ${path} was fetched in part, and the project's own copy of it lacks the rest: kept there, it would break that copy. Fetch the rest in the worktree (\`git -C '${path}' fetch --unshallow\`; after a filter, \`fetch --refetch --no-filter\`), then try again.`,
    { files: [path] },
  );
}

/**
 * Whether submodules have the commits that a branch newly points to, the innermost included: here if somebody takes it,
 * or on their remotes, where others look for them.
 */
export async function checkLinks(
  { root, gitFolder, pin: { commonDir } }: Repository,
  branch: string,
  commit: string,
  into: string | null,
): Promise<Refused | null> {
  async function lost(repository: string, modules: string, at: string, known: string | null): Promise<NewLink[]> {
    const found = await newLinks(repository, modules, at, known === null ? [] : [known]);
    const all = found.map(async (one) => {
      // Nobody knows what a new submodule contains that was never fetched here.
      if (known === null && !(await isThere(join(one.kept, "HEAD")))) return [];
      const isHere = await has(commonDir, one.kept, one.commit);
      const refs = ["for-each-ref", "--count=1", "--contains", one.commit, "refs/remotes"];
      if (!isHere || (into === null && (await git(one.kept, refs)) === "")) return [one];
      const { before } = one;
      const isKnown = before !== null && (await has(commonDir, one.kept, before));
      const inner = await lost(one.kept, one.kept, one.commit, isKnown ? before : null);
      return inner.map((deep) => ({ ...deep, path: join(one.path, deep.path) }));
    });
    return (await Promise.all(all)).flat();
  }
  const missing = await lost(root, gitFolder, commit, into ?? "--remotes");
  const [first] = missing;
  if (!first) return null;
  const files = missing.map(({ path }) => path);
  return into === null
    ? refused(
        "submodule_unpushed",
        `${branch} points to commits in submodules that their remotes don't have: whoever fetches it couldn't fill them. Push these first, such as \`git -C '${first.kept}' push origin ${first.commit}:refs/heads/${branch}\`.`,
        { files },
      )
    : refused(
        "submodule_missing",
        `${branch} points to commits in submodules that aren't in this repository, such as ${first.commit}: nobody could fill them. Fetch them there (\`git submodule update --init\`), or have them committed again.`,
        { files },
      );
}

/** In the form that `git submodule update` expects: with the remote, and no working copy yet. All of it or nothing. */
async function makeKept({ gitDir }: Home, kept: string): Promise<void> {
  const draft = `${kept}.made`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(kept), { recursive: true });
  await gitAlone(dirname(kept), ["init", "--quiet", "--bare", "--template=", draft]);
  const origin = await originOf(gitDir);
  const fetch = "+refs/heads/*:refs/remotes/origin/*";
  const remote = [["remote.origin.url", origin] as const, ["remote.origin.fetch", fetch] as const];
  for (const setting of [["core.bare", "false"] as const, ...(origin ? remote : [])])
    await gitAlone(draft, ["config", ...setting]);
  // Where its history begins is where git takes it to begin there, too.
  const cut = (await textInside(gitDir, "shallow", CONFIG_MAX)) ?? "";
  if (/^(?:[0-9a-f]{40,64}\n)+$/.test(cut)) await writeWhole(join(draft, "shallow"), cut);
  await rename(draft, kept);
}

async function originOf(gitDir: string): Promise<string> {
  const input = (await textInside(gitDir, "config", CONFIG_MAX)) ?? "";
  const get = ["config", "--file=-", "--no-includes", "--get", "remote.origin.url"];
  return (await git("/", get, { live: true, input }).catch(() => "")).trim();
}

async function has(place: string, repository: string, commit: string): Promise<boolean> {
  if (!(await isThere(join(repository, "HEAD")))) return false;
  await pinPlain(place, repository, repository);
  return (await commitOf(repository, commit)) !== null;
}
