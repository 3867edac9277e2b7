import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FACTS } from "../fact/facts.ts";
import { foldAll, GOLDEN, type Golden, hashOf } from "./golden.fixture.ts";
import { REDUCER_VERSION } from "./view.ts";

const files = readdirSync(GOLDEN);

function read(file: string): Golden {
  return JSON.parse(readFileSync(join(GOLDEN, file), "utf8")) as Golden;
}

describe("golden logs", () => {
  it.each(files)("%s still folds to the rooms that it made", (file) => {
    const { events, hashes, reducer } = read(file);
    expect(foldAll(events).map(hashOf)).toEqual(hashes);
    expect(reducer).toBe(REDUCER_VERSION);
  });

  it("have every type of event, in every version that was ever written", () => {
    const seen = new Set(files.flatMap((file) => read(file).events.map((event) => `${event.type} ${event.v}`)));
    const wanted = Object.entries(FACTS).flatMap(([type, { v: version = 1 }]) =>
      Array.from({ length: version }, (_, i) => `${type} ${i + 1}`),
    );
    expect([...seen].sort()).toEqual(wanted.sort());
  });
});
