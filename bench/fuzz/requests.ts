import { gzipSync } from "node:zlib";
import { ROOM_FILE_FORMAT, roomFileLine } from "@squadroom/core/interchange/room-file";
import { VERSION } from "@squadroom/core/kernel/version";
import { presetTeam } from "@squadroom/core/team/presets";
import { REPLIES } from "@squadroom/core/testing/replies.fixture";
import type { Chance } from "../faults/random.ts";
import { HOSTILE_TEXTS, hostile, type Known, nearlyValid, type Schema, valid } from "./values.ts";
import { type FuzzCaller, type FuzzRoom, ROLES } from "./world.ts";

/** An operation of the OpenAPI document. */
export interface Operation {
  id: string;
  method: string;
  /** With `{name}` where a parameter goes. */
  path: string;
  parameters: {
    name: string;
    in: "path" | "query" | "header";
    required?: boolean;
    schema: Schema;
  }[];
  body: Schema | null;
}

/** What goes over the wire. */
export interface FuzzRequest {
  operation: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** What the body says, where it is JSON. */
  sent: unknown;
  /** What stands in the path, by its parameters. */
  address: Record<string, string>;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: Operation["parameters"];
        requestBody?: { content: { "application/json": { schema: Schema } } };
      }
    >
  >;
}

/** Of the rooms in addresses so many are other ones, or none. */
const FOREIGN_ROOM = 0.04;

/** Operations of the document that are never asked for, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  startDemo: "A demo is a process of its own: nobody wants a thousand.",
};

/** Operations on what waits in the inbox, which has names of its own there. */
const OF_INBOX = new Set(["snooze", "wake", "listTakers", "handOver"]);

/** What an agent keeps of its own accord, as agents write it. */
const SCOUTS = [REPLIES.scout, { ...REPLIES.scout, angle: "another angle" }].flatMap((scout) => {
  const json = JSON.stringify(scout);
  return [json, `Here it is:\n\n\`\`\`json\n${json}\n\`\`\`\n`, json.replace(/\}$/, ",}")];
});

/** A room with nothing but its first event, as its file. */
const ROOM_FILE = gzipSync(
  [
    roomFileLine.head({
      squadroom: "room",
      format: ROOM_FILE_FORMAT,
      release: VERSION,
      room: "carried",
      roomId: "00000000-0000-7000-8000-000000000001",
    }),
    roomFileLine.event({
      seq: 1,
      type: "room.created",
      v: 1,
      at: Date.UTC(2026, 0, 1),
      actor: { kind: "server" },
      data: { name: "carried", team: presetTeam("solo"), demo: false },
    }),
    roomFileLine.end({ events: 1, files: 0 }),
  ].join(""),
).toString("base64");

export function operationsOf(document: unknown): Operation[] {
  const { paths } = inlined(document, document) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => LEFT_OUT[operationId] === undefined)
      .map(([method, { operationId, parameters, requestBody }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters: parameters ?? [],
        body: requestBody?.content["application/json"].schema ?? null,
      })),
  );
}

/** The document with what each reference names in its place. */
function inlined(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => inlined(one, document));
  if (typeof part !== "object" || part === null) return part;
  if ("$ref" in part && typeof part.$ref === "string") {
    const [, ...steps] = part.$ref.split("/");
    const named = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
    if (named === undefined) throw new Error(`nothing is named ${part.$ref}`);
    return inlined(named, document);
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inlined(value, document)]));
}

export type Manner = "valid" | "nearly" | "hostile";

/** A third is as allowed, a third nearly so, a third is meant to hurt. */
export function mannerOf(chance: Chance): Manner {
  return chance.pick(["valid", "nearly", "hostile"]);
}

export function requestFor(
  operation: Operation,
  manner: Manner,
  chance: Chance,
  room: FuzzRoom,
  caller: FuzzCaller,
  webhookUrl: string,
): FuzzRequest {
  const known = knownTo(operation, chance, room, caller, webhookUrl);
  const spoilsPath = manner === "hostile" && chance.is(0.3);
  const spoilsQuery = manner !== "valid" && chance.is(0.4);
  const { path, query, address } = addressOf(operation, chance, known, spoilsPath, spoilsQuery);
  const headers = { ...caller.headers };
  // Who guesses is slowed down by address: not everybody at once.
  headers["x-forwarded-for"] = `203.0.113.${chance.between(1, 254)}`;
  if (manner === "hostile" && chance.is(0.15))
    headers.authorization = chance.pick([
      "",
      "Bearer",
      "Bearer x",
      "Basic eDp5",
      "Local ",
      `Bearer ${"x".repeat(4_000)}`,
    ]);
  if (manner === "hostile" && chance.is(0.1)) headers.cookie = "squadroom_session=%00; a=;;=b";
  if (manner !== "valid" && chance.is(0.15))
    headers["idempotency-key"] = chance.pick(["", "x", "0".repeat(500), "not-a-uuid"]);
  if (manner === "hostile" && chance.is(0.1)) headers["x-squadroom-connection"] = "-1e9";
  if (manner === "hostile" && chance.is(0.1))
    Object.assign(headers, chance.pick([{ "sec-fetch-site": "cross-site" }, { origin: "null" }]));
  const body = operation.method === "GET" ? null : bodyFor(operation, chance, known, manner);
  if (body !== null) headers["content-type"] = "application/json";
  if (manner === "hostile" && body !== null && chance.is(0.1))
    headers["content-type"] = chance.pick([
      "text/plain",
      "application/xml",
      "application/json; charset=utf-7",
      "multipart/form-data; boundary=x",
      "",
    ]);
  return {
    operation,
    method: operation.method,
    path: query === "" ? path : `${path}?${query}`,
    headers,
    body,
    sent: parsed(body),
    address,
  };
}

/** What exists, as far as this caller needs it for this operation. */
function knownTo(
  { id, parameters }: Operation,
  chance: Chance,
  room: FuzzRoom,
  caller: FuzzCaller,
  webhookUrl: string,
): Known {
  const names = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const bodied = id === "answerDecisions" ? ["decisionId"] : [];
  const recalled = room.memory.recall(id, [...names, ...bodied], chance);
  const { personName = [], secretWord = [] } = { ...recalled, ...caller.own };
  const { known: held = {}, ways = [] } = (chance.is(0.9) && caller.held) || {};
  const way = ways.length > 0 && chance.is(0.9) ? chance.pick(ways) : {};
  const isOfPerson = id === "signIn" || id === "addRoomPerson";
  return {
    ...recalled,
    to: [...ROLES, "user", "first", "last"],
    fence: [1, 2, 3, 4],
    ...caller.own,
    ...held,
    ...way,
    room: [chance.is(FOREIGN_ROOM) ? room.foreignRoom : chance.pick([room.roomId, room.name])],
    role: ROLES,
    roles: ROLES,
    requiresAgent: ROLES,
    url: [webhookUrl],
    // Pages that are full at once have others behind them.
    ...(id === "getInbox" && { limit: [1, 2] }),
    ...(OF_INBOX.has(id) && {
      room: [room.roomId],
      item: ["paused", ...(recalled.decisionId ?? []).map((one) => `decision:${one}`)],
      to: [null, ...(recalled.personId ?? [])],
    }),
    ...(id === "saveScout" && { reply: SCOUTS }),
    ...(id === "importRoom" && { content: [ROOM_FILE] }),
    ...(id === "getProposal" && { step: ["scout", "triage", "questions"], version: [1] }),
    ...(id === "closeBlocker" && chance.is(0.8) && room.blocked),
    ...(id === "overrideGate" && chance.is(0.8) && room.failedGate),
    ...(isOfPerson && { name: personName }),
    ...(id === "signIn" && { password: secretWord }),
  };
}

function parsed(body: string | Buffer | null): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return null;
  }
}

function addressOf(
  operation: Operation,
  chance: Chance,
  known: Known,
  spoilsPath: boolean,
  spoilsQuery: boolean,
): { path: string; query: string; address: Record<string, string> } {
  let path = operation.path;
  const address: Record<string, string> = {};
  const query: string[] = [];
  for (const parameter of operation.parameters) {
    const { name, schema } = parameter;
    if (parameter.in === "path") {
      const value = spoilsPath
        ? chance.pick(HOSTILE_TEXTS).slice(0, 3_000)
        : (known[name]?.[0] ?? valid(schema, chance, known, name));
      address[name] = String(value);
      path = path.replace(`{${name}}`, escaped(String(value)));
    } else if (parameter.in === "query" && chance.is(parameter.required || known[name] ? 0.9 : 0.5)) {
      const value = spoilsQuery ? chance.pick(HOSTILE_TEXTS).slice(0, 3_000) : valid(schema, chance, known, name);
      const end = `${name}=${escaped(String(value))}`;
      query.push(...(spoilsQuery && chance.is(0.2) ? [end, end] : [end]));
    }
  }
  if (spoilsQuery && chance.is(0.3)) query.push(chance.pick(["a[]=1", "%", "=", "limit[x]=1", "&"]));
  if (spoilsPath && chance.is(0.2)) path += chance.pick(["/", "//", "/..", "/%2e%2e/", ";x", "%"]);
  return { path, query: query.join("&"), address };
}

/** Lone surrogates have no UTF-8: they go as what a broken client makes of them. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function bodyFor({ body }: Operation, chance: Chance, known: Known, manner: Manner): string | Buffer | null {
  if (body === null) return manner === "hostile" ? JSON.stringify(hostile(chance)) : null;
  if (manner === "valid") return JSON.stringify(valid(body, chance, known));
  if (manner === "nearly") return JSON.stringify(nearlyValid(body, chance, known));
  const good = JSON.stringify(valid(body, chance, known));
  switch (chance.between(0, 7)) {
    case 0:
      return good.slice(0, chance.between(0, good.length));
    case 1:
      return "[".repeat(chance.between(1, 20_000));
    case 2:
      return `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
    case 3:
      return Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0xc3, 0x28, 0x7d]);
    case 4:
      return `{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},${good.slice(1)}`;
    case 5:
      return chance.is(0.1) ? `{"x":"${"y".repeat(2_500_000)}"}` : `\ufeff${good}`;
    case 6:
      return good.replaceAll(/\d+/g, "1e999");
    default:
      return JSON.stringify(hostile(chance));
  }
}
