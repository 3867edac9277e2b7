import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SECRETS } from "../redaction/corpus.fixture.ts";
import { redact } from "../redaction/redact.ts";
import { readDiff } from "./diff.ts";
import { DIFF_FILES_KEPT, countDiff as read, sumDiffs } from "./diff-lines.ts";

const countDiff = (text: string) => read(text).changes;

const GIT = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,4 @@
 one
-two
+two and a half
+three
 four
@@ -10 +11 @@ function b() {
--- no header: a line that was removed
+++ no header: a line that was added
\\ No newline at end of file
`;

describe("the count of a diff", () => {
  it("has the lines of hunks, and no headers", () => {
    expect(countDiff(GIT)).toEqual({ added: 3, removed: 2, files: ["src/a.ts"], fileCount: 1 });
  });

  it("reads what `diff -u` writes, and passes over what stands around it", () => {
    const plain = `Here it is:\n--- old/b.ts\t2026-01-01\n+++ new/b.ts\t2026-01-02\n@@ -0,0 +1,2 @@\n+one\n+two\n- a list item of the prose\n`;
    expect(countDiff(plain)).toEqual({ added: 2, removed: 0, files: ["new/b.ts"], fileCount: 1 });
  });

  it("names a deleted file by what it was", () => {
    const gone = "--- a/c.ts\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n";
    expect(countDiff(gone)).toEqual({ added: 0, removed: 2, files: ["c.ts"], fileCount: 1 });
  });

  it("counts renamed, binary and re-moded files without lines", () => {
    const quiet = `diff --git a/old name.ts b/new name.ts
similarity index 100%
rename from old name.ts
rename to new name.ts
diff --git a/logo.png b/logo.png
index 1..2 100644
Binary files a/logo.png and b/logo.png differ
diff --git a/blob.bin b/blob.bin
GIT binary patch
literal 5
+cmZQ
-cmZQ
diff --git a/run me.sh b/run me.sh
old mode 100644
new mode 100755
`;
    expect(countDiff(quiet)).toEqual({
      added: 0,
      removed: 0,
      files: ["new name.ts", "logo.png", "blob.bin", "run me.sh"],
      fileCount: 4,
    });
    expect(countDiff("Binary files a.png and b.png differ\n").files).toEqual(["b.png"]);
  });

  it("counts a renamed file that changed once, under its new name", () => {
    const moved = `diff --git a/a.ts b/b.ts\nrename from a.ts\nrename to b.ts\n--- a/a.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-a\n+b\n`;
    expect(countDiff(moved)).toEqual({ added: 1, removed: 1, files: ["b.ts"], fileCount: 1 });
  });

  it("tells each path it touches: what a file was called before, what is deleted, and all beyond the names it keeps", () => {
    const moved =
      "diff --git a/old.ts b/new.ts\nrename from old.ts\nrename to new.ts\n--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x";
    expect(readDiff(moved).touched).toEqual(["new.ts", "old.ts", "gone.ts"]);
    const copied = "diff --git a/a.ts b/b.ts\ncopy from a.ts\ncopy to b.ts\n";
    expect(readDiff(copied).touched).toEqual(["b.ts"]);
    const compared = "diff --git a/a.txt b/bbb.txt\n--- a/a.txt\n+++ b/bbb.txt\n@@ -1 +1 @@\n-a\n+b\n";
    expect(readDiff(compared).touched).toEqual(["bbb.txt"]);
    expect(readDiff("--- /dev/null\n+++ /dev/null\n").touched).toEqual([]);
    const many = Array.from({ length: 60 }, (_, i) => `--- a/${i}\n+++ b/${i}\n@@ -0,0 +1 @@\n+x`);
    expect(readDiff(many.join("\n")).touched).toHaveLength(60);
  });

  it("reads names as git quotes them", () => {
    const quoted = '--- "a/src/\\303\\244 \\"x\\".ts"\n+++ "b/src/\\303\\244 \\"x\\".ts"\n@@ -1 +1 @@\n-a\n+b\n';
    expect(readDiff(quoted).touched).toEqual(['src/ä "x".ts']);
  });

  it("keeps so many names, and says how many files there are", () => {
    const many = Array.from({ length: 60 }, (_, i) => `--- a/${i}\n+++ b/${i}\n@@ -0,0 +1 @@\n+x`);
    const { files, fileCount, added } = countDiff(many.join("\n"));
    expect([files.length, fileCount, added]).toEqual([DIFF_FILES_KEPT, 60, 60]);
  });

  it("of a diff that was made is what went into it", () => {
    const line = fc.constantFrom("x", "--- a", "+++ b", "@@ -1 +1 @@", "", "diff --git a/x b/x");
    const lines = fc.array(line, { maxLength: 5 });
    const hunk = fc.record({ same: lines, removed: lines, added: lines });
    fc.assert(
      fc.property(fc.array(fc.array(hunk, { minLength: 1 }), { maxLength: 4 }), (made) => {
        const text = made.map((hunks, i) => {
          const body = hunks.map(({ same, removed, added }) => {
            const head = `@@ -1,${same.length + removed.length} +1,${same.length + added.length} @@`;
            const rows = [
              ...same.map((one) => ` ${one}`),
              ...removed.map((one) => `-${one}`),
              ...added.map((one) => `+${one}`),
            ];
            return [head, ...rows].join("\n");
          });
          return [`--- a/f${i}`, `+++ b/f${i}`, ...body].join("\n");
        });
        const all = made.flat();
        expect(countDiff(text.join("\n"))).toMatchObject({
          added: all.reduce((sum, { added }) => sum + added.length, 0),
          removed: all.reduce((sum, { removed }) => sum + removed.length, 0),
          fileCount: made.length,
        });
      }),
    );
  });

  it("sums several diffs, in which one file may stand twice", () => {
    const one = { added: 3, removed: 1, files: ["a", "b"], fileCount: 2 };
    const other = { added: 1, removed: 0, files: ["b", "c"], fileCount: 4 };
    expect(sumDiffs([one, other])).toEqual({
      added: 4,
      removed: 1,
      files: ["a", "b", "c"],
      fileCount: 5,
    });
    expect(sumDiffs([])).toBeNull();
  });

  it("stays the same where secrets are redacted, and hides no file between two ends of a key", () => {
    const added = (path: string, lines: readonly string[]) =>
      `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join("")}`;
    for (const { text } of SECRETS) {
      const diff = added("a.ts", text.split("\n")) + added("b.ts", ["1"]);
      expect(read(redact(diff))).toEqual(read(diff));
    }
    const [begin, end] = ["BEGIN", "END"].map((word) => `-----${word} PRIVATE KEY-----`);
    const around = added("a.ts", ["1", String(begin)]) + added("hidden.ts", ["quiet"]) + added("z.ts", [String(end)]);
    expect(read(redact(around))).toEqual(read(around));
    expect(redact(around)).not.toContain("quiet");
  });
});
