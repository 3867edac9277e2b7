import { expect, it } from "vitest";
import { fill, parseSentence, plain } from "./say.tsx";

it("splits a sentence into text, holes and marks", () => {
  expect(parseSentence("<b>{{who}}</b> took {{ task }}.")).toMatchObject([
    { mark: "b", inner: [{ value: "who" }] },
    { text: " took " },
    { value: "task" },
    { text: "." },
  ]);
});

it("puts values in as they are, also when they look like marks or holes", () => {
  expect(plain("<b>{{who}}</b> said {{what}}", { who: "<b>x</b>", what: "{{who}}" })).toBe(
    "<b>x</b> said {{who}}",
  );
});

it("fills holes and nothing else", () => {
  expect(fill("{{ who }} of <b>{{n}}</b>{{gone}}", { who: "{{n}} $& <b>", n: 3 })).toBe(
    "{{n}} $& <b> of <b>3</b>",
  );
});
