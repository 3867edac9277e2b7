import { matchesGlob, normalisePath } from "../kernel/glob.ts";
import { isInside } from "../kernel/inside.ts";
import type { Boundaries } from "../task/boundaries.ts";
import type { Finding } from "./rule.ts";
import { inside, type Touch } from "./touch.ts";

/**
 * What is known about paths: relative to the project, absolute outside it, `null` if nobody could say. `null` instead
 * of a map: nobody looked at the disk, and they are taken as written.
 */
export type Real = ReadonlyMap<string, string | null> | null;

/** Where every program may read, and write if it says so. */
const SYSTEM =
  /^\/(usr|bin|sbin|lib|lib64|opt|nix|Library|System|Applications)(\/|$)|^\/(etc\/(os-release|hosts|resolv\.conf|debian_version|timezone|localtime|ssl\/certs\/[\w./-]+)|proc\/(cpuinfo|meminfo|version|loadavg|uptime|self\/status))$/;
const STREAMS = /^\/dev\/(null|stdin|stdout|stderr|tty|zero|random|urandom|fd\/\d+)$/;
const TEMPORARY = /^\/(tmp|var\/tmp|private\/tmp|var\/folders|private\/var\/folders)\/./;

/** Data, not code about it. */
const DATA = "(ya?ml|json|toml|txt|env|ini|conf|cfg|properties|xml|tfvars|csv)";
const SECRET = new RegExp(
  `(^|/)(${[
    // What programs read on their own, and names that mean any of their kind: `.env-prod`, `prod.env`.
    "\\.env([._-][^/]*|\\*+)?|(?!process\\.|import\\.)[^/]+\\.env|\\.dev\\.vars[^/]*|[^/]*\\.tfvars(\\.json)?|[^/]*\\.tfstate(\\.backup)?",
    "[^/]*\\.(pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx|agekey|kubeconfig)|id_(rsa|dsa|ecdsa|ed25519)[^/]*|kubeconfig[^/]*",
    "[._](netrc|pgpass|my\\.cnf|s3cfg|boto|git-credentials|htpasswd|vault-token|vault_pass[^/]*|pypirc)|vault_pass[^/]*",
    "\\.(ssh|aws|gnupg|kube|azure|squadroom)(/.*)?|\\.docker/config\\.json|\\.config/(gh|gcloud|op|squadroom)(/.*)?|\\.cargo/credentials[^/]*",
    `[^/]*(secrets?|credentials?|passwords?|service[-_]?account[^/]*|adminsdk[^/]*)\\.${DATA}|\\.?secrets?/([^/]*/)*[^/]*\\.${DATA}|(token|auth)\\.json`,
    "\\.?credentials|\\.(secrets?|token|passwords?)|[^/]*\\.secrets?",
  ].join("|")})$`,
  "i",
);
/** Public, so that people know what to fill in. */
const SHOWN = /(^|[/:._-])(example|sample|template|dist|defaults|schema|tmpl)([._-][^/]*)?$|\.d\.ts$/i;
/** Files that decide what agents may do, and what git does by itself. @source each client's page on its settings */
const CLIENTS =
  "claude|claude-plugin|codex|copilot|opencode|gemini|qwen|cursor|cline|clinerules|kilo|kilocode|crush|amp|factory|kiro|augment|roo|windsurf|goose|junie|openhands|continue|agents";
const SETTINGS = new RegExp(
  `(^|/)(\\.(git|hg|jj|svn|${CLIENTS})(/.*)?|\\.github/(hooks|copilot|extensions)(/.*)?|\\.vscode/mcp\\.json|\\.?mcp\\.json|(\\.|\\.github/)lsp\\.json|\\.claude\\.json|\\.?(opencode|crush|kilo|tui)\\.jsonc?|gemini-extension\\.json|\\.gitmodules|\\.gitconfig|\\.roomodes|\\.aider\\.conf\\.yml|squadroom\\.run\\.json|HEAD)$`,
  "i",
);
/** Below them: texts for people and models. */
const NOTES = new RegExp(
  `(^|/)\\.(${CLIENTS})/(plans|memory|memories|docs|todos|steering)/|(^|/)\\.(claude|cursor|kilocode|clinerules|roo|windsurf|continue|augment)/rules/|(^|/)\\.clinerules/[^/]*\\.(md|txt)$`,
  "i",
);
/** Files whose commands later run by themselves: with a skill, a folder that is opened, a commit. */
const AUTORUN = new RegExp(
  `(^|/)(\\.(${CLIENTS})/(skills?|commands?|agents?|prompts|workflows|output-styles|droids|modes|microagents)(/.*)?|\\.github/(agents|prompts|skills|chatmodes|workflows/copilot-setup-steps\\.ya?ml)(/.*)?|\\.vscode/(tasks|launch|settings)\\.json|[^/]*\\.code-workspace|\\.zed/.*|\\.devcontainer(/.*)?|\\.envrc|\\.husky(/.*)?|\\.pre-commit-config\\.yaml|\\.?lefthook(-local)?\\.ya?ml|\\.npmrc|\\.yarnrc(\\.yml)?|\\.pnpmfile\\.cjs|\\.cargo/config(\\.toml)?|\\.(bash|zsh)(rc|env|_profile)|\\.profile|\\.(ex|nvim|vim|bazel)rc|\\.nvim\\.lua|\\.(gdb|lldb)init|\\.?mise[\\w.-]*\\.toml|hooks/hooks\\.json|\\.worktreeinclude)$`,
  "i",
);
/**
 * Programs keep in a folder with a dot what they do by themselves. Nobody knows which clients there are, so the folders
 * that hold something else are named instead; texts and pictures never run.
 */
const HIDDEN =
  /(^|\/)\.(?!(github|gitlab|vscode|storybook|changeset|circleci|buildkite|forgejo|gitea|well-known|config|next|nuxt|expo|vite|turbo|nx|angular|svelte-kit|astro|docusaurus|gradle|terraform|serverless|dart_tool|venv|tox|npm|docker|worktrees|([\w-]*[_-])?(cache|tmp|temp|output|store|build|dist|logs?))\/)[\w][\w-]*\/(?!.*\.(mdx?|mdc|txt|rst|adoc|png|jpe?g|svg|gif|webp|log|snap|map|css|html)$)./i;
/** Examples of both, for paths with wildcards. */
const GUARDED_SAMPLES =
  ".git .git/config .git/hooks .git/hooks/pre-commit .git/info/attributes .git/index .claude .claude/settings.json .claude/settings.local.json .claude/hooks/x.sh .claude/skills/x/SKILL.md .claude/commands/x.md .claude/agents/x.md .codex/config.toml .codex/hooks.json .gemini/settings.json .opencode/plugin/x.js .cursor/mcp.json .qwen/settings.json .github/hooks/x.json .github/copilot/settings.json .github/lsp.json .github/mcp.json .github/prompts/x.md .vscode/mcp.json .mcp.json .gitmodules .envrc .husky/pre-commit .vscode/tasks.json squadroom.run.json opencode.json".split(
    " ",
  );
/** Any file of a kind, not a particular one. */
const ANY_NAME = /^(\[!\.\])?\*+(\.\w+)?$/;
/** Any file with no dot at the beginning of its name or of a folder above it. */
export const VISIBLE = "[!.]*";

/** Patterns that may mean a secret without naming it. */
const SECRET_SAMPLES =
  ".env .env.local .env.production prod.env server.pem server.key server.p12 id_rsa id_ed25519 .netrc .pgpass .ssh .aws .squadroom secrets.yml secrets.json credentials.json terraform.tfvars".split(
    " ",
  );
/** Of these, the patterns that fit any file of their kind. */
const SECRET_KINDS = SECRET_SAMPLES.filter((name) => /\.(env|pem|key|p12|tfvars)$/.test(name));

const SECRET_FOLDERS = [".ssh", ".aws", ".gnupg", ".kube", ".azure", ".squadroom"];

/** Most parts of a path, and most letters of a name, that are compared. */
const PARTS_MAX = 200;

export interface Guarded {
  boundaries: Boundaries | null;
  taskId: string | null;
  /** Patterns of files that nobody may write. */
  protectedFiles: readonly string[];
  /** Why only somebody else may write what these patterns match; `null`: it is not locked. */
  refuseWrite: (patterns: readonly string[]) => string | null;
}

/** What the files of a call say about it, by rule. */
export function fileFindings(touches: readonly Touch[], real: Real, guarded: Guarded): Finding[] {
  return touches.flatMap((touch) => findingsOfTouch(touch, real, guarded));
}

const verb = { read: "read", write: "change", delete: "delete" } as const;

function findingsOfTouch(touch: Touch, real: Real, guarded: Guarded): Finding[] {
  const { path, access } = touch;
  if (path === null) {
    return access === "read"
      ? [{ rule: "unknown_path", what: "It reads a file that is only known when it runs." }]
      : [
          {
            rule: "outside",
            what: `Which file it would ${verb[access]} is only known when it runs.`,
            allowed: ["Write the path out."],
          },
        ];
  }
  const resolved = resolvedOf(touch, real);
  const at = placeOf(touch, real);
  const found: Finding[] = [];
  const because = (rule: Finding["rule"], what: string, allowed?: string[]) =>
    found.push({ rule, what, touches: [touch], ...(allowed ? { allowed } : {}) });
  if (isSecret(touch, at ?? resolved)) because("secrets", `${path} may hold secrets.`);
  const guard = access === "read" ? null : guardOf(touch, at);
  if (guard === "settings") because("settings", `${path} is one of the files that guard the agents.`);
  if (guard === "reached")
    because("autorun", `Files that guard the agents, or run by themselves, may be among ${path}.`, [
      "Name folders without such files, or the ending of what you mean.",
    ]);
  if (guard === "autorun") because("autorun", `What stands in ${path} runs by itself later.`);
  if (path.includes("\0")) because("outside", "A path has a NUL character in it.");
  if (at === null) {
    if (!isFree(path, resolved, access))
      because(
        "outside",
        real !== null && !real.has(path)
          ? `Nobody said where ${path} really is. Send it in \`files\`.`
          : `${path} is outside the project's folder.`,
        ["Work on files below the project's folder."],
      );
    return found;
  }
  if (access === "read") return found;
  const isKept = guarded.protectedFiles.some((glob) => covers(glob, at, touch));
  if (isKept) because("files", `Nobody may ${verb[access]} ${at} in this room.`);
  const { boundaries, taskId } = guarded;
  if (boundaries && !isWithin(boundaries, at, touch))
    because("boundaries", `${taskId ?? "The task"} may not ${verb[access]} ${at}: outside its boundaries.`, [
      ...boundaries.allowed,
      `Ask a person to allow ${at} in this task.`,
    ]);
  const locked = guarded.refuseWrite(patternsOf(at, touch));
  if (locked !== null)
    because("locks", `It would ${verb[access]} ${at}. ${locked}`, [
      "Work on other files, or stand in line for the lock.",
    ]);
  return found;
}

/** What it may write; a folder counts with everything in it. */
function patternsOf(at: string, { access, isGlob }: Touch): string[] {
  if (isGlob) return [at.replace(/\[[^\]]*\]/g, "?").replace(/\{[^}]*\}/g, "*")];
  if (access !== "delete") return [at];
  return at === "." ? ["**"] : [at, `${at}/**`];
}

/** Files of the project that a call writes or deletes, as far as they are named. */
export function filesWritten(touches: readonly Touch[], real: Real): string[] {
  const files = touches.flatMap((touch) => {
    const at = touch.access === "read" || touch.isGlob ? null : placeOf(touch, real);
    return at === null || at === "." ? [] : [at];
  });
  return [...new Set(files)];
}

/** Where a path really is in the project; `null`: outside, or nobody knows. */
function placeOf({ path }: Touch, real: Real): string | null {
  if (path === null) return null;
  if (real === null) return inside(path);
  const resolved = real.get(path);
  return resolved === undefined || resolved === null ? null : inside(resolved);
}

/** Where it leads on the disk; `null`: nobody could say. As written if nobody looked. */
function resolvedOf({ path }: Touch, real: Real): string | null {
  return real === null || path === null ? path : (real.get(path) ?? null);
}

/**
 * Outside the project, and nobody's business. A place where everybody may write can hold anybody's links: there it
 * matters where the path leads.
 */
function isFree(path: string, resolved: string | null, access: Touch["access"]): boolean {
  if (STREAMS.test(path)) return access !== "delete";
  if (path.split("/").includes("..") || path.includes("\0")) return false;
  if (access === "read" && SYSTEM.test(path)) return true;
  // No file has that name: what is written there lies in it.
  if (access !== "delete" && /^\/(var\/)?tmp\/?$/.test(path)) return true;
  return TEMPORARY.test(path) && resolved !== null && TEMPORARY.test(resolved);
}

/** Whether a name is that of a file that guards the agents. */
export function isGuarded(path: string): boolean {
  return SETTINGS.test(path) && !NOTES.test(path) && !AUTORUN.test(path);
}

/** Whether its contents later run by themselves. */
export function runsLater(at: string): boolean {
  return AUTORUN.test(plainName(at)) || HIDDEN.test(plainName(at));
}

/** Whether a name is that of a file with secrets. */
export function isSecretFile(path: string): boolean {
  return SECRET.test(path) && !SHOWN.test(path);
}

/** Whether files that guard the agents lie below it. */
export function holdsGuards(path: string): boolean {
  const folder = plainName(path)
    .replace(/^(\.\/)+|\/+$/g, "")
    .toLowerCase();
  return /[^./]/.test(folder) && GUARDED_SAMPLES.some((sample) => sample.startsWith(`${folder}/`));
}

/** Whether it is one of the files that guard the agents, or one that runs by itself; wildcards may mean one. */
function guardOf({ path, access, isGlob }: Touch, at: string | null): "settings" | "autorun" | "reached" | null {
  const written = isGlob ? GUARDED_SAMPLES.filter((sample) => globMeets(sample, path ?? "")) : [];
  if (written.length > 0 && access === "write" && !namesGuard(path ?? "")) return "reached";
  const names = [plainName(path ?? ""), plainName(at ?? ""), ...written];
  if (names.some(isGuarded) || (access === "delete" && holdsGuards(at ?? ""))) return "settings";
  return names.some((one) => AUTORUN.test(one)) || runsLater(at ?? "") ? "autorun" : null;
}

/** Whether a part of a pattern is about a guarded name, and not about any. */
function namesGuard(path: string): boolean {
  const parts = path.split("/").filter((part) => !/^\.?$/.test(part) && !ANY_NAME.test(part));
  return parts.some((part) => GUARDED_SAMPLES.some((sample) => sample.split("/").some((one) => nameMeets(one, part))));
}

/** The name as seen by file systems that ignore case and zero-width characters and have short names. */
function plainName(path: string): string {
  const shown = path.normalize("NFKC").replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "");
  return shown
    .split("/")
    .map((part) => part.replace(/^git~\d$/i, ".git").replace(/(.)[. ]+$|::?\$.*$/, "$1"))
    .join("/");
}

/**
 * Whether a pattern, from wherever it starts, may mean a file. A shell's wildcard matches no hidden name; a search's
 * does.
 */
function globMeets(sample: string, path: string): boolean {
  const pattern = path.replace(/^(\.\/)+/, "");
  const last = pattern.split("/").at(-1) ?? "";
  const isVisible = pattern.endsWith(`/${VISIBLE}`);
  const finds = pattern.startsWith("**") && !isVisible;
  if (!finds && !sample.startsWith(".") && ANY_NAME.test(last)) return false;
  const parts = pattern.split("/").slice(-PARTS_MAX);
  const shows = (one: string, part: string) => finds || !one.startsWith(".") || /^(\.|[@+?!*]\()/.test(part);
  return listsMeet(
    ["**", ...sample.split("/")],
    parts,
    "**",
    (one, part) => shows(one, part) && nameMeets(one, part),
    (one) => !isVisible || !one.startsWith("."),
  );
}

function isSecret({ path, isGlob }: Touch, at: string | null): boolean {
  const shown = (path ?? "").replace(/\/+$/, "");
  if (isSecretFile(shown) || (at !== null && isSecretFile(at))) return true;
  if (/^(\/etc\/(shadow|gshadow|sudoers|ssh)|\/proc\/(self|\d+)\/(environ|mem))/.test(shown)) return true;
  const [last = ""] = shown.split("/").slice(-1);
  if (
    isGlob &&
    !/^(\*\*\/)*\*+$/.test(shown) &&
    SECRET_FOLDERS.some((folder) => globMeets(`${folder}/x`, shown) && !shown.endsWith("**"))
  )
    return true;
  // A name of wildcards alone means no hidden file, and no particular one; a search takes what a shell doesn't.
  if (last === VISIBLE || !/[*?[{]/.test(last) || !/[^*?./]/.test(last.replace(/^\./, "x")) || SHOWN.test(last))
    return false;
  return (ANY_NAME.test(last) ? SECRET_KINDS : SECRET_SAMPLES).some((sample) => nameMeets(last, sample));
}

/** A folder counts with everything in it. */
function covers(glob: string, at: string, { access, isGlob }: Touch): boolean {
  if (isGlob && pathMeets(glob, at)) return true;
  if (matchesGlob(glob, at)) return true;
  const fixed = (normalisePath(glob) ?? "").split("/");
  const upTo = fixed.findIndex((part) => /[*?]/.test(part));
  const folder = (upTo < 0 ? fixed : fixed.slice(0, upTo)).join("/");
  return access === "delete" && folder !== "" && (at === "." || folder === at || folder.startsWith(`${at}/`));
}

function isWithin(boundaries: Boundaries, at: string, touch: Touch): boolean {
  const sample = touch.isGlob ? at.replace(/\[[^\]]*\]|[*?]+/g, "x") : at;
  if (!isInside(boundaries, sample)) return false;
  const lifted = (boundaries.lifted ?? []).flatMap(({ paths }) => paths);
  if (lifted.some((glob) => matchesGlob(glob, sample))) return true;
  return !boundaries.forbidden.some((glob) => covers(glob, at, touch));
}

function pathMeets(a: string, b: string): boolean {
  return listsMeet(a.split("/").slice(0, PARTS_MAX), b.split("/").slice(0, PARTS_MAX), "**", nameMeets);
}

/** Whether a name may match both patterns. */
function nameMeets(a: string, b: string): boolean {
  const letters = (text: string) =>
    [
      ...text
        .toLowerCase()
        .replace(/[@+?!*]\([^)]*\)/g, "*")
        .replace(/\[[^\]]*\]/g, "?"),
    ].slice(0, PARTS_MAX);
  const isSame = (x: string, y: string) => x === y || x === "?" || y === "?";
  return listsMeet(letters(a), letters(b), "*", isSame);
}

/** Whether something matches both lists, in which `star` stands for any run of items. */
function listsMeet(
  left: readonly string[],
  right: readonly string[],
  star: string,
  isSame: (x: string, y: string) => boolean,
  /** Whether a star on the right stands for an item. */
  isTaken: (x: string, star: string) => boolean = () => true,
): boolean {
  const known = new Map<number, boolean>();
  const from = (i: number, j: number): boolean => {
    const key = i * (PARTS_MAX + 1) + j;
    const before = known.get(key);
    if (before !== undefined) return before;
    const [x, y] = [left[i], right[j]];
    let fits: boolean;
    if (x === undefined && y === undefined) fits = true;
    else if (x === star) fits = from(i + 1, j) || (y !== undefined && from(i, j + 1));
    else if (y === star) fits = from(i, j + 1) || (x !== undefined && isTaken(x, star) && from(i + 1, j));
    else fits = x !== undefined && y !== undefined && isSame(x, y) && from(i + 1, j + 1);
    known.set(key, fits);
    return fits;
  };
  return from(0, 0);
}
