import i18next, { type Namespace } from "i18next";
import { describe, expect, it } from "vitest";
import { addWords } from "./words.ts";
import { wordsOf } from "./words-of.ts";

const HOLE = /\{\{\s*(\w+)\s*\}\}/g;

const FORM = /_(zero|one|other)$/;

type Texts = { readonly [key: string]: string | Texts };
type Look = (key: string, values?: object) => string;

const files = import.meta.glob<Record<string, Texts>>("../**/*en.ts", { eager: true });
const catalogues = Object.entries(files).flatMap(([file, parts]) =>
  Object.entries(parts).map(([name, texts]) => ({ name: `${file} ${name}`, texts })),
);

function leavesOf(texts: Texts, before = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string"
      ? [[`${before}${key}`, text] as [string, string]]
      : leavesOf(text, `${before}${key}.`),
  );
}

describe("texts", () => {
  it("are as the library says them, each with its holes filled and its number told", () => {
    expect(catalogues.length).toBeGreaterThan(20);
    for (const [n, { name, texts }] of catalogues.entries()) {
      const namespace = `catalogue${n}` as Extract<Namespace, string>;
      addWords(namespace, texts);
      const ours = wordsOf(namespace).t as unknown as Look;
      const theirs = i18next.getFixedT(null, namespace) as unknown as Look;
      const forms = new Map<string, [string, string][]>();
      for (const leaf of leavesOf(texts)) {
        const key = leaf[0].replace(FORM, "");
        forms.set(key, [...(forms.get(key) ?? []), leaf]);
      }
      for (const [key, forked] of forms) {
        const holes = forked.flatMap(([, text]) => [...text.matchAll(HOLE)]);
        const values = Object.fromEntries(holes.map(([, hole = ""]) => [hole, `<${hole}> & $1`]));
        const isPlain = holes.length === 0 && forked[0]?.[0] === key;
        if (isPlain) expect(ours(key), `${name} ${key}`).toBe(theirs(key));
        const counts = forked.length > 1 || "count" in values ? [0, 1, 2] : [2];
        for (const count of isPlain ? [] : counts) {
          const filled = { ...values, count };
          expect(ours(key, filled), `${name} ${key}`).toBe(theirs(key, filled));
        }
      }
    }
  });

  it("that come later than they are asked for are there when they have come", () => {
    const namespace = "late" as Extract<Namespace, string>;
    const { t } = wordsOf(namespace) as unknown as { t: Look };
    expect(t("hello")).toBe("hello");
    addWords(namespace, { hello: "Good day" });
    expect(t("hello")).toBe("Good day");
  });
});
