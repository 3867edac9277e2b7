import { readGit } from "./git-words.ts";
import { SENT } from "./network.ts";
import { hasOption, means, valuesOf } from "./options.ts";
import { isFolderish } from "./removal.ts";
import type { Finding } from "./rule.ts";
import type { Run, Word } from "./run.ts";
import { inside, joined } from "./touch.ts";

const PROTECTED = /^(main|master|trunk|production|prod|release([/-].*)?|releases\/.*)$/;
/** Settings that run nothing and lead nowhere else. */
const HARMLESS =
  /^(user\.(name|email|signingkey)|color\.|advice\.|init\.defaultbranch|core\.(quotepath|autocrlf|eol|ignorecase|filemode|abbrev|longpaths|safecrlf)|commit\.(gpgsign|verbose)|tag\.gpgsign|gc\.auto|safe\.directory|merge\.(conflictstyle|ff)|pull\.(rebase|ff)|push\.(autosetupremote)|rebase\.(autosquash|autostash)|fetch\.prune|diff\.(renames|algorithm|colormoved)|log\.|status\.|column\.|format\.pretty|rerere\.|http\.version|protocol\.version|index\.|feature\.|pack\.|i18n\.)/i;
/** Values that make nothing else run, or a pager that only shows. */
const PLAIN =
  /^((core\.(pager|editor)|sequence\.editor|pager\.\w+)=(cat|less|true|false|:)?|(submodule\.recurse|diff\.noprefix)=\w+)$/i;
const KNOWN = new Set(
  (
    "add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore checkout cherry cherry-pick " +
    "clean clone commit config count-objects describe diff diff-files diff-index diff-tree difftool fetch filter-branch " +
    "filter-repo for-each-ref format-patch fsck gc grep help init lfs log ls-files ls-remote ls-tree maintenance merge " +
    "merge-base merge-file merge-tree mergetool mv name-rev notes prune pull push range-diff read-tree rebase reflog " +
    "remote replace reset restore rev-list rev-parse revert rm send-email shortlog show show-branch show-ref sparse-checkout " +
    "stage stash status submodule switch symbolic-ref tag update-index update-ref var verify-commit verify-tag version " +
    "whatchanged worktree write-tree hash-object blame daemon"
  ).split(" "),
);

const OTHER_PROGRAM = "It lets git run another program for the connection.";
/** Options of acts that make git run another program at the other end. */
const CONNECTIONS: Record<string, string> = {
  clone: "-u --upload-pack",
  push: "--receive-pack --exec",
  archive: "--exec",
};

export function gitFindings(run: Run): Finding[] {
  const { act, args, settings, moved, named } = readGit(run);
  const given = act === "clone" ? valuesOf(run.words, "-c --config", "obju").map(({ value }) => value.text) : [];
  const found: Finding[] = [...settings, ...given].flatMap((setting) =>
    PLAIN.test(setting) ? [] : foreign(setting.split("=")[0] ?? ""),
  );
  const connects = valuesOf(
    run.words,
    ["--upload-pack", "--receive-pack", CONNECTIONS[act ?? ""] ?? ""].join(" "),
    "cCobj",
  );
  if (args.some((text) => /^ext::/.test(text)) || (connects.length > 0 && act !== "rebase"))
    found.push({ rule: "unreadable", what: OTHER_PROGRAM });
  const others = [
    ...named.filter(({ text }) => !/^(\.\/)*(\.|\.git\/?)?$/.test(text)),
    ...moved.filter((word) => leadsOut(word, run)),
  ];
  if (others.length > 0 || (act === "init" || act === "clone" ? hasOption(args, "", ["--bare", "--mirror"]) : false))
    found.push({
      rule: "inline_code",
      what: "It works in another repository, whose settings may run anything.",
      words: run.words.map(({ text }) => text),
    });
  if (hasOption(args, "", ["--template", "--separate-git-dir"]) && /^(init|clone)$/.test(act ?? ""))
    found.push({ rule: "settings", what: "It makes a repository of files that guard the agents." });
  if (act === null) return found;
  if (!KNOWN.has(act))
    return [
      ...found,
      {
        rule: "inline_code",
        what: `\`git ${act}\` is no act of git itself: it may be an alias for anything.`,
        words: ["git", act],
      },
    ];
  return [...found, ...(ACTS[act]?.(args, run) ?? [])];
}

function leadsOut({ text, isKnown }: Word, { cwd }: Run): boolean {
  return !isKnown || cwd === null || inside(joined(cwd, text)) === null;
}

function foreign(name: string): Finding[] {
  if (HARMLESS.test(name)) return [];
  return [
    {
      rule: "unreadable",
      what: `With the setting ${name}, git may run something else than what is written.`,
      allowed: ["Leave the setting out."],
    },
  ];
}

type Judge = (args: string[], run: Run) => Finding[];
const has = (args: readonly string[], letters: string, ...longs: string[]) => hasOption(args, letters, longs, "o");
const discard = (what: string, words: string[]): Finding[] => [{ rule: "discard", what, words }];
const destroy = (what: string): Finding[] => [{ rule: "destroy", what }];

const takesIgnored = (): Finding[] => [
  {
    rule: "settings",
    what: "It takes what git ignores, and with it files that guard the agents.",
    allowed: ["Name the files that you mean."],
  },
];

/** A patch's files are named in the patch. */
function patched(act: string): Judge {
  return (args) =>
    has(args, "", "--check", "--stat", "--numstat", "--summary", "--abort", "--quit", "--show-current-patch")
      ? []
      : [
          {
            rule: "unknown_path",
            what: "Which files it changes is only known when it runs.",
            words: ["git", act, ...args],
          },
        ];
}

const ACTS: Record<string, Judge> = {
  push,
  reset: (args) =>
    has(args, "", "--hard", "--merge", "--keep")
      ? discard("It throws away changes that are not committed.", ["git", "reset", ...args])
      : [],
  add: (args) => (has(args, "f", "--force") && (args.some(isMany) || has(args, "A", "--all")) ? takesIgnored() : []),
  "update-index": (args) => (has(args, "", "--stdin", "--index-info", "--cacheinfo") ? takesIgnored() : []),
  clean: (args) =>
    has(args, "f", "--force") && !hasOption(args, "n", ["--dry-run"], "e")
      ? hasOption(args, "xX", [], "e")
        ? takesIgnored()
        : discard("It deletes files that git does not know.", ["git", "clean", ...args])
      : [],
  checkout: (args) =>
    has(args, "fB", "--force") || args.some(isAll) || checkedOut(args).some(isBroad)
      ? discard("It throws away changes that are not committed.", ["git", "checkout", ...args])
      : [],
  restore: (args) =>
    args.some((text, i) => isBroad(text) && !/^(-s|--source)$/.test(args[i - 1] ?? "")) &&
    (has(args, "W", "--worktree") || !has(args, "S", "--staged"))
      ? discard("It throws away changes that are not committed.", ["git", "restore", ...args])
      : [],
  switch: (args) =>
    has(args, "fC", "--force", "--force-create", "--discard-changes")
      ? discard("It throws away changes that are not committed.", ["git", "switch", ...args])
      : [],
  branch: (args) =>
    has(args, "DMCf", "--force") || (has(args, "d", "--delete") && has(args, "f", "--force"))
      ? discard("It deletes or replaces a branch, merged or not.", ["git", "branch", ...args])
      : [],
  tag: (args) =>
    has(args, "df", "--delete", "--force") ? discard("It deletes or moves a tag.", ["git", "tag", ...args]) : [],
  stash: (args) =>
    hasOption(args, "a", ["--all"], "m")
      ? takesIgnored()
      : ["drop", "clear"].includes(args[0] ?? "")
        ? discard("It throws away stashed changes.", ["git", "stash", ...args])
        : [],
  worktree: (args) =>
    args[0] === "remove" && has(args, "f", "--force")
      ? discard("It removes a worktree with its changes.", ["git", "worktree", ...args])
      : [],
  rm: (args) =>
    !(has(args, "r") || args.some((text) => /(^|\/)\*+$/.test(text))) || has(args, "", "--cached")
      ? []
      : has(args, "f", "--force")
        ? destroy("It deletes a whole folder with what is not committed in it.")
        : discard("It deletes a whole folder.", ["git", "rm", ...args]),
  fetch: (args) =>
    has(args, "f", "--force") || args.some((text) => /^\+.*:/.test(text))
      ? discard("It replaces branches of this repository.", ["git", "fetch", ...args])
      : [],
  "read-tree": (args) =>
    has(args, "", "--reset")
      ? discard("It throws away changes that are not committed.", ["git", "read-tree", ...args])
      : [],
  "symbolic-ref": (args) =>
    args.filter((text) => !text.startsWith("-")).length > 1
      ? discard("It makes a name mean another branch.", ["git", "symbolic-ref", ...args])
      : [],
  apply: patched("apply"),
  am: patched("am"),
  archive: (args) =>
    args.some((text) => text.startsWith("--remote"))
      ? [{ rule: "outward", what: SENT, words: ["git", "archive", ...args] }]
      : [],
  maintenance: (args) =>
    ["start", "register"].includes(args[0] ?? "")
      ? [
          {
            rule: "system",
            what: "It changes what the machine runs by itself.",
            words: ["git", "maintenance", ...args],
          },
        ]
      : [],
  "filter-branch": () => destroy("It rewrites the history of the repository."),
  "filter-repo": () => destroy("It rewrites the history of the repository."),
  reflog: (args) =>
    ["expire", "delete"].includes(args[0] ?? "") ? destroy("It forgets how to bring commits back.") : [],
  "update-ref": (args) =>
    has(args, "d", "--stdin", "--delete")
      ? destroy("It deletes a reference.")
      : discard("It makes a name mean another commit.", ["git", "update-ref", ...args]),
  gc: (args) => (has(args, "", "--prune") ? destroy("It deletes commits that could be brought back.") : []),
  prune: () => destroy("It deletes commits that could be brought back."),
  replace: () => destroy("It replaces objects of the history."),
  remote: (args) =>
    ["add", "set-url", "remove", "rm", "rename"].includes(args[0] ?? "")
      ? [
          {
            rule: "outward",
            what: "It changes where work is pushed to.",
            words: ["git", "remote", ...args],
          },
        ]
      : [],
  "send-email": (args) => [
    { rule: "outward", what: "It sends patches by mail.", words: ["git", "send-email", ...args] },
  ],
  daemon: (args) => [
    {
      rule: "outward",
      what: "It serves the repository to others.",
      words: ["git", "daemon", ...args],
    },
  ],
  lfs: (args) =>
    /^(ls-files|status|pull|fetch|checkout|track|untrack|env|version|help)?$/.test(args[0] ?? "")
      ? []
      : [{ rule: "outward", what: SENT, words: ["git", "lfs", ...args] }],
  submodule: (args) =>
    args[0] === "add"
      ? [
          {
            rule: "dependency",
            what: "It adds another repository.",
            words: ["git", "submodule", ...args],
          },
        ]
      : [],
  config,
};

/** A pattern, or the project itself, however written. */
function isMany(text: string): boolean {
  return !text.startsWith("-") && (/[*?[:]/.test(text) || inside(text) === ".");
}

/** Paths of a checkout that it takes from the index or a commit. */
function checkedOut(args: readonly string[]): readonly string[] {
  const cut = args.indexOf("--");
  if (cut >= 0) return args.slice(cut + 1);
  const makes = args.some((text) => /^(-[bBt]|--orphan|--track|--detach)/.test(text));
  if (makes) return [];
  const names = args.filter((text) => !text.startsWith("-"));
  return NO_BRANCH.test(names[0] ?? "") || has(args, "", "--ours", "--theirs") ? names : names.slice(1);
}

/** What can't be the name of a branch: patterns, folders, and where sources lie. */
const NO_BRANCH = /[*?[]|\/$|^[:./]|^(src|lib|apps?|packages|sources|tests|cmd|internal)(\/|$)/i;

/** More than one file: a pattern, everything, or by its looks a folder. */
function isBroad(text: string): boolean {
  return !text.startsWith("-") && (isAll(text) || isFolderish(text));
}

/** Everything in the folder, or in the project. */
function isAll(text: string): boolean {
  return /^(\.\/*|:\/|:\(top\).*|:|\*|\.\/\*)$/.test(text);
}

function config(args: string[]): Finding[] {
  const at = args.findIndex((text) => !text.startsWith("-"));
  const options = at < 0 ? args : args.slice(0, at);
  const names = args.slice(at < 0 ? args.length : at).filter((text) => !text.startsWith("-"));
  const [first = "", second] = names;
  const changes = /^(set|unset|rename-section|remove-section|edit)$/.test(first);
  const asks =
    has(options, "l", "--get", "--get-all", "--list", "--get-regexp", "--show-origin", "--get-urlmatch") ||
    ["get", "list"].includes(first);
  if (asks) return [];
  if (has(args, "fe", "--global", "--system", "--file", "--worktree", "--edit") || first === "edit")
    return [{ rule: "settings", what: "It changes git's settings beyond this repository." }];
  const isAlone = second === undefined && !has(options, "", "--unset", "--unset-all", "--remove-section");
  const set = changes ? second : isAlone ? undefined : first;
  if (set === undefined || HARMLESS.test(set)) return [];
  return [{ rule: "settings", what: `It changes ${set}, with which git may run something else.` }];
}

function push(args: string[], run: Run): Finding[] {
  const words = ["git", "push", ...args];
  if (run.words.some(({ isKnown, isGlob }) => !isKnown || isGlob))
    return [
      {
        rule: "force_push",
        what: "What it pushes is only known when it runs.",
        allowed: ["Write remote and branch out: `git push origin BRANCH`."],
      },
    ];
  const options = args.filter((text) => text.startsWith("-"));
  const refs = args.filter((text) => !text.startsWith("-"));
  const specs = options.some((text) => means(text, "--repo")) ? refs : refs.slice(1);
  const forced =
    hasOption(options, "fd", ["--force", "--mirror", "--prune", "--delete"], "o") ||
    refs.some((text) => text.startsWith("+") || /^:./.test(text));
  if (forced)
    return [
      {
        rule: "force_push",
        what: "It replaces or deletes what is on the remote.",
        allowed: ["git push origin HEAD", "git push --force-with-lease origin HEAD"],
      },
    ];
  const targets = specs.map((spec) => (spec.split(":").at(-1) ?? "").replace(/^(refs\/)?heads\//, ""));
  if (
    targets.some((target) => PROTECTED.test(target)) ||
    specs.includes(":") ||
    hasOption(options, "", ["--all", "--branches"])
  )
    return [
      {
        rule: "protected_branch",
        what: `It pushes to ${targets.find((target) => PROTECTED.test(target)) ?? "all branches"}.`,
        allowed: ["Push a branch of your own, and open a pull request."],
        words,
      },
    ];
  if (options.some((text) => /^--force-(with-lease|if-includes)/.test(text)))
    return [
      {
        rule: "lease_push",
        what: "It replaces what is there, but stops if anyone else has pushed since.",
        words,
      },
    ];
  if (has(args, "n", "--dry-run")) return [];
  return [{ rule: "push", what: "It sends commits to the remote.", words }];
}
