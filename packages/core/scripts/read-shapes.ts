// Writes what TypeScript knows of the contract to the file that it is given: scripts/shapes.mjs starts it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-api";
import {
  described,
  type JsonSchema,
  type Notes,
  nameOf,
  refTo,
  type Shapes,
  type TextPlace,
  typed,
} from "../src/contract/shape.ts";

const SOURCE = join(import.meta.dirname, "..", "src");
const ROUTES = join(SOURCE, "contract/routes.ts");
const EVENTS = join(SOURCE, "kernel/event.ts");
const LIVE = join(SOURCE, "live/protocol.ts");
const CLIENT_MESSAGE = join(SOURCE, "live/client-message.ts");

/** What TypeScript knows about the contract and JSON Schema should say: types, and comments on fields. */
function readShapes(): Shapes {
  const program = ts.createProgram([ROUTES, EVENTS, LIVE, CLIENT_MESSAGE, ...additions()], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
    lib: ["lib.es2024.d.ts"],
  });
  const checker = program.getTypeChecker();
  const reader = createReader(checker);
  const exported = (file: string, name: string): ts.Symbol => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const found = module && checker.getExportsOfModule(module).find((one) => one.name === name);
    if (!found) throw new Error(`${file} exports no ${name}`);
    return found;
  };
  const eventData = checker.getDeclaredTypeOfSymbol(exported(EVENTS, "EventData"));
  const place = reader.propertiesOf(checker.getDeclaredTypeOfSymbol(exported(EVENTS, "RoomEvent")), [
    "roomId",
    "seq",
    "v",
    "at",
    "actor",
  ]);
  const events: Shapes["events"] = {};
  const { places, placeOf } = createTextReader(checker);
  const texts: Record<string, number> = {};
  // A log begins with its room's events, and so do lists of them.
  const isOfRoom = ({ name }: ts.Symbol) => Number(name.startsWith("room."));
  for (const symbol of checker.getPropertiesOfType(eventData).sort((a, b) => isOfRoom(b) - isOfRoom(a))) {
    const name = `${symbol.name.split(/[._]/).map(capital).join("")}Event`;
    events[symbol.name] = name;
    const data = reader.schemaOf(checker.getTypeOfSymbol(symbol));
    texts[symbol.name] = placeOf([checker.getTypeOfSymbol(symbol)]);
    reader.types[name] = {
      ...described(reader.docOf(symbol)),
      type: "object",
      required: ["type", "data", ...Object.keys(place)],
      properties: { type: { const: symbol.name }, data, ...place },
    };
  }
  reader.types.RoomEvent = { description: "A fact in a room's log.", ...byType(events) };
  reader.readMessages(exported(LIVE, "ServerMessage"));

  const routes: Shapes["routes"] = { live: {} };
  reader.readZod(checker.getTypeOfSymbol(exported(CLIENT_MESSAGE, "ClientMessage")), "message", routes.live as Notes);
  const all = checker.getTypeOfSymbol(exported(ROUTES, "routes"));
  for (const symbol of checker.getPropertiesOfType(all)) {
    const route = checker.getTypeOfSymbol(symbol);
    const notes: Notes = {};
    for (const part of ["params", "query", "body", "reply"]) {
      const schema = route.getProperty(part);
      if (schema) reader.readZod(checker.getTypeOfSymbol(schema), part, notes);
    }
    if (Object.keys(notes).length > 0) routes[symbol.name] = notes;
  }
  return {
    types: reader.types,
    events: inAlphabet(events),
    named: namedIn(program, reader),
    routes,
    texts: { events: texts, places },
  };
}

/** What adds to the kernel's interfaces. */
function additions(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /(?<!\.(test|fixture))\.ts$/.test(file))
    .map((file) => join(SOURCE, file))
    .filter((file) => /^declare module/m.test(readFileSync(file, "utf8")));
}

/** Finds the texts in events: a plain `string` is a text, a string with a type of its own is not. */
function createTextReader(checker: ts.TypeChecker) {
  const places: TextPlace[] = [{ words: [] }, {}];
  const known = new Map<string, number>();

  /** The place in an event that has one of these types. */
  function placeOf(types: readonly ts.Type[]): number {
    const parts = [...new Set(types.flatMap(partsOf))];
    const key = parts.map((one) => (one as ts.Type & { id: number }).id).join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const strings = parts.filter((one) => one.flags & ts.TypeFlags.StringLike);
    const words = strings.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
    const isText = strings.length > words.length;
    if (isText && parts.some(isBrand))
      throw new Error(`a text stands where ids do: ${parts.map((one) => checker.typeToString(one))}`);
    const objects = parts.filter((one) => isObject(one));
    if (objects.length === 0 && (!isText || words.length === 0)) return isText ? 0 : 1;
    const place: TextPlace = isText ? { words } : {};
    const index = places.push(place) - 1;
    known.set(key, index);
    const members = objects.flatMap((one) => checker.getPropertiesOfType(one));
    for (const name of new Set(members.map((one) => one.name))) {
      const variants = members.filter((one) => one.name === name);
      place.members ??= {};
      place.members[name] = placeOf(variants.map((one) => checker.getTypeOfSymbol(one)));
    }
    const rest = objects.flatMap((one) => checker.getIndexInfosOfType(one).map(({ type }) => type));
    if (rest.length > 0) place.rest = placeOf(rest);
    return index;
  }

  /** The members of a union, one by one; for a list, those of its elements. */
  function partsOf(type: ts.Type): ts.Type[] {
    if (type.isUnion()) return type.types.flatMap(partsOf);
    if (checker.isArrayType(type) || checker.isTupleType(type))
      return checker.getTypeArguments(type as ts.TypeReference).flatMap(partsOf);
    return [type];
  }

  return { places, placeOf };
}

function inAlphabet<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is said about the schemas that contracts export. */
function namedIn(program: ts.Program, reader: ReturnType<typeof createReader>): Shapes["named"] {
  const contracts = program.getSourceFiles().filter(({ fileName }) => /contract\.ts$/.test(fileName));
  const symbols = contracts.flatMap((file) => {
    const module = program.getTypeChecker().getSymbolAtLocation(file);
    return module ? program.getTypeChecker().getExportsOfModule(module) : [];
  });
  return Object.fromEntries(
    symbols.flatMap((symbol) => {
      const isSchema = symbol.flags & ts.SymbolFlags.Variable && /^[A-Z][a-z]/.test(symbol.name);
      const doc = isSchema ? reader.docOf(symbol) : "";
      return doc ? [[nameOf(symbol.name, reader.types), doc]] : [];
    }),
  );
}

function createReader(checker: ts.TypeChecker) {
  const types: Record<string, JsonSchema> = {};
  const owners = new Map<string, ts.Symbol>();
  const read = new Set<ts.Type>();

  function schemaOf(type: ts.Type): JsonSchema {
    const symbol = nameable(type);
    if (!symbol || !isStructured(type)) return shapeOf(type);
    const owner = owners.get(symbol.name);
    if (symbol.name !== "RoomEvent" && owner === undefined) {
      owners.set(symbol.name, symbol);
      const doc = docOf(symbol);
      types[symbol.name] = {};
      types[symbol.name] = { ...described(doc), ...shapeOf(type) };
    } else if (owner !== undefined && owner !== symbol) {
      throw new Error(`two types of the contract are called ${symbol.name}`);
    }
    return refTo(symbol.name);
  }

  /** Names of our own types; a type composed on the way has none. */
  function nameable(type: ts.Type): ts.Symbol | null {
    if (type.aliasSymbol)
      return (type.aliasTypeArguments?.length ?? 0) === 0 && isOurs(type.aliasSymbol) ? type.aliasSymbol : null;
    const symbol = type.symbol;
    return symbol && symbol.flags & ts.SymbolFlags.Interface && isOurs(symbol) ? symbol : null;
  }

  function isStructured(type: ts.Type): boolean {
    if (type.flags & ts.TypeFlags.Union) return (type as ts.UnionType).types.some((one) => isStructured(one));
    return (
      (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
      !isBrand(type) &&
      !checker.isArrayType(type)
    );
  }

  function shapeOf(type: ts.Type): JsonSchema {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (flags & ts.TypeFlags.Null) return { type: "null" };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === "true" };
    if (flags & ts.TypeFlags.StringLike) return { type: "string" };
    if (flags & ts.TypeFlags.NumberLike) return { type: "number" };
    if (flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
    if (isBrand(type)) {
      const [primitive] = (type as ts.IntersectionType).types.filter(isPrimitive);
      const isCount = type.aliasSymbol?.name === "Fence" || type.aliasSymbol?.name === "SessionId";
      return primitive && isCount ? { type: "integer" } : shapeOf(primitive as ts.Type);
    }
    if (type.isUnion()) return unionOf(type);
    if (checker.isTupleType(type) || checker.isArrayType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", items: items[0] ? schemaOf(items[0]) : {} };
    }
    return objectOf(type);
  }

  function unionOf(type: ts.UnionType): JsonSchema {
    const parts = type.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined));
    const literals = parts.filter((one) => one.isStringLiteral() || one.isNumberLiteral());
    const isBoolean = parts.filter((one) => one.flags & ts.TypeFlags.BooleanLiteral).length === 2;
    const said = commentsOf(type);
    const options = [
      ...(literals.length > 0 ? [{ enum: literals.map((one) => (one as ts.LiteralType).value as string).sort() }] : []),
      ...(isBoolean ? [{ type: "boolean" }] : []),
      ...parts
        .filter((one) => !literals.includes(one as never))
        .filter((one) => !(isBoolean && one.flags & ts.TypeFlags.BooleanLiteral))
        .map((one): JsonSchema => ({ ...described(said.get(one) ?? ""), ...schemaOf(one) }))
        .sort(inOrder),
    ];
    return options.length === 1 ? (options[0] as JsonSchema) : { anyOf: options };
  }

  /** The comments in front of a union's parts. */
  function commentsOf(type: ts.UnionType): Map<ts.Type, string> {
    const node = type.aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration)?.type;
    if (!node || !ts.isUnionTypeNode(node)) return new Map();
    const { text } = node.getSourceFile();
    const said = node.types.map((part, i): [ts.Type, string] => {
      const between = text.slice(node.types[i - 1]?.end ?? node.pos, part.getStart());
      const [, comment = ""] = /\/\*\*([\s\S]*?)\*\//.exec(between) ?? [];
      return [checker.getTypeFromTypeNode(part), plain(comment.replace(/^\s*\* ?/gm, ""))];
    });
    return new Map(said);
  }

  function objectOf(type: ts.Type): JsonSchema {
    const properties = propertiesOf(type);
    const required = checker
      .getPropertiesOfType(type)
      .filter((one) => !(one.flags & ts.SymbolFlags.Optional))
      .map((one) => one.name);
    const index = checker.getIndexInfosOfType(type)[0];
    return {
      type: "object",
      ...(required.length > 0 ? { required } : {}),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(index ? { additionalProperties: schemaOf(index.type) } : {}),
    };
  }

  function propertiesOf(type: ts.Type, only?: string[]): Record<string, JsonSchema> {
    const symbols = checker.getPropertiesOfType(type);
    return Object.fromEntries(
      symbols
        .filter(({ name }) => only?.includes(name) ?? true)
        .map((one) => {
          const schema = typed(one.name, schemaOf(checker.getTypeOfSymbol(one)));
          return [one.name, { ...described(docOf(one)), ...schema }];
        }),
    );
  }

  /** A schema's fields with a comment, and its parts that only TypeScript knows the shape of, by path. */
  function readZod(type: ts.Type, path: string, notes: Notes): void {
    const name = type.symbol?.name ?? "";
    const inside = checker.getTypeArguments(type as ts.TypeReference);
    if (name === "ZodCustom" || name === "ZodType") {
      const schema = inside[0] ? schemaOf(inside[0]) : {};
      if (Object.keys(schema).length > 0) notes[path] = { ...notes[path], schema };
      return;
    }
    if (name === "ZodObject" && inside[0]) {
      // Said once, even if the same object occurs in several places.
      if (read.has(inside[0])) return;
      read.add(inside[0]);
      for (const field of checker.getPropertiesOfType(inside[0])) {
        const at = `${path}.${field.name}`;
        const doc = docOf(field);
        if (doc) notes[at] = { ...notes[at], doc };
        readZod(checker.getTypeOfSymbol(field), at, notes);
      }
      return;
    }
    const isTuple = checker.isTupleType(type) || checker.isArrayType(type);
    if (!isTuple && !name.startsWith("Zod")) return;
    for (const part of inside) readZod(part, path, notes);
  }

  /** A union of messages: each is named by its type. */
  function readMessages(symbol: ts.Symbol): void {
    const type = checker.getDeclaredTypeOfSymbol(symbol) as ts.UnionType;
    const said = commentsOf(type);
    const names: Record<string, string> = {};
    for (const one of type.types) {
      const tag = one.getProperty("type") as ts.Symbol;
      const { value } = checker.getTypeOfSymbol(tag) as ts.StringLiteralType;
      names[value] = `${capital(value)}Message`;
      types[`${capital(value)}Message`] = { ...described(said.get(one)), ...shapeOf(one) };
    }
    types[symbol.name] = { ...described(docOf(symbol)), ...byType(names) };
  }

  function docOf(symbol: ts.Symbol): string {
    const own = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    // A mapped type remembers where its field comes from.
    const origin = (symbol as ts.Symbol & { links?: { syntheticOrigin?: ts.Symbol } }).links?.syntheticOrigin;
    return own || !origin ? plain(own) : docOf(origin);
  }

  return { types, schemaOf, propertiesOf, docOf, readZod, readMessages };
}

function isObject(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0 || (type.isIntersection() && !isBrand(type));
}

/** One of these, distinguished by its `type`. */
function byType(names: Record<string, string>): JsonSchema {
  const variants = Object.entries(names).map(([type, name]) => [type, refTo(name).$ref]);
  return {
    oneOf: variants.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: "type", mapping: Object.fromEntries(variants) },
  };
}

function isPrimitive(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0;
}

/** A string or a number with a name of its own. */
function isBrand(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some(isPrimitive);
}

function isOurs(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((one) => one.getSourceFile().fileName.startsWith(SOURCE));
}

/** Sorted, because the compiler's order of a union depends on what it read before; `null` comes last. */
function inOrder(a: JsonSchema, b: JsonSchema): number {
  const [first, second] = [a, b].map((one) => `${one.type === "null"} ${JSON.stringify(one)}`);
  return (first ?? "") < (second ?? "") ? -1 : 1;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

const [, , made = ""] = process.argv;
writeFileSync(made, JSON.stringify(readShapes()));
