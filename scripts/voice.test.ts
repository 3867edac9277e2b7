import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Phrases that read translated; what to write is in `docs/voice.md`. */
const FORBIDDEN = [
  /\bstands? still\b/i,
  /\bnobody gets work\b/i,
  /\bhere stands\b/i,
  /\bma[dk]es? (it |them |one )?anew\b/i,
  /\bbefore something in front of it\b/i,
  /\bno admin any ?more\b/i,
  /\bto nobody else\b/i,
  /\bholds up nothing\b/i,
  /\bat its own calls\b/i,
  /\bto bring to it\b/i,
  /\bbecomes the next message of\b/i,
  /\bis at the turn\b/i,
  /\bgive further\b/i,
  /\bdo not fit together\b/i,
  /\bshown this once\b/i,
  /\bas the last one said\b/i,
  /\bwords behind the\b/i,
  /\bis no path within\b/i,
  /\bscouted anew\b/i,
];

/** Phrases that only the screens avoid; what agents read has words of its own. */
const FORBIDDEN_ON_SCREENS = [
  /\banew\b/i,
  /(?<!\blet it )\bgo(es)? on\b/i,
  /\bnobody fills\b/i,
  /\bnobody there\b/i,
  /\bwaits for (you|a person)\b(?!')/i,
  /\bfree again\b/i,
  /\bother words\b/i,
  /\bgate behind\b/i,
  /\blongest way\b/i,
  /\bin work\b/i,
  /\bdone without\b/i,
  /\btasks? in front\b/i,
  /\bsession in front\b/i,
  /\bnot be (loaded|fetched|used)\b/i,
  /\bjudged? (it )?by\b/i,
  /\bmended\b/i,
  /\btakes? its part\b/i,
];

/** Word for word from the German, in comments of the source; beside each what to write. */
const TRANSLATED: readonly [RegExp, string][] = [
  [/^Of [^,:;]*$/, "name it: `Longest title`, not `Of a title`"],
  [/[,;:] else (?!if\b)/, "otherwise"],
  [/\b(goes?|going|gone|went) on\b/, "continues"],
  [/\banew\b/, "again"],
  [/\bstands? still\b/, "is paused"],
  [/\bin (its|an agent's|somebody's|whose|nobody's) hand\b/, "holds"],
  [/\b(in|out)side of\b/, "inside, outside"],
  [/\bbut for\b/, "except"],
  [/\bhow (it|that|they|each) stands?\b/, "its state"],
];

/** What people read on a screen: the web's own sentences, and in core the questions with their answers. */
const SCREENS = [
  /^apps\/web\/src\/.*\.tsx?$/,
  /^packages\/core\/src\/asking\/(task-failed|task-answers|role-unavailable|lockout|deadlock)\.ts$/,
  /^packages\/core\/src\/session\/asking\/.*\.ts$/,
  /^packages\/core\/src\/session\/record\/ask-words\.ts$/,
  /^packages\/core\/src\/session\/steps\/rejected\.ts$/,
  /^packages\/core\/src\/session\/plan\/estimate-text\.ts$/,
  /^packages\/core\/src\/session\/batch\/figures-text\.ts$/,
  /^packages\/core\/src\/task\/blocked\.ts$/,
];

/** Words for people and agents: the screens, the command, the rules and prompts in core, the documents. */
const READ = [
  /^apps\/web\/src\/.*\.tsx?$/,
  /^apps\/cli\/src\/.*\.ts$/,
  /^apps\/server\/src\/(?!db\/).*\.ts$/,
  /^packages\/core\/src\/.*\.ts$/,
  /^docs\/(agents\/|roles\/|growth\/)?(?!voice)[\w-]+\.md$/,
  /^(README|CHANGELOG)\.md$/,
];

test("no sentence reads translated", () => {
  expect(wrongAt(READ, FORBIDDEN)).toEqual([]);
});

test("no sentence of a screen reads translated", () => {
  expect(wrongAt(SCREENS, FORBIDDEN_ON_SCREENS)).toEqual([]);
});

test("each place that is looked at exists", () => {
  const files = filesIn(root);
  for (const pattern of [...SCREENS, ...READ])
    expect(
      files.some((file) => pattern.test(file)),
      String(pattern),
    ).toBe(true);
});

test("what is forbidden is found in sentences, and not in comments", () => {
  expect(wrongIn('const a = "It stands still";\nconst b = "It is paused";')).toHaveLength(1);
  expect(wrongIn("/** It stands still. */\n// makes it anew\n * stands still")).toEqual([]);
  expect(wrongIn('<p>\n  It stands{" "}\n  still.\n</p>')).toEqual(["2 stands still"]);
  for (const phrase of ["No admin any more", "Here stands what waits", "It is made anew."])
    expect(wrongIn(phrase), phrase).toHaveLength(1);
});

test("no comment reads translated", () => {
  const source = /^(apps|packages)\/.*(?<!\.(test|fixture|spec))\.tsx?$/;
  const files = filesIn(root).filter((file) => source.test(file));
  const inFile = (file: string) => translatedIn(readFileSync(join(root, file), "utf8")).map((one) => `${file}: ${one}`);
  expect(files.flatMap(inFile)).toEqual([]);
});

test("a comment that reads translated is found, over several lines too, and nothing in code", () => {
  expect(translatedIn("/** Of the list. */\nconst a = 1;\n  // It is kept, else not.")).toHaveLength(2);
  expect(translatedIn("/**\n * A task goes\n * on.\n */\nconst a = `it goes on`;")).toEqual([
    "A task goes on. (continues)",
  ]);
  expect(translatedIn("/** Of the two, the later one. */\n// It continues.")).toEqual([]);
});

/** What reads translated in the comments that begin a line, each comment taken as one text. */
function translatedIn(text: string): string[] {
  const comments = text.match(/^[ \t]*(\{?\/\*[\s\S]*?\*\/|\/\/.*$)/gm) ?? [];
  const words = comments.map((one) => one.replace(/[\s*/{}]+/g, " ").trim());
  const matches = ([phrase, better]: [RegExp, string]) =>
    words.flatMap((one) => (phrase.test(one) ? `${one} (${better})` : []));
  return TRANSLATED.flatMap(matches);
}

function wrongAt(places: readonly RegExp[], forbidden: readonly RegExp[]): string[] {
  return filesIn(root)
    .filter((file) => places.some((one) => one.test(file)) && !/\.(test|fixture)\.tsx?$/.test(file))
    .flatMap((file) => wrongIn(readFileSync(join(root, file), "utf8"), forbidden).map((line) => `${file}:${line}`));
}

/** Forbidden phrases, also those that go over the end of a line, but for comments of code. */
function wrongIn(text: string, forbidden: readonly RegExp[] = FORBIDDEN): string[] {
  const said = text
    .replace(/^[ \t]*(\/\*\*|\*|\/\/).*$/gm, "")
    .replaceAll('{" "}', "     ")
    .replace(/<\/?(b|code)>/g, "");
  return forbidden.flatMap((phrase) => {
    const over = new RegExp(phrase.source.replaceAll(" ", "\\s+"), `g${phrase.flags}`);
    return [...said.matchAll(over)].map((match) => {
      const at = said.slice(0, match.index).split("\n").length;
      return `${at} ${match[0].replace(/\s+/g, " ")}`;
    });
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !/^(node_modules|dist|\.git|\.squadroom|test-results|coverage)$/.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [relative(root, path)];
    });
}
