// A program agent that does harm in its worktree: node hostile-agent.mjs LEDGER COMMAND KEYS. The prompt says what, as
// "Do ACT as ROOM-N". What it commits is told in the ledger, so that what is lost shows; a program that it leaves for
// others to run tells the ledger when somebody else runs it.
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [ledger, command, keys] = process.argv.slice(2);
const prompt = readFileSync(0, "utf8");
const [, act = "", mark = ""] =
  /^# TASK-.*Do ([a-z-]+) as ([a-z]+-\d+)/m.exec(prompt) ??
  [...prompt.matchAll(/Do ([a-z-]+) as ([a-z]+-\d+)/g)].at(-1) ??
  [];
const env = { ...process.env, HOSTILE: "1" };
const identity = ["-c", "user.name=Mallory", "-c", "user.email=mallory@example.com"];

function git(folder, ...args) {
  return execFileSync("git", ["-C", folder, ...identity, ...args], { env, encoding: "utf8" });
}
const tell = (file, words) => appendFileSync(join(ledger, file), `${words}\n`);

/** Leaves a program; whoever runs it, but for this agent, is told of. */
function trap() {
  const file = join(ledger, `trap-${mark}.sh`);
  const told = join(ledger, "ran");
  writeFileSync(file, `#!/bin/sh\n[ -n "$HOSTILE" ] || echo "${act} as ${mark}" >> '${told}'\nexec cat\n`);
  chmodSync(file, 0o755);
  return file;
}

function commit(folder, kind) {
  writeFileSync(join(folder, `own-${mark}.txt`), `${mark}\n`);
  git(folder, "add", "-A", "--", `own-${mark}.txt`);
  git(folder, "commit", "-qm", `${kind} ${mark}`);
  tell("commits", `${git(folder, "rev-parse", "HEAD").trim()} ${kind} ${mark} ${resolve(".")}`);
}

const ACTS = {
  work: () => undefined,
  flood: () => process.stdout.write("x".repeat(50_000_000)),
  lines: () => process.stdout.write(`${"many words ".repeat(9)}\n`.repeat(200_000)),
  errors: () => {
    for (let n = 0; n < 200; n++) process.stderr.write("y".repeat(1_000_000));
    process.exitCode = 4;
  },
  fail: () => {
    process.stderr.write(`boom ${mark}\n`);
    process.exitCode = 3;
  },
  die: () => process.kill(process.pid, "SIGKILL"),
  group: () => process.kill(0, "SIGKILL"),
  pipes: () => {
    execFileSync("mkfifo", [`pipe-${mark}`]);
    for (const n of [1, 2, 3, 4, 5]) symlinkSync(`pipe-${mark}`, `link-${mark}-${n}`);
    symlinkSync("/dev/zero", `zero-${mark}`);
    symlinkSync("/", `root-${mark}`);
  },
  swap: () => {
    const file = trap();
    rmSync(".git", { recursive: true, force: true });
    git(".", "init", "-q");
    git(".", "config", "filter.x.clean", file);
    git(".", "config", "core.fsmonitor", file);
    writeFileSync(".gitattributes", "* filter=x\n");
  },
  point: () => writeFileSync(".git", `gitdir: ${git(".", "rev-parse", "--git-common-dir").trim()}\n`),
  config: () => {
    const file = trap();
    git(".", "config", "filter.y.clean", file);
    git(".", "config", "diff.y.textconv", file);
    git(".", "config", "core.fsmonitor", file);
    writeFileSync(".gitattributes", "* filter=y diff=y\n");
  },
  hooks: () => {
    const folder = join(resolve(".", git(".", "rev-parse", "--git-common-dir").trim()), "hooks");
    mkdirSync(folder, { recursive: true });
    const text = readFileSync(trap(), "utf8");
    for (const name of ["pre-commit", "post-commit", "post-checkout", "reference-transaction"]) {
      writeFileSync(join(folder, name), text.replace("exec cat", "exit 0"));
      chmodSync(join(folder, name), 0o755);
    }
  },
  unignore: () => {
    writeFileSync(".gitignore", "");
    appendFileSync(".env", `MORE=quiet-otter-${mark}\n`);
    git(".", "add", "-f", ".env");
  },
  submodule: () => {
    const lib = "vendor/lib";
    git(".", "-c", "protocol.file.allow=always", "submodule", "update", "--init", "--", lib);
    git(lib, "checkout", "-q", "-B", `fix-${mark}`);
    commit(lib, "submodule");
  },
  worktree: () => {
    const folder = join(ledger, `own-${mark}`);
    git(".", "worktree", "add", "-q", "-b", `side-${mark}`, folder);
    commit(folder, "worktree");
  },
  nested: () => {
    git(".", "init", "-q", `nested-${mark}`);
    commit(`nested-${mark}`, "nested");
  },
  detached: () => {
    commit(".", "own");
    git(".", "checkout", "-q", "--detach");
    writeFileSync(`more-${mark}.txt`, "more\n");
    commit(".", "detached");
  },
  many: () => {
    mkdirSync(`many-${mark}`, { recursive: true });
    for (let n = 0; n < 700; n++) writeFileSync(join(`many-${mark}`, `${n}.txt`), `${n}\n`);
  },
  names: () => {
    for (const name of ["back\\slash", "line\nfeed", "\u001besc", "ümlaut", "a\u202eb"])
      writeFileSync(`${mark} ${name}.txt`, "named\n");
  },
  person: () => {
    const { PATH, HOME } = process.env;
    const person = { SQUADROOM_DATA: keys, SQUADROOM_PERSON: "1" };
    for (const surroundings of [{}, { ...process.env, ...person }, { PATH, HOME, ...person }])
      for (const words of [
        ["person", "list"],
        ["--as", "somebody", "decisions"],
      ])
        try {
          execFileSync(process.execPath, [command, ...words], {
            env: { ...surroundings },
            stdio: "pipe",
            timeout: 60_000,
          });
          tell("passed", `${words.join(" ")} as ${mark}`);
        } catch {
          // Refused, as it should be.
        }
  },
};

if (act in ACTS) {
  mkdirSync("made", { recursive: true });
  writeFileSync(join("made", `${mark}.txt`), `${mark}\n`);
  try {
    ACTS[act]();
  } catch (error) {
    // As any program, it says what stopped it.
    console.error(String(error));
  }
}
console.log(`\nDone: ${act} as ${mark}.`);
