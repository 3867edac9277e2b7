/** Programs that read a script as `bash` does. */
export const SHELLS = new Set("bash sh zsh dash ksh ash mksh rbash fish tcsh csh busybox".split(" "));

/** Wrappers around another command: options that take a value, and words that come before the command. */
export const WRAPPERS: Record<string, { values?: string; before?: number }> = {
  sudo: { values: "-u -g -h -p -C -T -r -t -U -D -R --user --group --host --chdir --chroot" },
  doas: { values: "-u -C" },
  nohup: {},
  setsid: {},
  nice: { values: "-n --adjustment" },
  ionice: { values: "-c -n -p" },
  timeout: { values: "-s -k --signal --kill-after", before: 1 },
  time: { values: "-f -o" },
  stdbuf: { values: "-i -o -e" },
  command: {},
  builtin: {},
  exec: { values: "-a" },
  env: { values: "-u -C --unset --chdir" },
  xargs: {
    values: "-I -n -P -L -d -E -s -a --max-args --max-procs --delimiter --replace --arg-file",
  },
  watch: { values: "-n -d --interval" },
  strace: { values: "-e -o -p -s -u" },
  ltrace: { values: "-e -o -p" },
  flock: { values: "-w -E --timeout", before: 1 },
  chroot: { values: "--userspec --groups", before: 1 },
  unshare: {},
  nsenter: { values: "-t" },
  taskset: { before: 1 },
  chrt: { before: 1 },
  caffeinate: { values: "-t -w" },
  "cross-env": {},
  dotenv: { values: "-e -f" },
  parallel: { values: "-j -I --jobs" },
  tool: {},
  run: {},
  corepack: {},
  npx: { values: "-p --package -c --call -w" },
  bunx: {},
  pnpx: {},
  uvx: { values: "--from --with" },
  setarch: { before: 1 },
  faketime: { before: 1 },
  doppler: {},
  direnv: { before: 2 },
  rtk: {},
  "systemd-run": { values: "-p -u --unit" },
  entr: {},
  unbuffer: {},
  torsocks: {},
  proxychains: {},
  gtimeout: { values: "-s -k", before: 1 },
  toybox: {},
  busybox: {},
  c8: {},
  nyc: {},
  valgrind: {},
  "xvfb-run": {},
  chronic: {},
  ccache: {},
  sccache: {},
  bear: {},
  fakeroot: {},
  "run-parts": {},
  winpty: {},
  firejail: {},
  bwrap: {},
  pkexec: {},
  runuser: { values: "-u -g" },
  "start-stop-daemon": {},
  script: { values: "-c --command -E -I -O -B -T -m -o -t -F", before: 1 },
};
/** Words after which a package manager runs another program. */
export const RUNNERS: Record<string, string> = {
  npm: "exec x dlx create init",
  pnpm: "exec dlx x create",
  yarn: "exec dlx create run",
  bun: "x create run",
  poetry: "run",
  uv: "run tool",
  pipenv: "run",
  pipx: "run",
  bundle: "exec",
  gem: "exec",
  mise: "exec x",
  nix: "run",
  conda: "run",
  mamba: "run",
  micromamba: "run",
  rye: "run",
  hatch: "run",
  pixi: "run exec",
  pdm: "run",
  deno: "task run",
  dotnet: "exec",
  volta: "run",
  rustup: "run",
  asdf: "exec",
  heroku: "run",
};

const wordsOf = (text: string) => text.trim().split(/\s+/);

/** Programs that matter as arguments of an unknown program: it may run them. */
export const TELLING = new Set([
  ...SHELLS,
  ...Object.keys(WRAPPERS),
  ...wordsOf(`
  rm rmdir unlink shred dd mkfs git eval find truncate chmod chown mv ln curl wget ssh scp nc kill pkill
  killall shutdown reboot python python3 node perl ruby docker kubectl terraform npm pnpm yarn claude codex
  copilot gemini opencode squadroom gh dropdb tar sed tee cp
`),
]);
/** Programs whose words are texts, not files. */
export const TEXTS = new Set(
  wordsOf(`
  echo printf tr seq expr basename dirname date sleep which type whereis man help true false exit return
  export declare local set alias unset trap read wait jobs hash ulimit umask kill pkill pgrep gh command env
`),
);
/** Harmless by themselves, but they run what they are given. */
export const RUNS_GIVEN = new Set(
  wordsOf(
    "concurrently nodemon hyperfine watchexec tsc-watch tsup tsdown npm-run-all run-s run-p just tox nox rake invoke poe doit ant lint-staged rlwrap",
  ),
);
