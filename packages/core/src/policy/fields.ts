import { isGuarded, isSecretFile } from "./files.ts";
import { isMetadata } from "./network.ts";
import { squeezed } from "./tools.ts";
import { joined, type Touch } from "./touch.ts";
import { bracesOf } from "./word.ts";

/** A value of a call, with the words of its name there; elements of a list have the list's. */
export interface Field {
  name: string[];
  value: unknown;
}

/** `pathInProject` and `path_in_project` are alike, regardless of case. */
export function wordsOfName(name: string): string[] {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return words.toLowerCase().match(/[a-z\d]+/g) ?? [];
}

/** Every value of a call, however deep, including those that contain others. */
export function fieldsIn(input: unknown): Field[] {
  const fields: Field[] = [{ name: [], value: input }];
  // It grows while it is iterated: deep nesting needs no stack.
  for (const { name, value } of fields) {
    const inner = typeof value === "string" && !isText(name.join("")) ? unpacked(value) : value;
    if (typeof inner !== "object" || inner === null) continue;
    for (const [key, one] of Object.entries(inner))
      fields.push({ name: Array.isArray(inner) ? name : wordsOfName(key), value: one });
  }
  return fields;
}

/** Copilot sends its arguments as JSON in a text, and some servers accept them so. */
function unpacked(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const PATHS =
  /(path|(?<!pro)file|dir|directorie|directory|folder|uri|glob|include)s?(name|pattern|glob|list|inproject)?s?$|^(source|destination|from|to|src|dest|target)$/;
/** What a search leaves out, and names of a language. */
const NO_PATHS = /exclude|ignore|^namepath/;
/** Texts that people and models read, and regular expressions: never a path, whatever it looks like. */
const TEXTS =
  /(content|text|string|str|prompt|description|message|title|label|query|question|search|pattern|regexp?|instruction|explanation|justification|replacement|body|code|diff|patch|comment|summary|reason|note|source|command|cmd|script)s?$|^q$/;
/** Where the files of a system begin. */
const SYSTEMS =
  /^(file:|~(\/|$)|[a-z]:[\\/]|\\\\|\/(etc|home|root|users|var|proc|sys|dev|tmp|opt|usr|mnt|media|srv|run|boot|private|volumes|library)(\/|$))/i;
const isText = (key: string) => TEXTS.test(key) && !PATHS.test(key);
const LONGEST = 4_000;

/** Whatever its field's name: a path of the system, one that leads out of the project, or a guarded file's name. */
function isPath(text: string): boolean {
  if (text.length > LONGEST || /[\r\n]/.test(text)) return false;
  if (SYSTEMS.test(text)) return true;
  const plain = plainName(text);
  if (plain !== text && isPath(plain)) return true;
  return (
    !/\s|:\/\//.test(text) &&
    (/(^|[\\/])\.\.([\\/]|$)/.test(text) || isSecretFile(text) || (/[./]/.test(text) && isGuarded(text)))
  );
}

/** A search for names takes its pattern as a path; any other search, as a regular expression. */
const isGlobTool = (tool: string) => /glob|^find(files?|path)?$|^filesearch/.test(squeezed(tool));

/** Files that a call names, whatever its fields' names are. */
export function touchesIn(input: unknown, cwd: string, access: Touch["access"], tool = ""): Touch[] {
  return fieldsIn(input).flatMap(({ name, value }): Touch[] => {
    if (typeof value !== "string" || value.trim() === "") return [];
    const key = name.join("");
    // Clients ignore blanks around a path.
    const text = value.trim();
    if (key === "pattern" && isGlobTool(tool)) return /^(~|\/|\.\.)|\/\.\.(\/|$)/.test(text) ? globs(text, cwd) : [];
    if (NO_PATHS.test(key)) return [];
    if (/glob|include/.test(key) || /^(file|path)pattern$/.test(key)) return globs(text, cwd, access);
    const isNamed = PATHS.test(key) && !/^[a-z][\w+.-]+:\/\/(?<!^file:\/\/)/i.test(text);
    if (!isNamed && (isText(key) || !isPath(text))) return [];
    const is = /^(save|out|dest|download|export)/.test(key) ? "write" : access;
    const plain = plainName(text);
    const places = plain !== text && isPath(plain) ? [text, plain] : [text];
    return places.map((one) => ({ path: joined(cwd, plainPath(one)), access: is }));
  });
}

/** Several patterns in one text, as clients accept them: `*.ts,.env`. What is left out is not read. */
function globs(text: string, cwd: string, access: Touch["access"] = "read"): Touch[] {
  return text
    .split(/[\s,]+(?![^{]*\})/)
    .filter((one) => one !== "" && !one.startsWith("!"))
    .flatMap((one) => bracesOf(one) ?? [one])
    .map((one) => ({
      path: joined(cwd, plainPath(one)),
      access,
      ...(/[*?[{]/.test(one) ? { isGlob: true } : {}),
    }));
}

/** Without the position in the file, and without URL encoding: `.env:1`, `%2Eenv`. */
function plainName(text: string): string {
  if (text.length > LONGEST) return text;
  const own = text.replace(/(?<=[^/:])([#?].*|(:\d+)+)$/, "");
  return own.replace(/%2[ef]/gi, (sign) => (/e$/i.test(sign) ? "." : "/"));
}

function plainPath(text: string): string {
  if (!/^file:/i.test(text)) return text;
  const path = text.replace(/^file:(\/\/(localhost(?=\/))?)?/i, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Files given as addresses in any text of a fetch. */
export function filesFetched(input: unknown): Touch[] {
  return spoken(input).flatMap((text) =>
    /^file:/i.test(text) ? [{ path: plainPath(text), access: "read" as const }] : [],
  );
}

/** Whether an address in it is one where a cloud machine gets its credentials. */
export function asksMetadata(input: unknown): boolean {
  return spoken(input).some((text) => /[./:]/.test(text) && isMetadata(text));
}

/** Texts word by word, without the punctuation around them. */
function spoken(input: unknown): string[] {
  return fieldsIn(input).flatMap(({ name, value }) =>
    typeof value !== "string" || (TEXTS.test(name.join("")) && !/prompt|query/.test(name.join("")))
      ? []
      : (value.match(/[^\s"'<>()`]+/g) ?? []).map((text) => text.replace(/[.,;:!?]+$/, "")),
  );
}

/** What a call can make a client do without: its sandbox, its questions, its checks. */
const LIFTS =
  /dangerous|unsafe|bypass|escalat|elevat|privileg|outside|unsandbox|yolo|(disable|skip|without|no)(sandbox|permission|approval|hook|check|verify)|additionalpermissions|autoapprove|allowall/;
const HELD = /^(true|(use)?_?default|inherit|on|read-?only|workspace-?write)$/i;
const FREED = /bypass|danger|yolo|escalat|full.?access|unsandboxed|^never$/i;

/** The field by which a call would escape what its client holds it in; `null`: none does. */
export function liftedBy(input: unknown): string | null {
  const field = fieldsIn(input).find(({ name, value }) => {
    const key = name.join("");
    const text = typeof value === "object" ? Object.keys(value ?? {}).join() : String(value);
    if (text === "" || value === undefined) return false;
    if (LIFTS.test(key)) return !/^(false|0|no|off|none)$/i.test(text);
    if (typeof value !== "object" && key.startsWith("sandbox")) return !HELD.test(text);
    return typeof value === "string" && /permission|approval|mode$/.test(key) && FREED.test(text);
  });
  return field ? field.name.join("_") : null;
}
