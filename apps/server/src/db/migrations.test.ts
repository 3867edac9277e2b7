import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import * as schema from "./schema/index.ts";

const META = join(import.meta.dirname, "migrations", "meta");

test("the migrations make the tables that the schema names, and no others", async () => {
  const { entries } = JSON.parse(readFileSync(join(META, "_journal.json"), "utf8")) as {
    entries: { idx: number }[];
  };
  const last = `${String(entries.at(-1)?.idx).padStart(4, "0")}_snapshot.json`;
  const made = JSON.parse(readFileSync(join(META, last), "utf8")) as Parameters<typeof generateMigration>[0];
  const wanted = generateDrizzleJson(schema, made.id, undefined, "snake_case");

  expect(await generateMigration(made, wanted)).toEqual([]);
});
