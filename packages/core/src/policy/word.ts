import type { Word as Node, WordPart } from "unbash";
import type { Word } from "./run.ts";

/** Values that are in the command itself. */
export type Values = ReadonlyMap<string, Word>;

/** Variables that everybody has, as paths; `~` is the home folder. */
const COMMON: Record<string, string> = { HOME: "~", PWD: ".", TMPDIR: "/tmp" };
/** Variables that are numbers, whatever their value. */
const NUMBERS = /^\$[?#$]$/;
/** The last background job that this shell started. */
const LAST_JOB = "%0";
/** Most words that braces may expand to. */
const BRACES_MAX = 64;

/** One written word as the words that the shell makes of it. */
export function wordsOf(node: Node, values: Values): Word[] {
  if (!node.parts) return [{ text: node.value, isKnown: true, isGlob: false }];
  const braced = node.parts.some(({ type }) => type === "BraceExpansion");
  const word = wordOf(node.parts, values);
  if (!braced) return [word];
  const plain = !/["'$`\\]/.test(node.text);
  const texts = plain ? bracesOf(node.text) : null;
  if (texts === null) return [{ ...word, isKnown: false }];
  return texts.map((text) => ({ text, isKnown: true, isGlob: /[*?[]/.test(text) }));
}

function wordOf(parts: readonly WordPart[], values: Values): Word {
  const word: Word = { text: "", isKnown: true, isGlob: false };
  for (const part of parts) {
    const one = partOf(part, values);
    word.text += one.text;
    word.isKnown &&= one.isKnown;
    word.isGlob ||= one.isGlob;
  }
  return word;
}

function partOf(part: WordPart, values: Values): Word {
  const is = (text: string, isKnown = true, isGlob = false): Word => ({ text, isKnown, isGlob });
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return is(part.value);
    case "DoubleQuoted":
    case "LocaleString":
      return wordOf(part.parts, values);
    case "Glob":
    case "ExtendedGlob":
      return is(part.text, true, true);
    case "BraceExpansion":
      return is(part.text);
    case "ArithmeticExpansion":
      return is("0");
    case "SimpleExpansion":
      if (part.text === "$!") return is(LAST_JOB);
      return NUMBERS.test(part.text) ? is("0") : variable(part.text.slice(1), part.text, values);
    case "ParameterExpansion":
      return part.operation || part.prefix || part.index
        ? is(part.text, false)
        : variable(part.parameter, part.text, values);
    case "CommandExpansion": {
      const answer = answerOf(part.text);
      return answer === null ? is(part.text, false) : is(answer);
    }
    // The output of another command as a file; running it as a script is denied.
    case "ProcessSubstitution":
      return is("/dev/fd/63");
    default:
      return is((part satisfies never as WordPart).text, false);
  }
}

function variable(name: string, text: string, values: Values): Word {
  const value = values.get(name);
  if (value) return value;
  const common = Object.hasOwn(COMMON, name) ? COMMON[name] : undefined;
  return common === undefined
    ? { text, isKnown: false, isGlob: false }
    : { text: common, isKnown: true, isGlob: false };
}

/** What a few harmless commands print. */
function answerOf(text: string): string | null {
  const command = text.replace(/^\$\(|^`|\)$|`$/g, "").trim();
  if (/^(pwd|git rev-parse --show-toplevel)$/.test(command)) return ".";
  if (/^mktemp( -d)?$/.test(command)) return "/tmp/mktemp";
  if (/^date( [+-][\w%:+-]+| '[+][\w%:+ -]+'| "[+][\w%:+ -]+")?$/.test(command)) return "date";
  return null;
}

/** `a{b,c}` as `ab` and `ac`; a sequence may be any text. `null`: too many. */
export function bracesOf(text: string): string[] | null {
  let texts = [text];
  for (let changed = true; changed; ) {
    changed = false;
    const next: string[] = [];
    for (const one of texts) {
      const inner = /\{([^{}]*)\}/.exec(one);
      if (!inner) next.push(one);
      else {
        changed = true;
        const [whole, list = ""] = inner;
        const choices = list.includes(",") ? list.split(",") : ["*"];
        const [before, after] = [one.slice(0, inner.index), one.slice(inner.index + whole.length)];
        next.push(...choices.map((choice) => before + choice + after));
      }
      if (next.length > BRACES_MAX) return null;
    }
    texts = next;
  }
  return texts;
}
