import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonSchema } from "@squadroom/core/contract/shape";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { asyncApiDocument } from "./asyncapi.ts";

const GOLDEN = join(import.meta.dirname, "../../../../../packages/core/src/log/golden");
const document = JSON.parse(JSON.stringify(asyncApiDocument("1.2.3"))) as {
  components: {
    schemas: Record<string, JsonSchema>;
    messages: Record<string, { payload: { $ref: string }; examples: { payload: unknown }[] }>;
  };
};
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "document", components: document.components });
const faultsOf = ($ref: string, value: unknown) => {
  const check = ajv.getSchema(`document${$ref}`) ?? ajv.compile({ $ref: `document${$ref}` });
  return check(value) ? [] : (check.errors ?? []);
};

test("refers to nothing that is not there", () => {
  const { schemas } = document.components;
  for (const [, name = ""] of JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(schemas).toHaveProperty(name);
});

test("has examples of what both ends say", () => {
  for (const { payload, examples } of Object.values(document.components.messages))
    expect(faultsOf(payload.$ref, examples[0]?.payload)).toEqual([]);
});

/** What the first logs do not say yet, and is read as no and none. */
const UNSAID = ["interrupt", "runs"];

test.each(readdirSync(GOLDEN))("describes every event of %s as it was written", (file) => {
  const log = JSON.parse(readFileSync(join(GOLDEN, file), "utf8")) as {
    events: { type: string }[];
  };
  expect(log.events.length).toBeGreaterThan(0);
  for (const event of log.events) {
    const name = event.type.replace(/(^|[._])(.)/g, (_, __, letter: string) => letter.toUpperCase());
    const faults = faultsOf(`#/components/schemas/${name}Event`, event).filter(
      ({ params }) => !UNSAID.includes(String(params.missingProperty)),
    );
    expect(faults, `${event.type} ${JSON.stringify(faults)}`).toEqual([]);
  }
});
