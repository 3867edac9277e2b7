import { zipSync } from "fflate";
import { type CarriedFile, textFile } from "./carried.ts";
import type { ProblemCode } from "./problem.ts";
import type { ZipFault } from "./read-zip.ts";
import { aSessionData } from "./session-data.fixture.ts";
import { writeSession } from "./write-session.ts";

export const GOOD = writeSession(aSessionData());
const PLAN = GOOD.find(({ path }) => path.includes("plan-builder") && path.includes("_001"))?.path ?? "";
const COMM = PLAN.replace("role-plan", "role-comm");
const MESSAGE = GOOD.find(({ path }) => path.includes("-to-"))?.path ?? "";
const ERROR = GOOD.find(({ path }) => path.startsWith("error-"))?.path ?? "";
const STATUS = "session-status.md";

const textIn = (path: string) => {
  const file = GOOD.find((one) => one.path === path);
  if (!file) throw new Error(`${path} is not in the folder`);
  return new TextDecoder().decode(file.bytes);
};
const put = (path: string, bytes: Uint8Array): CarriedFile[] => [
  ...GOOD.filter((one) => one.path !== path),
  { path, bytes },
];
const say = (path: string, text: string) => put(path, textFile(path, text).bytes);
const change = (path: string, from: string | RegExp, to: string) => {
  const text = textIn(path);
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${path} has no ${from}`);
  return say(path, changed);
};
const drop = (path: RegExp) => GOOD.filter((one) => !path.test(one.path));
const below = (folder: string, files: readonly CarriedFile[]) =>
  files.map(({ path, bytes }) => ({ path: `${folder}/${path}`, bytes }));
const wide = (text: string, isBig: boolean) => {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [i, unit] of [0xfeff, ...Array.from(text, (sign) => sign.charCodeAt(0))].entries())
    view.setUint16(i * 2, unit, !isBig);
  return bytes;
};
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 0xff);

/** A folder, and the problem that must be said of it; `null`: none that is more than a note. */
export const FOLDERS: Record<string, [CarriedFile[], ProblemCode | null]> = {
  "as it was exported": [GOOD, "still_running"],
  "below another folder": [below("a/b", GOOD), null],
  "nothing at all": [[], "no_session"],
  "only a picture": [[{ path: "a.png", bytes: new Uint8Array([137, 80, 78, 71]) }], "no_session"],
  "two sessions": [[...below("a", GOOD), ...below("b", GOOD)], "two_sessions"],
  "a session in a session": [[...GOOD, ...below("inner", GOOD)], "two_sessions"],
  "two sessions without status": [[...below("a", drop(/status/)), ...below("b", drop(/status/))], "two_sessions"],
  "files beside the folder": [[...below("a", GOOD), textFile("README.md", "x")], "no_session"],
  "no status": [drop(/status/), "missing_file"],
  "no assignments": [drop(/role-plan/), "unknown_reference"],
  "no progress": [drop(/role-comm-builder/), null],
  "no context": [drop(/shared/), null],
  "only its status": [GOOD.filter(({ path }) => path === STATUS), null],
  "only an assignment": [GOOD.filter(({ path }) => path === PLAN), "missing_file"],
  "an empty status": [say(STATUS, ""), "no_map"],
  "a status of spaces": [say(STATUS, " \n \n"), "no_map"],
  "a status that is a list": [say(STATUS, "- a\n- b\n"), "no_map"],
  "a status that is a word": [say(STATUS, "active"), "no_map"],
  "a status that is a number": [say(STATUS, "1e9"), "no_map"],
  "a status that is null": [say(STATUS, "~"), "no_map"],
  "prose in place of YAML": [say(STATUS, "# Hello\n\nThis: is: prose, [not YAML"), "unreadable"],
  "an open quote": [change(PLAN, "agent: builder", 'agent: "builder'), "unreadable"],
  "an open bracket": [change(PLAN, "agent: builder", "agent: [builder"), "unreadable"],
  "a tab as indentation": [change(PLAN, "  agent: builder", "\tagent: builder"), "unreadable"],
  "a key twice": [change(PLAN, "  agent: builder", "  agent: builder\n  agent: other"), "unreadable"],
  "two documents in a file": [say(PLAN, `${textIn(PLAN)}---\na: b\n`), "unreadable"],
  "an alias of nothing": [change(PLAN, "agent: builder", "agent: *gone"), "unreadable"],
  "an unknown tag": [change(PLAN, "agent: builder", "agent: !!js/function 'return 1'"), null],
  "a directive": [say(PLAN, `%YAML 9.9\n---\n${textIn(PLAN)}`), null],
  "a merge key": [say(PLAN, `base: &b {x: 1}\n<<: *b\n${textIn(PLAN)}`), null],
  "a key of every object": [say(PLAN, `__proto__: {polluted: yes}\nconstructor: x\n${textIn(PLAN)}`), null],
  "a key that is a list": [say(PLAN, `[a, b]: c\n${textIn(PLAN)}`), "unreadable"],
  "broken JSON": [say("shared-context.json", '{"a": 1,'), null],
  "JSON in place of YAML": [say(PLAN, '{"meta":{"task_id":"t1","agent":"builder"}}'), "unknown_reference"],
  "front matter": [say(PLAN, `---\n${textIn(PLAN)}---\nMore.\n`), null],
  "a fenced block": [say(PLAN, `# Task\n\n\`\`\`yaml\n${textIn(PLAN)}\`\`\`\n`), null],
  "a broken fenced block": [say(PLAN, "# Task\n\n```yaml\na: [\n```\n"), "unreadable"],
  "an id that is a map": [change(PLAN, /task_id: .*/, "task_id: {a: b}"), "wrong_type"],
  "an id that is a list": [change(PLAN, /task_id: .*/, "task_id: [a]"), "wrong_type"],
  "no id": [change(PLAN, /\n {2}task_id: .*/, ""), "missing_key"],
  "an empty meta": [say(PLAN, "meta:\ninstruction: x\n"), "missing_key"],
  "meta that is a text": [say(PLAN, "meta: x\ninstruction: x\n"), "missing_key"],
  "a time that is no time": [change(PLAN, /created_at: .*/, "created_at: yesterday"), "wrong_type"],
  "a time that cannot be": [change(PLAN, /created_at: .*/, "created_at: 2024-13-45T99:00:00Z"), "wrong_type"],
  "a time that is a number": [change(PLAN, /created_at: .*/, "created_at: 1705312800"), "wrong_type"],
  "a priority of its own": [change(PLAN, "priority: high", "priority: urgent"), "unknown_word"],
  "requires that is a map": [change(PLAN, "requires: []", "requires: {a: {b: c}}"), "wrong_type"],
  "requires that is a number": [change(PLAN, "requires: []", "requires: 7"), "wrong_type"],
  "requires of nothing": [change(PLAN, "requires: []", "requires: [task_009]"), "unknown_reference"],
  "outputs with maps": [change(PLAN, /output_1: .*/, "output_1: {a: b}"), "wrong_type"],
  "a huge whole number": [change(PLAN, /timeout: .*/, `timeout: ${"9".repeat(400)}`), "number_changed"],
  "a number past the doubles": [change(PLAN, /timeout: .*/, "timeout: 1e999"), "number_changed"],
  "a number with many digits": [change(PLAN, /timeout: .*/, "timeout: 0.12345678901234567890"), "number_changed"],
  infinity: [change(PLAN, /timeout: .*/, "timeout: .inf"), "number_changed"],
  "not a number": [change(PLAN, /timeout: .*/, "timeout: .nan"), "number_changed"],
  "negative counts": [change(STATUS, /tasks_total: .*/, "tasks_total: -5"), null],
  "a count that is a text": [change(STATUS, /tasks_total: .*/, "tasks_total: many"), "wrong_type"],
  "a status of its own": [change(STATUS, "status: active", "status: exploded"), "unknown_word"],
  "a phase of its own": [change(STATUS, /phase: .*/, "phase: lunch"), "unknown_word"],
  "a gate of its own": [change(STATUS, "quality: pending", "quality: maybe"), "unknown_word"],
  "gates that are a list": [change(STATUS, /validation_gates:\n( {2}.*\n)+/, "validation_gates: [a]\n"), null],
  "progress of nothing": [change(COMM, /task_id: .*/, "task_id: task_000"), "unknown_reference"],
  "progress that is no number": [change(COMM, /progress_percentage: .*/, "progress_percentage: most"), "wrong_type"],
  "a message that is answered before it is sent": [
    change(MESSAGE, /response_by: .*/, "response_by: 2020-01-01T00:00:00Z"),
    "times_reversed",
  ],
  "a message about nothing": [change(MESSAGE, / task_id: .*/, " task_id: task_000"), "unknown_reference"],
  "a message without id": [change(MESSAGE, /message_id: .*/, "from: x"), "missing_key"],
  "a message twice": [
    [
      ...GOOD,
      ...say(MESSAGE, textIn(MESSAGE))
        .slice(-1)
        .map((one) => ({ ...one, path: `role-comm-a-to-b-again.md` })),
    ],
    "duplicate_id",
  ],
  "an assignment twice": [
    [...GOOD, { path: "role-plan-copy.md", bytes: textFile("", textIn(PLAN)).bytes }],
    "duplicate_id",
  ],
  "an error without words": [change(ERROR, /message: .*/, "code: 7"), "missing_key"],
  "an error of its own severity": [change(ERROR, "severity: error", "severity: fatal"), "unknown_word"],
  "an error twice": [[...GOOD, { path: "error-copy.md", bytes: textFile("", textIn(ERROR)).bytes }], "duplicate_id"],
  CRLF: [say(PLAN, textIn(PLAN).replaceAll("\n", "\r\n")), "line_ends"],
  CR: [say(PLAN, textIn(PLAN).replaceAll("\n", "\r")), "line_ends"],
  "a byte order mark": [say(PLAN, `\ufeff${textIn(PLAN)}`), "encoding"],
  "two byte order marks": [say(PLAN, `\ufeff\ufeff${textIn(PLAN)}`), "encoding"],
  "UTF-16, little end first": [put(PLAN, wide(textIn(PLAN), false)), "encoding"],
  "UTF-16, big end first": [put(PLAN, wide(textIn(PLAN), true)), "encoding"],
  "half of UTF-16": [put(PLAN, wide(textIn(PLAN), false).slice(0, -1)), "encoding"],
  "Latin 1": [put(PLAN, latin(textIn(PLAN).replace("pagination", "Seitenüberschrift"))), "encoding"],
  "half a character": [put(PLAN, Uint8Array.from([...textFile("", textIn(PLAN)).bytes, 0xe2, 0x82])), "encoding"],
  "an unpaired surrogate": [put(PLAN, Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])), "encoding"],
  "NUL in a text": [change(PLAN, "agent: builder", "agent: buil\u0000der"), "not_text"],
  "only NUL": [put(PLAN, new Uint8Array(1000)), "not_text"],
  "a picture as an assignment": [
    put(
      PLAN,
      Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919) % 256),
    ),
    "not_text",
  ],
  "a picture as an artifact": [
    put(
      "artifacts/a.png",
      Uint8Array.from({ length: 3000 }, (_, i) => i % 256),
    ),
    null,
  ],
  "brackets without end": [say(PLAN, "[".repeat(100_000)), "unreadable"],
  "maps without end": [say(PLAN, "{a: ".repeat(50_000)), "unreadable"],
  "lists without end": [say(PLAN, "- ".repeat(100_000)), "unreadable"],
  "keys without end": [say(PLAN, "? ".repeat(100_000)), "unreadable"],
  "lists and keys in turn": [say(PLAN, "- ? ".repeat(50_000)), "unreadable"],
  "indentation without end": [
    say(PLAN, Array.from({ length: 600 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")),
    "unreadable",
  ],
  "a line of spaces": [say(PLAN, `a:\n${" ".repeat(200_000)}b: c`), "unreadable"],
  "a bomb of aliases": [
    say(
      PLAN,
      `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from("bcdefghijk", (key, i) => `${key}: &${key} [${`*${"abcdefghij"[i]},`.repeat(9)}]`).join("\n")}\n`,
    ),
    "unreadable",
  ],
  "an alias of itself": [say(PLAN, "a: &a [*a]\n"), "missing_key"],
  "very many keys": [say(PLAN, Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join("\n")), "unreadable"],
  "very many question marks": [say(PLAN, "?\n".repeat(100_000)), "unreadable"],
  "a document that is too large": [say(PLAN, `a: ${"x".repeat(300_000)}`), "too_large"],
  "a long text": [say(PLAN, `meta: {task_id: t}\ninstruction: ${"x".repeat(200_000)}`), "unknown_reference"],
  "very many files": [[...GOOD, ...Array.from({ length: 1_500 }, (_, i) => textFile(`notes/${i}.md`, "x"))], null],
  "very many problems": [
    [...GOOD, ...Array.from({ length: 1_000 }, (_, i) => textFile(`error-${i}.md`, "a: b"))],
    "missing_key",
  ],
  "names of every object": [[...GOOD, textFile("__proto__", "x"), textFile("artifacts/constructor", "x")], null],
};

const zipOf = (files: Record<string, Uint8Array>) => zipSync(files, { level: 9, mtime: new Date(1980, 0, 1) });
const named = (...names: string[]) => zipOf(Object.fromEntries(names.map((name) => [name, textFile("", "x").bytes])));
const PACKED = zipOf(Object.fromEntries(GOOD.map(({ path, bytes }) => [path, bytes])));

/** Bytes of an archive, changed where its list of files says something. */
function edited(zip: Uint8Array, edit: (view: DataView, entry: number) => void): Uint8Array {
  const bytes = zip.slice();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 46 < bytes.length; at++) if (view.getUint32(at, true) === 0x02014b50) edit(view, at);
  return bytes;
}

/** Every entry of the list is the first file: its method, sum, sizes and place. */
function sameAsFirst(zip: Uint8Array): Uint8Array {
  let first = -1;
  return edited(zip, (view, at) => {
    if (first < 0) first = at;
    view.setUint16(at + 10, view.getUint16(first + 10, true), true);
    for (const field of [16, 20, 24, 42]) view.setUint32(at + field, view.getUint32(first + field, true), true);
  });
}

export const ZIPS: Record<string, [Uint8Array, ZipFault | null]> = {
  "as it was packed": [PACKED, null],
  nothing: [new Uint8Array(), "no_zip"],
  "a text": [textFile("", "PK\u0003\u0004 is no zip").bytes, "no_zip"],
  "an empty zip": [zipOf({}), null],
  "a zip that breaks off": [PACKED.slice(0, -30), "no_zip"],
  "a zip without its beginning": [PACKED.slice(500), "damaged"],
  "a comment behind it": [Uint8Array.from([...PACKED, ...new Uint8Array(60_000)]), null],
  "a way out": [named("../../etc/passwd"), "unsafe_name"],
  "a way out inside": [named("a/../../b"), "unsafe_name"],
  "an absolute path": [named("/etc/passwd"), "unsafe_name"],
  "a drive of Windows": [named("C:\\Windows\\a.txt"), "unsafe_name"],
  "a way out of Windows": [named("..\\..\\a.txt"), "unsafe_name"],
  "a share of Windows": [named("\\\\host\\share\\a"), "unsafe_name"],
  "a device of Windows": [named("artifacts/NUL.txt", "con", "lpt1.md"), "unsafe_name"],
  "a stream of Windows": [named("a.md:secret"), "unsafe_name"],
  "a name that ends in a dot": [named("a.md."), "unsafe_name"],
  "a name with NUL": [named("a\u0000.md"), "unsafe_name"],
  "a name with a line feed": [named("a\n.md"), "unsafe_name"],
  "a name that is too long": [named(`${"a/".repeat(200)}b`), "unsafe_name"],
  "an empty name": [edited(named("a"), (view, at) => view.setUint8(at + 46, 0)), "unsafe_name"],
  "names that differ in case": [named("A.md", "a.md"), "duplicate_name"],
  "a link": [edited(named("a.md"), (view, at) => view.setUint32(at + 38, 0o120777 << 16, true)), "link"],
  "an encrypted file": [edited(named("a.md"), (view, at) => view.setUint16(at + 8, 1, true)), "encrypted"],
  "an unknown method": [edited(named("a.md"), (view, at) => view.setUint16(at + 10, 99, true)), "unknown_method"],
  "another checksum": [edited(named("a.md"), (view, at) => view.setUint32(at + 16, 7, true)), "damaged"],
  "a size that lies low": [
    edited(zipOf({ a: new Uint8Array(5_000_000) }), (view, at) => view.setUint32(at + 24, 10, true)),
    "damaged",
  ],
  "a size that lies high": [edited(named("a.md"), (view, at) => view.setUint32(at + 24, 900_000, true)), "damaged"],
  "a size past all memory": [
    edited(named("a.md"), (view, at) => view.setUint32(at + 24, 0xfffffff0, true)),
    "too_large",
  ],
  "a place past the end": [edited(named("a.md"), (view, at) => view.setUint32(at + 42, 0xfffff000, true)), "damaged"],
  "a bomb": [zipOf({ "artifacts/zeros": new Uint8Array(2_000_000) }), "too_large"],
  "many small bombs": [
    zipOf(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`artifacts/${i}`, new Uint8Array(990_000)]))),
    "too_large",
  ],
  "one file that is many": [
    sameAsFirst(
      zipOf({
        a: new Uint8Array(900_000),
        ...Object.fromEntries(Array.from({ length: 199 }, (_, i) => [`a${i}`, Uint8Array.of(0)])),
      }),
    ),
    "too_large",
  ],
  "too many files": [
    zipOf(Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`a/${i}`, new Uint8Array()]))),
    "too_many_files",
  ],
  "a list of files that breaks off": [
    edited(named("a", "b"), (view, at) => view.setUint16(at + 28, 60_000, true)),
    "damaged",
  ],
  "bytes that are no stream": [
    (() => {
      const zip = PACKED.slice();
      zip.fill(0xff, 60, 400);
      return zip;
    })(),
    "damaged",
  ],
};
