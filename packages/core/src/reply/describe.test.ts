import { describe, expect, it } from "vitest";
import { shapeText } from "./describe.ts";
import { parseReply } from "./parse.ts";
import { REPLY_TYPES, replyShapes } from "./shapes.ts";

describe("the shape of a reply, for an agent", () => {
  it.each(REPLY_TYPES)("says what %s is", async (type) => {
    await expect(shapeText(type)).toMatchFileSnapshot(`snapshots/shape-${type}.md`);
  });

  it.each(REPLY_TYPES)("has an example of %s that is JSON with every member", (type) => {
    const example: unknown = JSON.parse(shapeText(type).split("```")[1]?.replace(/^json/, "") ?? "");
    expect(Object.keys(example as object)).toEqual(Object.keys(replyShapes[type].shape));
  });

  it.each(REPLY_TYPES)("takes an example of %s that is only repeated for no answer", (type) => {
    expect(parseReply(shapeText(type), type)).toMatchObject({
      ok: false,
      refusal: { code: "wrong_shape" },
    });
  });

  it("says its rules in one line", () => {
    for (const type of REPLY_TYPES) {
      const rules = shapeText(type).split("```\n\n")[1] ?? "";
      expect(rules.trimEnd().split("\n")).toHaveLength(1);
    }
  });
});
