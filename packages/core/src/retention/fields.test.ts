import { expect, it } from "vitest";
import { shapes } from "../contract/shapes.ts";
import { DELETED_TEXT, fateOf, isWord, withoutTexts } from "./fields.ts";

interface Shape {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  items?: Shape;
  prefixItems?: Shape[];
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  anyOf?: Shape[];
}

interface Found {
  holder: string;
  name: string;
  /** Any text, or this word. */
  word: string | null;
}

const { types, named, events } = shapes as unknown as {
  types: Record<string, Shape>;
  named: Record<string, Shape>;
  events: Record<string, string>;
};

/** Every member of an event that is a text, as its types have it. */
function textsOf(event: string): Found[] {
  const found = new Map<string, Found>();
  const seen = new Set<string>();
  const add = (holder: string, name: string, word: string | null) =>
    found.set(`${holder}.${name}=${word}`, { holder, name, word });
  const walk = (shape: Shape, holder: string, name: string): void => {
    const {
      $ref,
      items,
      prefixItems = [],
      properties = {},
      additionalProperties,
      anyOf = [],
    } = shape;
    if ($ref) {
      const type = $ref.split("/").at(-1) ?? "";
      const visit = `${type} ${holder} ${name}`;
      const of = types[type] ?? named[type];
      if (seen.has(visit) || !of) return;
      seen.add(visit);
      walk(of, holder, name);
    }
    for (const word of [shape.const, ...(shape.enum ?? [])])
      if (typeof word === "string") add(holder, name, word);
    if (shape.type === "string" && shape.const === undefined && !shape.enum)
      add(holder, name, null);
    for (const one of [...(items ? [items] : []), ...prefixItems, ...anyOf])
      walk(one, holder, name);
    for (const [member, of] of Object.entries(properties)) walk(of, name, member);
    if (typeof additionalProperties === "object") walk(additionalProperties, holder, name);
  };
  walk(types[events[event] ?? ""]?.properties?.data ?? {}, "", event);
  return [...found.values()];
}

it("says of each text in an event whether it stays or goes", () => {
  const unsaid = Object.keys(events).flatMap((event) =>
    textsOf(event)
      .filter(({ holder, name }) => fateOf(holder, name) === "unknown")
      .map(({ holder, name }) => `${event}: ${holder}.${name}`),
  );
  expect(unsaid).toEqual([]);
});

it("keeps each word of the protocol", () => {
  const lost = Object.keys(events).flatMap((event) =>
    textsOf(event)
      .filter(({ holder, name, word }) => {
        const fate = fateOf(holder, name);
        return word !== null && fate !== "kept" && !(fate === "words" && isWord(name, word));
      })
      .map(({ holder, name, word }) => `${event}: ${holder}.${name} = ${word}`),
  );
  expect(lost).toEqual([]);
});

it("leaves the ids of steps that stand in others' place, by which a pipeline goes on", () => {
  const revised = { instead: { "QUALITY-001": "QUALITY-001-R1" }, note: "Once more." };
  expect(withoutTexts(revised, "", "session.revised")).toEqual({
    ...{ instead: revised.instead, note: DELETED_TEXT },
  });
});
