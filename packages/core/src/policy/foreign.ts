import { asksMetadata, type Field, fieldsIn, liftedBy, wordsOfName } from "./fields.ts";
import { metadata } from "./network.ts";
import type { Finding } from "./rule.ts";
import type { Kind } from "./tools.ts";

const set = (words: string) => new Set(words.split(" "));
/** Words for acts that only read. */
const READS = set(
  "get list read search find fetch describe view show query count status resolve lookup inspect whoami head options",
);
/** Words that may come first and say nothing. */
const NOTHING = set("api mcp server tool db sql kubectl browser");
const ACTS = set(
  "set put post create add update write delete remove send run exec execute eval upload merge push close move edit deploy publish click type fill reset clear terminate kill stop start restart replace apply drop truncate insert cancel approve purge destroy disable enable grant revoke invite archive rename import trigger submit modify change mark save toggle increment decrement pop flush burn rotate consume wipe erase evict expire shutdown reboot revert rollback restore migrate install register assign unlock mutate alter patch swap sync overwrite upsert acquire download save clone fork mutation",
);
/** Words between two acts. */
const AND = set("and then or plus n");
const SECRETS = set("secret secrets credential credentials password passwords token tokens apikey apikeys keychain");

/** Names of acts: the first says that it reads, and no other says more. */
function readsByName(words: readonly string[]): boolean {
  return (
    READS.has(words[0] ?? "") &&
    !words.some((word) => ACTS.has(word) || SECRETS.has(word)) &&
    words.every((word, i) => !AND.has(word) || READS.has(words[i + 1] ?? ""))
  );
}

/** Whether a tool of another server says, in its name and in everything it is given, that it only reads. */
export function saysItReads(tool: string, input: unknown = {}): boolean {
  const [, server = "", own = ""] = /^mcp__(.*?)__(.*)$/i.exec(tool) ?? /^mcp_([^_]*)_(.*)$/i.exec(tool) ?? [];
  const before = new Set([...NOTHING, ...wordsOfName(server)]);
  const words = wordsOfName(own || tool);
  const start = words.findIndex((word) => READS.has(word) || !before.has(word));
  const asks = words.slice(Math.max(start, 0));
  const isQuery = asks.some((word) => /^(query|sql|db|database)$/.test(word));
  return (
    readsByName(asks) &&
    !/"\$(out|merge|where|function|accumulator|set|unset|push|inc)"/.test(JSON.stringify(input) ?? "") &&
    fieldsIn(input).every((field) => readsByField(field, isQuery))
  );
}

const BODY = /^(body|data|payload|content|filetext|newstring|newstr|edits|patch|changes|replacement)$/;
const COMMAND = /^(program|executable|commands?|cmd|scripts?|javascript|js|argv|commandline)$/;
const ACT = /^(http|request)?(method|action|operation|op|verb|act)$|methodoverride$/;
const STATEMENT = /sql|cypher|graphql|gremlin|sparql|statement/;

function readsByField({ name, value }: Field, isQuery: boolean): boolean {
  const key = name.join("");
  if (value === null || value === undefined || value === "" || value === false) return true;
  if (value === true || typeof value === "object")
    return !name.some((word) => ACTS.has(word)) || (Object.keys(value as object).length === 0 && value !== true);
  if (typeof value !== "string") return true;
  if (COMMAND.test(key) || BODY.test(key)) return false;
  if (/^(code|expression)$/.test(key) && /[^\w.-]/.test(value)) return false;
  if (ACT.test(key)) return readsByName(wordsOfName(value));
  if (SECRETS.has(value.toLowerCase())) return false;
  if (STATEMENT.test(key) || (isQuery && /^(query|q|text)$/.test(key))) return isReading(value);
  return !CHANGES.test(value) && !CHANGES.test(plain(value));
}

/** Without the comments that can separate words; some databases run what is in `/*!`. */
const plain = (text: string) => text.replace(/\/\*(?!!)[\s\S]*?\*\/|--[^\n]*/g, " ");

/** Statements that change something, wherever they are in a text. */
const CHANGES =
  /\b(insert\s+(or\s+\w+\s+)?into|update\s+\S+\s+set|delete\s+from|(drop|alter|create)\s+(or\s+replace\s+)?(table|database|schema|index|view|user|role|function|trigger|sequence|type|extension)|truncate\s+(table\s+)?\w|merge\s+into|replace\s+into|grant\s+\w+\s+(on|to)|mutation\s*\w*\s*[({@])/i;
const READING =
  /^[\s(]*(select|show|describe|desc|explain|with|values|table|match|return|pragma\s+\w+\s*$|query\b|fragment\b|\{)/i;
/** Words that make a statement change something although it begins as a read. */
const CHANGING =
  /(?<![a-z])(insert|update|delete|drop|alter|create|truncate|grant|revoke|merge|replace|call|copy|vacuum|attach|set|setval|nextval|exec|execute|into|terminate|cancel|unlink|import|export|load|write|remove|detach|refresh|reindex|mutation|subscription|advisory|sleep|reload|rotate)(?![a-z])/i;

/** What looks like a comment may be inside a text, so it hides nothing. */
function isReading(text: string): boolean {
  return (
    READING.test(plain(text)) &&
    !CHANGING.test(text) &&
    text.split(";").every((one, i) => i === 0 || one.trim() === "" || READING.test(one))
  );
}

/** A call with other arguments is another call. */
export const wholeCall = ({ tool, input }: { tool: string; input: unknown }) => [tool, JSON.stringify(input) ?? ""];

/** What a call's fields say about it, whichever tool it uses. */
export function fieldFindings(call: { kind: Kind; tool: string; input: unknown }): Finding[] {
  const { kind, tool, input } = call;
  const words = wholeCall(call);
  const says = (key: string, what: unknown) =>
    fieldsIn(input).some(({ name, value }) => name.join("") === key && value === what);
  if (kind === "plain" && says("discardchanges", true))
    return [{ rule: "discard", what: "It throws work away.", words }];
  if (kind === "spawn" && says("isolation", "remote"))
    return [{ rule: "outward", what: "It starts on another machine.", words }];
  if (kind === "own" || kind === "plain") return [];
  const lifted = liftedBy(input);
  const changes =
    kind === "read" &&
    fieldsIn(input).some(
      ({ name, value }) =>
        ACT.test(name.join("")) &&
        wordsOfName(String(value)).some((word) => ACTS.has(word) || /^(format|action)/.test(word)),
    );
  return [
    ...(kind !== "shell" && kind !== "write" && asksMetadata(input) ? metadata() : []),
    ...(lifted === null
      ? []
      : [
          {
            rule: "system" as const,
            what: `It leaves what the client holds it in: ${lifted}.`,
            words,
          },
        ]),
    ...(changes ? [{ rule: "unknown_tool" as const, what: `Nobody here knows what ${tool} changes.`, words }] : []),
  ];
}
