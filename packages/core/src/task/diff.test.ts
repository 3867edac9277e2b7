import { expect, test } from "vitest";
import { readDiff } from "./diff.ts";

const parseDiff = (text: string) => readDiff(text).files;

const TWO = `diff --git a/src/guard.ts b/src/guard.ts
index 1..2 100644
--- a/src/guard.ts
+++ b/src/guard.ts
@@ -18,4 +18,5 @@ export
 async function guard() {
-  const key = id
+  const body = canonical()
+  const key = sha(body)
   return key
 }
@@ -40,2 +41,2 @@
 function canonical() {
-  return stable(body)
+  return stable(omit(body))
\\ No newline at end of file
diff --git a/old.md b/old.md
deleted file mode 100644
--- a/old.md
+++ /dev/null
@@ -1,2 +0,0 @@
--- a line that begins like a header
-gone
`;

test("has files, hunks and the numbers of both sides", () => {
  const [guard, old] = parseDiff(TWO);
  expect(guard).toMatchObject({ path: "src/guard.ts", added: 3, removed: 2 });
  expect(guard?.hunks.map(({ skipped }) => skipped)).toEqual([17, 18]);
  expect(guard?.hunks[0]?.lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ["same", 18, 18],
    ["removed", 19, null],
    ["added", null, 19],
    ["added", null, 20],
    ["same", 20, 21],
    ["same", 21, 22],
  ]);
  expect(old).toMatchObject({ path: "old.md", added: 0, removed: 2 });
  expect(old?.hunks[0]?.lines[0]?.text).toBe("-- a line that begins like a header");
});

test("reads `diff -u` with times, a single line, and a new file", () => {
  const [file] = parseDiff("--- /dev/null\t1970\n+++ b/a.ts\t2026\n@@ -0,0 +1 @@\n+one\r\n");
  expect(file).toMatchObject({
    path: "a.ts",
    status: "created",
    added: 1,
    removed: 0,
    hunks: [{ skipped: 0, lines: [{ kind: "added", before: null, after: 1, text: "one" }] }],
  });
});

test("names files without lines: a picture, one that was only moved, an empty one", () => {
  const files = parseDiff(`diff --git a/logo.png b/logo.png
index 1..2 100644
Binary files a/logo.png and b/logo.png differ
diff --git a/old name.ts b/new name.ts
similarity index 100%
rename from old name.ts
rename to new name.ts
diff --git a/empty.ts b/empty.ts
new file mode 100644
index 0..0
${TWO}`);
  expect(files.map(({ path, status, hunks }) => [path, status, hunks.length])).toEqual([
    ["logo.png", "modified", 0],
    ["new name.ts", "modified", 0],
    ["empty.ts", "created", 0],
    ["src/guard.ts", "modified", 2],
    ["old.md", "deleted", 1],
  ]);
});

test("finds nothing where there is no diff, and stops at a cut", () => {
  expect(parseDiff("")).toEqual([]);
  expect(parseDiff("hello\n@@ -1 +1 @@\n+lost")).toEqual([]);
  const [file] = parseDiff("+++ b/a\n@@ -1,9 +1,9 @@\n one\n+two");
  expect(file?.hunks[0]?.lines).toHaveLength(2);
});
