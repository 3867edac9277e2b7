import { shapeCorpus } from "./corpus-shapes.fixture.ts";
import { all, type Sample } from "./sample.fixture.ts";
import type { Reply } from "./shapes.ts";

const TRIAGE: Reply = {
  type: "triage",
  level: "exploration",
  reasoning: "Two ways lead there.",
  suggestedSkips: [],
  batches: [],
  splits: [],
};
const T = '{"type":"triage","level":"exploration","reasoning":"Two ways lead there."}';
const OLD = '{"type":"triage","level":"complex","reasoning":"A first thought."}';
const BROAD = {
  ...TRIAGE,
  batches: [
    { title: "Base", description: "The tables" },
    { title: "Top", description: "The page" },
  ],
} as Reply;

function design(content: string): Reply {
  return { type: "design", sections: [{ id: "s1", title: "Store", content }] };
}
/** A design whose content is given as it stands between the quotes. */
function designText(raw: string): string {
  return `{"type":"design","sections":[{"id":"s1","title":"Store","content":"${raw}"}]}`;
}
const D = designText("One table.");

/** As a terminal shows it: each text in a colour of its own. */
function coloured(json: string): string {
  return json.replace(/"[^"]*"/g, (text) => `\u001b[1;32m${text}\u001b[0m`);
}

const around = all("triage", [
  ["bare", T, TRIAGE],
  ["bare with a byte order mark", `\ufeff${T}`, TRIAGE],
  ["with CRLF", `\`\`\`json\r\n${T.replaceAll(",", ",\r\n")}\r\n\`\`\`\r\n`, TRIAGE],
  ["spread over lines", JSON.stringify(JSON.parse(T), null, 4), TRIAGE],
  ["spread with no-break spaces", T.replaceAll(",", ",\u00a0"), TRIAGE, "white_space"],
  ["spread with byte order marks", T.replaceAll(":", ":\ufeff"), TRIAGE, "white_space"],
  ["spread over lines of Unicode", T.replaceAll(",", ",\u2028"), TRIAGE, "white_space"],
  ["spread with wide spaces", T.replaceAll(",", ",\u3000\u2003"), TRIAGE, "white_space"],
  ["fenced", `\`\`\`json\n${T}\n\`\`\``, TRIAGE],
  ["fenced without a language", `\`\`\`\n${T}\n\`\`\``, TRIAGE],
  ["fenced as another language", `\`\`\`typescript\n${T}\n\`\`\``, TRIAGE],
  ["fenced with tildes", `~~~~json5\n${T}\n~~~~`, TRIAGE],
  ["fenced and never closed", `\`\`\`json\n${T}`, TRIAGE],
  ["a fence on the same line", `\`\`\`${T}\`\`\``, TRIAGE],
  ["a code span", `My answer is \`${T}\`.`, TRIAGE],
  ["in a quotation", `> ${T}\n`, TRIAGE],
  ["in prose", `I looked around. ${T} Tell me if you disagree!`, TRIAGE],
  ["braces in prose before", `I use {curly} braces, {} and {a, b}.\n${T}`, TRIAGE],
  ["braces in prose behind", `${T}\nuse {curly} braces`, TRIAGE],
  ["a brace in quotes in prose", `Replace the "{" on line 3. ${T}`, TRIAGE],
  ["a brace in apostrophes in prose", `The char '{' opens it: ${T}`, TRIAGE],
  ["a brace that is never closed", `if (a) { return b;\n\n${T}`, TRIAGE],
  ["a bracket that is never closed", `see [1, 2 and\n${T}`, TRIAGE],
  ["a list in prose before", `See [1] and [link](http://a.b). - [x] done\n${T}`, TRIAGE],
  ["a wrapper that is never closed", `{"reply": ${T}`, TRIAGE],
  ["code before", `function f() { return { a: 1 }; }\n${T}`, TRIAGE],
  ["a settings file before", `{"name":"x","type":"module"}\n${T}`, TRIAGE],
  ["an unpaired quote before", `5" of rain. ${T}`, TRIAGE],
  ["colours of a terminal", `\u001b[32m${T}\u001b[0m`, TRIAGE],
  ["colours between its tokens", coloured(T), TRIAGE, "colour_code"],
  ["colours and spaces of another kind", coloured(T).replaceAll(",", "\u202f,"), TRIAGE, "colour_code", "white_space"],
  ["tags around", `<reply>${T}</reply>`, TRIAGE],
  ["two, of which the last counts", `${OLD}\nNo, rather:\n${T}`, TRIAGE, "other_block"],
  ["the same twice", `${T}\n${T}`, TRIAGE, "other_block"],
  ["another type behind", `${T}\n${D}`, TRIAGE, "other_block"],
  ["another type before", `${D}\n${T}`, TRIAGE, "other_block"],
  ["a broken one before", `{"type":"triage","level":}\nSorry:\n${T}`, TRIAGE, "other_block"],
  ["a broken one behind", `${T}\n{"type":"triage","level":`, TRIAGE, "other_block"],
  ["an ellipsis in the first", `{"type":"triage", …} as you said: ${T}`, TRIAGE, "other_block"],
  ["one of the wrong shape behind", `${T}\n{"type":"triage"}`, TRIAGE, "other_block"],
  [
    "the shape as it was asked for behind",
    `${T}\nAs asked: {"type":"triage","level":"straightforward | exploration","reasoning":"<why>"}`,
    TRIAGE,
    "other_block",
  ],
  ["two of the wrong shape behind", `${OLD}${T}{"type":"triage","level":"x"}{"type":"triage"}`, TRIAGE, "other_block"],
  ["two of the wrong shape", `{"type":"triage"}{"type":"triage","level":"x"}`, "wrong_shape", '"x"'],
  ["nothing", "", "empty", "one JSON object"],
  ["white space", " \r\n\t\ufeff ", "empty"],
  ["prose", "I think that this is complex.", "no_json", "no JSON object", '"type": "triage"'],
  ["a fence without content", "```json\n```", "no_json", "no JSON object"],
  ["braces only", "{{{{ }}}}", "no_json"],
  ["a text as JSON", '"triage"', "no_json"],
  ["too much", T + " ".repeat(1_048_576), "too_long", "the limit is 1048576"],
  ["another type", D, "wrong_type", '"design"', 'instead of "triage"'],
  ["two other types", `${D}{"type":"plan"}`, "wrong_type", '"design" and "plan"'],
  ["no type", '{"level":"complex"}', "wrong_type", 'has no "type"', '"type": "triage"'],
  ["a type of its own", '{"type":"assessment"}', "wrong_type", '"assessment"'],
  ["a number as type", '{"type":1}', "wrong_type", 'has no "type"'],
  ["in a list", `[${T}]`, "wrong_shape", "a list", "`[0]` in it is the triage"],
  ["an empty list", "[]", "wrong_shape", "a list"],
  ["in a wrapper", `{"reply":${T}}`, "wrong_type", "`reply` in it is the triage"],
  ["cut off in a text", T.slice(0, -10), "no_json", "cut off", "`reasoning`", "column 52"],
  ["cut off in a name", T.slice(0, 20), "no_json", "cut off at line 1, column 21"],
  ["cut off behind a value", T.slice(0, -1), "no_json", "cut off", "Send the whole"],
  ["cut off in the type", '{"type":"tri', "no_json", "cut off", "`type`"],
  ["cut off on line 3", '{"type":\n"triage",\n"level":"c', "no_json", "line 3, column 11"],
  ["cut off, another type", D.slice(0, -9), "wrong_type", "cut off", '"design"'],
  ["a quote unescaped", T.replace("ways", 'w"ay"s'), "no_json", 'got "ay', 'written \\"'],
  ["a member without a value", '{"type":"triage","level":,}', "no_json", "expected a value"],
  ["a comma missing", T.replace(',"level"', ' "level"'), "no_json", 'expected "," or "}"'],
]);

const sloppy = all("triage", [
  ["a trailing comma", T.replace("}", ",}"), TRIAGE, "trailing_comma"],
  ["a comment", T.replace("{", "{ // my view\n"), TRIAGE, "comment"],
  ["a long comment", T.replace(",", ", /* { */ "), TRIAGE, "comment"],
  [
    "an address within a text",
    T.replace("Two", "http://a.b"),
    { ...TRIAGE, reasoning: "http://a.b ways lead there." } as Reply,
  ],
  ["names without quotes", T.replace('"level"', "level"), TRIAGE, "bare_name"],
  ["a type in capitals", T.replace('"triage"', '"TRIAGE"'), TRIAGE, "case"],
  ["a level in another case", T.replace('"exploration"', '" Exploration"'), TRIAGE, "case"],
  ["typographic quotes", T.replace('"exploration"', "\u201cexploration\u201d"), TRIAGE, "quotes"],
  ["single quotes", T.replace('"exploration"', "'exploration'"), TRIAGE, "quotes"],
  ["a name in another case", T.replace('"level"', '"Level"'), TRIAGE, "renamed_member"],
  [
    "a name with underscores",
    T.replace("}", ',"suggested_skips":["design"]}'),
    { ...TRIAGE, suggestedSkips: ["design"] } as Reply,
    "renamed_member",
  ],
  ["an unknown member", T.replace("}", ',"confidence":0.9}'), TRIAGE, "unknown_member"],
  ["null members", T.replace("}", ',"batches":null,"splits":null}'), TRIAGE, "null_member", "null_member"],
  ["None of Python", T.replace("}", ',"batches":None}'), TRIAGE, "literal", "null_member"],
  ["a blank list", T.replace("}", ',"batches":""}'), TRIAGE, "blank_member"],
  ["empty lists", T.replace("}", ',"batches":[],"splits":[]}'), TRIAGE],
  ["null in a list", T.replace("}", ',"splits":[null]}'), TRIAGE, "null_member"],
  [
    "one skip without a list",
    T.replace("}", ',"suggestedSkips":"Design"}'),
    { ...TRIAGE, suggestedSkips: ["design"] } as Reply,
    "wrapped",
    "case",
  ],
  ["batches", JSON.stringify(BROAD), BROAD],
  ["a member twice", T.replace("{", '{"level":"complex",'), TRIAGE, "duplicate_member"],
  ["a prototype", T.replace("{", '{"__proto__":{"level":"complex"},'), TRIAGE, "unsafe_member"],
  ["a constructor", T.replace("{", '{"constructor":{"prototype":{"x":1}},'), TRIAGE, "unsafe_member", "unsafe_member"],
  ["a type that is escaped", T.replace('"triage"', '"tri\\u0061ge"'), TRIAGE],
  [
    "null as a text that is needed",
    T.replace(/"Two.*"/, "null"),
    "wrong_shape",
    "`reasoning`: expected a text, got nothing",
  ],
  [
    "no level",
    '{"type":"triage","reasoning":"x"}',
    "wrong_shape",
    "`level`: expected one of straightforward, exploration, complex, got nothing",
  ],
  ["a level of its own", T.replace("exploration", "medium"), "wrong_shape", 'got "medium"'],
  ["a blank reasoning", T.replace(/"Two.*"/, '" \\n "'), "wrong_shape", "`reasoning`: expected text that is not blank"],
  ["a list as level", T.replace('"exploration"', "[1,2]"), "wrong_shape", "got a list of 2"],
  ["an unknown skip", T.replace("}", ',"suggestedSkips":["review"]}'), "wrong_shape", "`suggestedSkips[0]`"],
  ["a batch without a title", T.replace("}", ',"batches":[{"description":"d"}]}'), "wrong_shape", "`batches[0].title`"],
  [
    "too many batches",
    T.replace("}", `,"batches":[${'{"title":"t","description":"d"},'.repeat(21)}]}`),
    "wrong_shape",
    "`batches`: expected at most 20 elements, got 21",
  ],
  [
    "a reasoning that is too long",
    T.replace("Two", "x".repeat(4_001)),
    "wrong_shape",
    "`reasoning`: expected at most 4000 characters, got 4018 characters",
  ],
  ["nesting without end", `{"type":"triage","x":${"[".repeat(300)}`, "no_json", "nesting of at most 200"],
]);

const texts = all("design", [
  ["a fence in a text", designText("```ts\\nlet a = {};\\n```"), design("```ts\nlet a = {};\n```")],
  [
    "a fenced fence",
    `\`\`\`json\n${designText('\\n```json\\n{\\"type\\":\\"design\\"}\\n```\\n')}\n\`\`\``,
    design('\n```json\n{"type":"design"}\n```\n'),
  ],
  [
    "a raw fence in a text",
    `\`\`\`json\n${designText("a\n```\nb\n```\nc")}\n\`\`\``,
    design("a\n```\nb\n```\nc"),
    "raw_character",
  ],
  ["raw line breaks", designText("a\nb\r\nc"), design("a\nb\r\nc"), "raw_character"],
  ["a raw tab", designText("a\tb"), design("a\tb"), "raw_character"],
  ["other control characters", designText("a\u0001\u001bb"), design("a\u0001\u001bb"), "raw_character"],
  ["NUL", designText("a\u0000b"), design("a\ufffdb"), "raw_character", "character_replaced"],
  ["NUL, escaped", designText("a\\u0000b"), design("a\ufffdb"), "character_replaced"],
  ["half a character", designText("a\\ud800b"), design("a\ufffdb"), "character_replaced"],
  ["a whole character in halves", designText("\\ud83d\\ude00"), design("\u{1f600}")],
  ["a regular expression", designText("^\\d+\\s"), design("^\\d+\\s"), "escape", "escape"],
  ["an apostrophe escaped", designText("it\\'s"), design("it's"), "escape"],
  ["a broken escape", designText("\\u12"), design("\\u12"), "escape"],
  ["a path of Windows", designText("C:\\Users"), design("C:\\Users"), "escape"],
  ["braces in a text", designText('}{][\\"}'), design('}{]["}')],
  ["no id", D.replace('"id":"s1",', ""), design("One table."), "id_made"],
  ["one section without a list", D.replace("[", "").replace("]", ""), design("One table."), "wrapped"],
  ["a list of lines as content", D.replace('"One table."', '["a","b"]'), design("a\nb"), "joined"],
  [
    "lines in a title",
    D.replace("Store", "Sto\\n re"),
    { type: "design", sections: [{ id: "s1", title: "Sto re", content: "One table." }] },
    "joined",
  ],
  [
    "no sections",
    '{"type":"design","sections":[]}',
    "wrong_shape",
    "`sections`: expected at least 1 element, got an empty list",
  ],
  ["null as sections", '{"type":"design","sections":null}', "wrong_shape", "`sections`: expected a list, got nothing"],
  ["blank sections", '{"type":"design","sections":" "}', "wrong_shape", "`sections`"],
  [
    "texts as sections",
    '{"type":"design","sections":["a"]}',
    "wrong_shape",
    '`sections[0]`: expected an object, got "a"',
  ],
  ["a blank content", designText(" \\n"), "wrong_shape", "`sections[0].content`: expected text that is not blank"],
  ["a placeholder", designText("<the section in markdown>"), "wrong_shape", "instead of the placeholder"],
  ["a content that is too long", designText("x".repeat(20_001)), "wrong_shape", "at most 20000 characters"],
  [
    "a text that breaks off behind an example, the type not yet said",
    `{"sections":[{"content":"Answer {type: 'design', sections: [{title: 'a', content: 'b'}]} and`,
    "no_json",
    "cut off",
    "`sections[0].content`",
  ],
  [
    "an example in a text, its quotes unescaped",
    designText('so: {"type":"design","sections":[{"id":"s9","title":"b","content":"c"}]}'),
    "no_json",
    "breaks",
    "`sections[0].content`",
  ],
  [
    "a text that breaks off in a raw fence",
    `{"type":"design","sections":[{"content":"see:\n${D.replaceAll('"', "'")}\n`,
    "no_json",
    "cut off",
    "has no end",
  ],
]);

export const corpus: Sample[] = [...around, ...sloppy, ...texts, ...shapeCorpus];
