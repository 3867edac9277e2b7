import { byWords } from "./by-words.ts";
import { code, NEW_CODE, python, runsStream } from "./code.ts";
import { startsOf } from "./find.ts";
import { gitFindings } from "./git.ts";
import { readGit } from "./git-words.ts";
import { actPlaces, always, type Judge, one, only } from "./judging.ts";
import { hasActs, isKnown } from "./known.ts";
import { curl, github, isMetadata, lookUp, metadata, SENT } from "./network.ts";
import { commandsInOptions, hasOption } from "./options.ts";
import { OWN_COMMAND, ownFindings } from "./own-acts.ts";
import { fetched, PUBLISHED, packages, pip } from "./packages.ts";
import { byCmake, deepRemoval, isMade, moved, removal, removed, spread } from "./removal.ts";
import type { Finding, RuleId } from "./rule.ts";
import { argsOf, nameOf, programOf, type Run } from "./run.ts";
import { settingFindings } from "./settings.ts";

/** What a command does that a rule is about. */
export function findingsOf(run: Run): Finding[] {
  const program = programOf(run);
  const args = argsOf(run);
  const found = [
    ...settingFindings(run),
    ...(isCodeGiven(run, program) || runsStream(program, run) ? one("inline_code", NEW_CODE, run) : []),
    ...(args.some((text) => /:\/\/|^\d|^metadata/.test(text) && isMetadata(text)) ? metadata() : []),
    ...(JUDGES.get(program) ?? []).flatMap((judge) => judge(args, run)),
    ...byWords(args, run),
  ];
  if (found.length === 0 && !run.isGuess && !isKnown(run)) found.push(...unknown(program, run));
  const { stdin, cwd } = run;
  // The same words elsewhere, or with another input, are another call.
  const around = [
    ...(typeof stdin === "object" && stdin && "text" in stdin ? ["<<<", stdin.text] : []),
    ...(cwd === "." ? [] : [`(in ${cwd ?? "a folder that nobody knows"})`]),
  ];
  return found.map((one) => (one.words ? { ...one, words: [...one.words, ...around] } : one));
}

/** Acts by which programs reach others, whatever else they do. */
const RELEASES = /^(?:.*:)?(publish(?!tomavenlocal)\w*|deploy|release|release:perform|uploadarchives|upload|submit)$/i;

function isCodeGiven(run: Run, program: string): boolean {
  return commandsInOptions(run, program, program === "git" ? readGit(run).act : null).code.length > 0;
}

const MACHINE = "It changes the machine, not the project.";
const GONE = "It destroys what can't be brought back.";
const TAKEN = "It deletes what it packs or copies.";
const READS_STORE = "It reads secrets out of a store.";
const AGENTS =
  "claude codex copilot gemini opencode aider goose amp cursor-agent qwen crush cline devin droid auggie kiro kilo kilocode cn kimi junie vibe rovodev codebuff iflow qodercli qwen-code claude-agent-acp codex-acp claude-code gemini-cli opencode-ai openhands plandex gptme".split(
    " ",
  );
/** The room's command, where a package manager or `connect` puts it. */
const NAMED_AGAIN = new RegExp(`${OWN_COMMAND.source}|(^|/)\\.bin/squadroom$`);
/** The room's own command. */
const squadroom: Judge = (_, run) => ownFindings(run.words.slice(1), run);

/** A script that is another program: an agent, or the room's command. */
function scripted(judge: Judge): Judge {
  return (args, run) => {
    const own = args.findIndex((text) => OWN_COMMAND.test(text) || nameOf(text) === "squadroom");
    if (own >= 0) return ownFindings(run.words.slice(own + 2), run);
    const script = args.find((text) => !text.startsWith("-")) ?? "";
    return isAgent(script) ? one("spawn", "It starts another agent.") : judge(args, run);
  };
}

/** By its name, or by the package that it comes in. */
function isAgent(text: string): boolean {
  return (
    AGENTS.includes(nameOf(text).replace(/\.[cm]?js$/, "")) ||
    /(^|\/)@(anthropic-ai\/claude|openai\/codex|google\/gemini|github\/copilot|qwen-code|kilocode|sourcegraph\/amp|charmland\/crush|augmentcode|factory)/.test(
      text,
    )
  );
}

/** If one of the words matches. */
const matching =
  (rule: RuleId, what: string, words: RegExp): Judge =>
  (args, run) =>
    args.some((text) => words.test(text)) ? one(rule, what, run) : [];

const judges: [names: string, judge: Judge][] = [
  ["git", (_, run) => gitFindings(run)],
  ["rm rmdir unlink remove-item ri del erase rd", removal],
  ["rimraf del-cli trash", deepRemoval],
  ["cp mv ln link install ditto rsync", matching("settings", "It gives the room's command another name.", NAMED_AGAIN)],
  ["mv", moved],
  ["cp ditto", spread],
  ["cmake", byCmake],
  [
    "find",
    (args, run) => {
      if (!args.includes("-delete") || startsOf(run).every(({ text }) => isMade(text))) return [];
      const isAll = !args.some((text) => /^-i?(name|path|regex|wholename)$/.test(text));
      return [...removed(startsOf(run), isAll, run), ...one("discard", "It deletes the files that it finds.", run)];
    },
  ],
  [
    "shred wipefs fdisk parted sfdisk gdisk diskutil shutdown reboot halt poweroff dropdb wipe srm",
    always("destroy", GONE),
  ],
  ["mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.vfat mkfs.btrfs mkswap format diskpart", always("destroy", GONE)],
  ["init telinit", (args, run) => (args.some((text) => /^[06]$/.test(text)) ? one("destroy", GONE, run) : [])],
  ["dd", matching("destroy", GONE, /^of=\/dev\/(?!null)/)],
  [
    "kill",
    (args, run) => {
      const all = args.some((text, i) => /^(-1|1|0)$/.test(text) && (i > 0 || text !== "-1" || args.length === 1));
      if (all) return one("destroy", "It ends processes that are not its own.");
      const isOwn = args.some((text) => text.startsWith("%")) && args.every((text) => /^[-%]/.test(text));
      return isOwn || args.includes("-l") || args.includes("-0") ? [] : one("system", "It ends a process.", run);
    },
  ],
  ["pkill killall skill fuser", always("system", "It ends processes by their name.")],
  [
    "sudo doas su pkexec runuser setpriv gosu runas run0 sudoedit sudo-rs gsudo",
    always("privileges", "It gains rights that the agent doesn't have."),
  ],
  [
    "chmod",
    matching(
      "system",
      "It gives everybody rights to files.",
      /^[0-7]?[0-7]?7[0-7]7$|^[2467][0-7]{3}$|[ugoa]*\+[rwx]*s|^(a|o)?\+[rwx]*w/,
    ),
  ],
  ["chown chgrp chattr setfacl setcap", always("system", "It changes who files belong to.")],
  ["python python2 python3 pypy pypy3 py", python],
  ["-", always("inline_code", NEW_CODE)],
  [
    "node nodejs tsx ts-node esno",
    scripted(code(/^(-[a-z]*[epi]|--interactive|--eval|--print|--eval=.*|--print=.*)$|^(--\w+=)?data:/)),
  ],
  ["bash sh zsh dash ksh ash fish source .", scripted(() => [])],
  ["squadroom", squadroom],
  ["nslookup dig host drill ping ping6 traceroute whois", lookUp],
  ["less more", matching("inline_code", NEW_CODE, /^\+.*!|^-o|^--lesskey/)],
  ["tar bsdtar rsync 7z 7za 7zz", matching("discard", TAKEN, /^(--remove-(source-)?files|-sdel)$/)],
  ["zip", matching("discard", TAKEN, /^(-[a-zA-Z]*m[a-zA-Z]*|--move)$/)],
  [
    "shopt bash",
    (args) =>
      args.includes("dotglob") && !args.includes("-u")
        ? one("unreadable", "With dotglob, wildcards mean hidden files too.")
        : [],
  ],
  ["enable", only("inline_code", NEW_CODE, "-f")],
  ["hash", only("inline_code", "It makes a name mean another program.", "-p")],
  ["op bw lpass secret-tool gopass pass", always("secrets", READS_STORE)],
  ["vault", only("secrets", READS_STORE, "read kv token login print")],
  ["security", (args) => (/^(find-|dump-|export)/.test(args[0] ?? "") ? one("secrets", READS_STORE) : [])],
  [
    "gpg gpg2",
    (args) => (args.some((text) => /^(--export-secret|-d$|--decrypt)/.test(text)) ? one("secrets", READS_STORE) : []),
  ],
  ["sops age rage", only("secrets", READS_STORE, "-d --decrypt decrypt")],
  ["open xdg-open start", (args, run) => (args.some((text) => /^\w+:/.test(text)) ? one("outward", SENT, run) : [])],
  ["code cursor codium subl", only("system", MACHINE, "--install-extension")],
  ["patch", (_, run) => one("unknown_path", "Which files it changes is only known when it runs.", run)],
  ["deno", matching("inline_code", NEW_CODE, /^(eval|repl|install|add|x|jupyter)$|^(https?|npm|jsr|data):/)],
  ["bun", (args, run) => [...code(/^(-e|--eval|-p|--print)$/)(args, run), ...packages("add install i")(args, run)]],
  ["perl", code(/^-[a-zA-Z0-9]*[eE]|^-M|^-[a-zA-Z]*i/)],
  ["ruby", code(/^-[a-z]*[er]/)],
  ["php", code(/^-[rBRE]|^--run/)],
  ["lua luajit", code(/^-e/)],
  ["rscript julia elixir groovy scala ghc", code(/^-[eE]|^--eval/)],
  ["runghc runhaskell", code(/^-e/)],
  [
    "mix rake",
    (args, run) =>
      args.some((text) => /^(-[a-zA-Z]*[ep]|--eval|--execute\S*)$/.test(text)) ? one("inline_code", NEW_CODE, run) : [],
  ],
  [
    "awk gawk mawk nawk",
    matching("inline_code", NEW_CODE, /system\s*\(|\|\s*(&|getline|")|getline|print[^;}]*[>|]|@load|ENVIRON/),
  ],
  [
    "sed gsed",
    (args, run) =>
      args.some(
        (text) =>
          /(^|[;{\s/|#,0-9$])[ew]\s+\S|^[ew]\s|\/[gipm0-9]*[ew][gipm0-9]*(\s|;|$)|^\d*e$/.test(text) &&
          !text.startsWith("-"),
      ) && args.some((text) => isSedCode(text))
        ? one("inline_code", "Its script runs commands or writes files.", run)
        : [],
  ],
  [
    "tar bsdtar",
    matching(
      "inline_code",
      NEW_CODE,
      /^--(to-command|checkpoint-action|use-compress-program|rsh-command|info-script|new-volume-script|transform|xform)|^-I/,
    ),
  ],
  [
    "rsync",
    (args, run) =>
      args.some((text) => /^(-[a-zA-Z]*e|--rsh)/.test(text)) || args.some((text) => /^[\w.@-]+:/.test(text))
        ? one("outward", SENT, run)
        : args.some((text) => /^--del/.test(text))
          ? one("discard", "It deletes what is not at the source.", run)
          : spread(args, run),
  ],
  ["npm pnpm yarn", packages("add install i upgrade up link audit")],
  [
    "npx bunx pnpx uvx dnx pkgx",
    (args, run) => {
      const name = args.find((text) => !text.startsWith("-")) ?? "";
      const act = /^(npx|bunx|pnpx)$/.test(programOf(run)) ? "npx" : "dlx";
      return name === "" ? [] : fetched(act, name, args, run);
    },
  ],
  [
    "just task rake mage invoke inv poe doit gulp grunt jake ant turbo nx",
    (args, run) =>
      actPlaces(args).some((place) => RELEASES.test(args[place] as string)) ? one("outward", SENT, run) : [],
  ],
  ["pip pip3 pipx easy_install", pip],
  ["uv", (args, run) => (args[0] === "pip" ? pip(args.slice(1), run) : packages("add install upgrade")(args, run))],
  [
    "poetry cargo gem bundle composer go dotnet flutter dart mix cabal stack opam luarocks cpan cpanm nix conda mamba micromamba pixi pdm rye hatch mise asdf rustup volta",
    packages("add install get require binstall update use env"),
  ],
  ["curl wget http https xh httpie aria2c", curl],
  ["gh", github],
  [
    "psql mysql mariadb mongosh mongo sqlite3 duckdb cqlsh sqlcmd clickhouse-client",
    (args, run) =>
      args.some((text) => /[\s;(]|^\\|^\../.test(text) && !/^\w+:\/\//.test(text) && !isQuery(text)) ||
      args.some((text) => /^(-\d?f|--file)/.test(text)) ||
      (run.stdin !== null && !args.some((text) => /^(-c|-e|--version|--command.*|--execute.*)$/.test(text)))
        ? one("discard", "It may change or delete data.", run)
        : [],
  ],
  [
    "prisma sequelize typeorm knex rails rake artisan alembic flyway liquibase drizzle-kit",
    matching(
      "discard",
      "It deletes the data of a database.",
      /reset|drop|fresh|clean|downgrade|rollback|force-reset|db:(drop|reset)/,
    ),
  ],
  ["history", (args) => (args.includes("-c") ? one("discard", "It deletes the shell's history.") : [])],
  ["ln", matching("outside", "A link that leads out of the project.", /^(\/|~)/)],
  ["truncate", (args, run) => (hasOption(args, "s", ["--size"], "r") ? one("discard", "It cuts files.", run) : [])],
  ["make gmake", matching("inline_code", NEW_CODE, /^(SHELL|MAKEFLAGS|\.SHELLFLAGS|-E|\w+=.*\$\(shell)/)],
  [
    AGENTS.join(" "),
    (args) =>
      args.some((text) => /^(--version|-v|--help|-h)$/.test(text)) ? [] : one("spawn", "It starts another agent."),
  ],
];

/** Why a person is asked about programs that are not harmless in every use; nobody knows about any other. */
const GROUNDS: [names: string, rule: RuleId, what: string][] = [
  [
    "kubectl helm oc k9s minikube kind terraform tofu terragrunt pulumi cdk serverless sls ansible ansible-playbook vagrant packer aws gcloud az gsutil doctl heroku fly flyctl vercel netlify wrangler firebase railway render eb oci ibmcloud linode-cli hcloud ssh scp sftp ftp telnet nc ncat netcat socat rclone mosh autossh ngrok cloudflared mail sendmail mutt mailx swaks s3cmd glab hub tea http.server smtpd",
    "outward",
    SENT,
  ],
  ["twine surge np release-it semantic-release", "outward", PUBLISHED],
  ["docker podman nerdctl docker-compose", "system", "It runs a container, which may reach the whole machine."],
  [
    "apt apt-get aptitude dpkg dnf yum rpm apk pacman zypper brew port snap flatpak choco winget scoop",
    "system",
    "It changes what is installed on the machine.",
  ],
  [
    "crontab at batch systemctl service launchctl sysctl mount umount modprobe iptables nft ufw useradd userdel usermod passwd hostnamectl timedatectl defaults ip ifconfig route",
    "system",
    MACHINE,
  ],
  ["tmux screen dtach zellij", "system", "It starts something that goes on by itself."],
  ["nix-shell nix-env nix cs coursier jbang pipx uvx easy_install", "dependency", "It fetches a program and runs it."],
];

function unknown(program: string, run: Run): Finding[] {
  const [, rule, what] = GROUNDS.find(([names]) => names.split(" ").includes(program)) ?? [];
  const act = hasActs(program) ? argsOf(run).find((text) => !text.startsWith("-")) : undefined;
  return one(
    rule ?? "unknown_program",
    what ?? `Nobody here knows what ${[program, act].filter(Boolean).join(" ")} does.`,
    run,
  );
}

const JUDGES = new Map<string, Judge[]>();
for (const [names, judge] of judges)
  for (const name of names.split(" ")) JUDGES.set(name, [...(JUDGES.get(name) ?? []), judge]);

/** Each statement reads, or adds: it changes nothing that is there, and reaches nothing outside the database. */
function isQuery(text: string): boolean {
  const leaves =
    /\b(drop|truncate|delete|alter|grant|update|flush\w*|(out|dump)file|program|attach|writefile|load_extension|system|shell|remove|into\s+outfile|pg_read\w*|read_\w+|lo_\w+)\b|\\[!ocwg]|(?<!\|)\|(?!\|)|\b\w+(Many|One)\(/i;
  const asks =
    /^(select|show|explain|desc(ribe)?|pragma|values|with|insert|create|analyze|vacuum|begin|commit|use|print|\\(d|l|conninfo|x|timing|pset)|\.(tables|schema|mode|headers?|indexes|databases|width|help)|db\.[\w.]+\((find|count|stats)?|db\.)/i;
  return (
    !leaves.test(text.replace(/\bfindOne\(/g, "")) &&
    text.split(";").every((one) => one.trim() === "" || asks.test(one.trim()) || /^[-'"]/.test(text))
  );
}

function isSedCode(text: string): boolean {
  return !/^[\w./-]+\.\w+$/.test(text);
}
