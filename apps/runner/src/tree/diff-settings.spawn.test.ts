import { execFileSync } from "node:child_process";
import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDiff } from "@squadroom/core/task/diff";
import { describe, expect, it } from "vitest";
import { aProject, ENV, gitIn, lines, write } from "./trees.fixture.ts";

/** Git's own answer with a user's settings, byte for byte. */
function run(root: string, args: readonly string[]): string {
  const env = { ...ENV, GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" };
  return execFileSync("git", ["-C", root, ...args], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  }).toString();
}

const NAMES = [
  "größe.ts",
  "with blank.ts",
  "x b/x.ts",
  " both ends ",
  'quote".ts',
  "tab\there.ts",
  "line\nfeed.ts",
  "back\\slash.ts",
  "esc\u001b[31m.ts",
  "a/first.ts",
  "i/letter.ts",
  "diff --git a/x b/x",
  `deep/${"long-folder-name/".repeat(20)}end.ts`,
  "\u202Eright.ts",
];
const ODD = "-- no header\n++ nor this\n@@ -1 +1 @@\n\ndiff --git a/z b/z\n\u001b[31mred\u001b[m\n";

/** A repository whose last commit, index and files each differ from the state before in every kind of change. */
function aHistory(): string {
  const library = aProject({ "lib.js": "1\n" });
  const another = aProject({ "other.js": "1\n2\n" });
  const root = aProject({
    ...Object.fromEntries(NAMES.map((name) => [name, lines(12)])),
    "gone.ts": "1\n2\n",
    "gone-empty": "",
    "mode.sh": "x\n",
    "blob.bin": "\0a",
    "now link": "1\n2\n",
    "moved one.ts": lines(30),
    "moved.ts": lines(40),
    "origin.ts": lines(50),
    "crlf.txt": "1\r\n2\r\n",
    "no-newline": "1",
    "odd.txt": ODD,
    "order/z.ts": "1\n",
    "order/a.ts": "1\n",
  });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/latin`), Buffer.from([0xe4])]), "1\n");
  symlinkSync("gone.ts", join(root, "now file"));
  const add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add"];
  for (const name of ["lib one", "lib-gone"]) gitIn(root, ...add, library, name);
  gitIn(root, "add", "--all");
  gitIn(root, "commit", "--quiet", "--message=before");
  const change = (text: string) => {
    for (const name of NAMES)
      write(root, { [name]: lines(12).replace("line 2\n", `${text}\n`).replace("line 9\n", "") });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/latin`), Buffer.from([0xe4])]), `${text}\n`);
    write(root, {
      "crlf.txt": `1\r\n${text}\r\n3\r\n`,
      "no-newline": text,
      "odd.txt": `${ODD}${text}\n-- ${ODD}`,
    });
    write(root, { "blob.bin": `\0${text}`, [`new ${text}/é`]: "1\n2\n", [`empty ${text}`]: "" });
    write(join(root, "lib one"), { "lib.js": `1\n${text}\n` });
    gitIn(join(root, "lib one"), "commit", "--quiet", "--all", `--message=${text}`);
  };
  change("first");
  for (const name of ["gone.ts", "gone-empty", "now link", "now file"]) rmSync(join(root, name));
  symlinkSync("mode.sh", join(root, "now link"));
  write(root, { "now file": "1\n2\n3\n", "copied.ts": lines(50), "origin.ts": `${lines(50)}x\n` });
  chmodSync(join(root, "mode.sh"), 0o755);
  renameSync(join(root, "moved one.ts"), join(root, "moved two.ts"));
  renameSync(join(root, "moved.ts"), join(root, "i/moved.ts"));
  write(root, { "i/moved.ts": lines(40).replace("line 7\n", "changed\n") });
  gitIn(root, "rm", "--quiet", "lib-gone");
  gitIn(root, ...add, another, "lib new");
  gitIn(root, "add", "--all");
  gitIn(root, "commit", "--quiet", "--message=The change\n\ndiff --git a/in b/message\n--- a/in\n+++ b/message");
  change("second");
  gitIn(root, "add", "--all");
  change("third");
  return root;
}

const SETTINGS: readonly (readonly string[])[] = [
  [],
  ["diff.mnemonicPrefix=true"],
  ["diff.noprefix=true"],
  ["color.ui=always"],
  ["color.ui=always", "diff.mnemonicPrefix=true", "diff.colorMoved=zebra", "diff.wsErrorHighlight=all"],
  ["diff.submodule=log"],
  ["diff.submodule=diff", "color.diff=always"],
  ["core.quotePath=false"],
  ["diff.renames=copies"],
  ["diff.renames=false"],
  ["diff.orderFile=.order"],
  ["diff.suppressBlankEmpty=true", "diff.context=5"],
  ["diff.interHunkContext=10", "diff.context=0", "diff.algorithm=patience"],
  ["core.autocrlf=true", "core.safecrlf=true", "diff.indentHeuristic=false"],
  ["diff.statGraphWidth=10", "diff.relative=true", "log.showSignature=true", "format.pretty=oneline"],
];
const OPTIONS: readonly (readonly string[])[] = [
  ["--src-prefix=old/", "--dst-prefix=newer/"],
  ["-R"],
  ["--full-index", "--binary"],
  ["--function-context", "--find-copies-harder"],
  ["--patch-with-stat"],
  ["--patch-with-raw"],
  ["--break-rewrites"],
  ["--raw", "--shortstat", "--patch"],
  ["--summary", "--numstat", "--patch"],
];
const VIEWS = [
  ["diff", "HEAD~1", "HEAD"],
  ["diff"],
  ["diff", "--cached"],
  ["diff", "HEAD~1"],
  ["show", "HEAD"],
  ["log", "-p", "-1"],
];

/** Names that a change touches and its lines, by git's machine-readable answers. */
function truth(root: string, settings: readonly string[], view: readonly string[]) {
  const raw = run(root, [...settings, ...view, "--format=", "--no-color", "--raw", "-z"].filter(fits(view))).split(
    "\0",
  );
  const touched = new Set<string>();
  for (let at = 0; at < raw.length; at++) {
    const [, letter] = /^\n?:.* ([A-Z])\d*$/.exec(raw[at] ?? "") ?? [];
    if (!letter) continue;
    const name = raw[++at] ?? "";
    if (letter !== "C") touched.add(name);
    if (letter === "R" || letter === "C") touched.add(raw[++at] ?? "");
  }
  const numbers = run(root, [...settings, ...view, "--format=", "--no-color", "--numstat", "-z"].filter(fits(view)));
  const rows = [...numbers.matchAll(/(?:^|\0|\n)(\d+)\t(\d+)\t/g)];
  const sum = (of: number) => rows.reduce((all, row) => all + Number(row[of]), 0);
  return { touched: [...touched].sort(), added: sum(1), removed: sum(2) };
}

const fits =
  ([verb]: readonly string[]) =>
  (arg: string) =>
    verb !== "diff" || arg !== "--format=";

describe("a diff of git's, whatever the user's settings", () => {
  it("names the files and counts the lines that git does", () => {
    const root = aHistory();
    write(root, { ".git/info/exclude": ".order\n", ".order": "order/z.ts\n*.bin\n" });
    let met = 0;
    for (const view of VIEWS)
      for (const [settings, options] of [
        ...SETTINGS.map((some) => [some, []] as const),
        ...OPTIONS.map((some) => [[], some] as const),
      ]) {
        const config = settings.flatMap((one) => ["-c", one]);
        // What a commit says is no part of a diff, but how names are paired is.
        const args = [...config, ...view, ...options];
        const found = readDiff(run(root, args));
        const plain = options.filter((one) => /^-R|copies|rewrites/.test(one));
        const { touched, ...counts } = truth(root, config, [...view, ...plain]);
        const what = args.join(" ");
        expect([what, found.fault]).toEqual([what, null]);
        expect([what, [...found.touched].sort()]).toEqual([what, touched]);
        expect([what, found.added, found.removed]).toEqual([what, counts.added, counts.removed]);
        met += touched.length;
      }
    expect(met).toBeGreaterThan(2_000);
  });

  it("is refused where it doesn't say what changed", () => {
    const root = aHistory();
    write(root, { ".gitattributes": "*.ts diff=own\n" });
    gitIn(root, "mv", "lib new", "lib moved");
    const odd: string[][] = [
      ...["plain", "porcelain", "color"].map((mode) => ["diff", `--word-diff=${mode}`, "HEAD~1"]),
      ["diff", "--color-words", "HEAD~1"],
      ["-c", "diff.external=echo", "diff"],
      ["-c", "diff.own.command=echo", "diff"],
      ["log", "--graph", "-p", "-1"],
      ["diff", "--stat"],
      ["diff", "--output-indicator-new=>", "HEAD"],
      ["diff", "--src-prefix=", "--dst-prefix=b/", "HEAD"],
      ["diff", "--submodule=log", "HEAD"],
    ];
    expect(odd.map((args) => [args.join(" "), readDiff(run(root, args)).fault])).toEqual(
      odd.map((args) => [args.join(" "), "unreadable"]),
    );
    expect(readDiff("").fault).toBeNull();
    const whole = run(root, ["diff", "HEAD~1"]);
    const at = whole.indexOf("@@ -1,12") + 40;
    expect(readDiff(whole.slice(0, whole.indexOf("\n", at) + 1)).fault).toBe("cut");
  });

  it("has the lines of a merge, against all that were merged", () => {
    const root = aProject({ "a.ts": lines(9), "größe.ts": lines(9), "b.ts": "1\n" });
    for (const [branch, word] of [
      ["one", "ours"],
      ["two", "theirs"],
    ] as const) {
      gitIn(root, "checkout", "--quiet", "-b", branch, "main");
      const text = lines(9).replace("line 5\n", `${word}\n`);
      write(root, { "a.ts": text, "größe.ts": text, [`${word}.ts`]: "1\n" });
      gitIn(root, "add", "--all");
      gitIn(root, "commit", "--quiet", `--message=${word}`);
    }
    expect(() => gitIn(root, "merge", "one")).toThrow();
    for (const args of [["diff"], ["-c", "color.ui=always", "diff"], ["diff", "--cc"]]) {
      const { touched, added, removed, fault } = readDiff(run(root, args));
      expect([touched, added, removed, fault]).toEqual([["a.ts", "größe.ts"], 8 + 2, 0, null]);
    }
    write(root, { "a.ts": lines(9).replace("line 5\n", "both\n"), "größe.ts": lines(9) });
    gitIn(root, "add", "--all");
    gitIn(root, "commit", "--quiet", "--message=Merge");
    for (const form of ["--cc", "-c"]) {
      const { files, fault } = readDiff(run(root, ["show", form, "HEAD"]));
      expect(fault).toBeNull();
      expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual([
        ["a.ts", 1, 2],
        ["größe.ts", 1, 2],
      ]);
      const [hunk] = files[0]?.hunks ?? [];
      const line = hunk?.lines.find(({ kind }) => kind === "added");
      expect([line?.text, line?.after]).toEqual(["both", 5]);
    }
  });
});
