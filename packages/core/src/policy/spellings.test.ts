import fc from "fast-check";
import { expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { readCall } from "./call.ts";
import { readCorpus } from "./corpus.fixture.ts";
import { judge } from "./judge.ts";
import { HERE, RULES } from "./situation.fixture.ts";
import { AROUND, isPlainCommand, spellingsOf, WITHIN } from "./spellings.fixture.ts";

const said = (command: string) => judge(readCall("claude", "Bash", { command }), RULES, HERE);
const CORPUS = readCorpus("shell.txt");
/** What bash can't read may become something else with words around it. */
const BAD = CORPUS.filter(
  ({ line, expected }) => /^(deny|ask)$/.test(expected) && !/no command that bash|has no end/.test(said(line).reason),
);
const HARMLESS = CORPUS.filter(({ expected }) => expected === "allow");

it("has spellings of many kinds, each of them another line", () => {
  expect(new Set([...AROUND, ...WITHIN].map(({ name }) => name)).size).toBeGreaterThan(40);
  expect(BAD.filter(({ line }) => isPlainCommand(line)).length).toBeGreaterThan(150);
  for (const { write, name } of [...AROUND, ...WITHIN])
    expect(write("cat .git/config"), name).not.toBe("cat .git/config");
});

/** Of all lines, each in some of its spellings, and each spelling with some lines; `npm run properties` goes through them all. */
const EVERY = Math.max(1, Math.round(400 / shareOf(100)));
const someOf = (line: string, i: number) => spellingsOf(line).filter((_, j) => (i + j) % EVERY === 0);

it("lets no bad command pass in another spelling", () => {
  const passed = BAD.flatMap(({ line }, i) =>
    someOf(line, i).filter((one) => !/^(deny|ask)$/.test(said(one.line).act)),
  );
  expect(passed).toEqual([]);
});

it("lets none pass in spellings of spellings", () => {
  const any = fc.nat();
  fc.assert(
    fc.property(fc.constantFrom(...BAD), any, any, ({ line }, i, j) => {
      const once = spellingsOf(line);
      const inner = once[i % once.length]?.line ?? line;
      const outer = AROUND[j % AROUND.length]?.write(inner) ?? inner;
      expect(["deny", "ask"], outer).toContain(said(outer).act);
    }),
    { numRuns: shareOf(2_000) },
  );
});

/**
 * With a wildcard, a harmless name may mean another; a program by its whole path lies where that says; what an alias begins
 * may end in anything. A wrapper that nobody knows asks by itself.
 */
const OWN_REASON = /^(a name with a (wildcard|class)|program by a crooked path|program as an alias|unknown wrapper)$/;

it("stops no harmless command for how it is written", () => {
  const stopped = HARMLESS.flatMap(({ line }, i) =>
    someOf(line, i)
      .filter(({ name }) => !OWN_REASON.test(name))
      // Nobody knows whether the folder is there, and with it what is assigned.
      .filter(({ name }) => name !== "folder first" || !/^\w=/.test(line))
      .flatMap((one) => {
        const { act, rule, reason } = said(one.line);
        return act === "allow" ? [] : [{ ...one, act, rule, reason }];
      }),
  );
  expect(stopped).toEqual([]);
});
