import { stripVTControlCharacters } from "node:util";

/** Tests, as the runner that ran them counts them. */
export interface TestCounts {
  passed: number;
  failed: number;
}

/** The last line of its kind counts: a wrapper prints the totals of what it wraps. */
const FORMS: ((text: string) => TestCounts | null)[] = [
  // vitest: `Tests  1 failed | 42 passed (43)`; jest: `Tests:       1 failed, 42 passed, 43 total`
  (text) => inLine(text, /^\s*Tests:?\s+(.*\d+ (?:passed|failed|skipped|todo|total).*)$/gm),
  // pytest: `==== 1 failed, 42 passed in 0.12s ====`
  (text) => inLine(text, /^=+ (.*\d+ (?:passed|failed|errors?).* in [\d.]+ ?s.*) =+$/gm),
  // cargo: `test result: FAILED. 42 passed; 1 failed; …`
  (text) => summed(text, /^test result: \w+\. (\d+) passed; (\d+) failed/gm),
  // node:test and TAP's totals: `# pass 42`, `ℹ fail 1`
  (text) => totals(text, /^[#ℹ] pass(?:ed)? +(\d+)$/gm, /^[#ℹ] fail(?:ed)? +(\d+)$/gm),
  // mocha: `42 passing (1s)`, `1 failing`
  (text) => totals(text, /^\s+(\d+) passing\b/gm, /^\s+(\d+) failing$/gm),
  // TAP without totals; nested results are indented.
  (text) => {
    if (!/^(TAP version \d+|1\.\.\d+)/m.test(text)) return null;
    const passed = [...text.matchAll(/^ok\b/gm)].length;
    return { passed, failed: [...text.matchAll(/^not ok\b(?!.*# (?:TODO|SKIP))/gim)].length };
  },
];

/** `null`: it prints no counts that are known here. */
export function countTests(output: string): TestCounts | null {
  const text = stripVTControlCharacters(output).replaceAll("\r\n", "\n");
  for (const read of FORMS) {
    const counts = read(text);
    if (counts !== null) return counts;
  }
  return null;
}

function inLine(text: string, form: RegExp): TestCounts | null {
  const line = [...text.matchAll(form)].at(-1)?.[1];
  if (line === undefined) return null;
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  return { passed: count("passed"), failed: count("failed") + count("error") };
}

function summed(text: string, form: RegExp): TestCounts | null {
  const rows = [...text.matchAll(form)];
  const sum = (at: number) => rows.reduce((total, row) => total + Number(row[at]), 0);
  return rows.length === 0 ? null : { passed: sum(1), failed: sum(2) };
}

function totals(text: string, passed: RegExp, failed: RegExp): TestCounts | null {
  const last = (form: RegExp) => [...text.matchAll(form)].at(-1)?.[1];
  const [good, bad] = [last(passed), last(failed)];
  return good === undefined && bad === undefined
    ? null
    : { passed: Number(good ?? 0), failed: Number(bad ?? 0) };
}
