import { expect, it } from "vitest";
import { fill, isolated, parseSentence, plain } from "./say.tsx";

it("splits a sentence into text, holes and marks", () => {
  expect(parseSentence("<b>{{who}}</b> took {{ task }}.")).toMatchObject([
    { mark: "b", inner: [{ value: "who" }] },
    { text: " took " },
    { value: "task" },
    { text: "." },
  ]);
});

it("puts values in as they are, also when they look like marks or holes", () => {
  expect(plain("<b>{{who}}</b> said {{what}}", { who: "<b>x</b>", what: "{{who}}" })).toBe("<b>x</b> said {{who}}");
});

it("fills holes and nothing else", () => {
  expect(fill("{{ who }} of <b>{{n}}</b>{{gone}}", { who: "{{n}} $& <b>", n: 3 })).toBe("{{n}} $& <b> of <b>3</b>");
});

it("keeps a name from right to left out of the order of the sentence around it", () => {
  expect(fill("{{who}}, 10 min", { who: "مراجع الشيفرة" })).toBe("\u2068مراجع الشيفرة\u2069, 10 min");
  expect(plain("You chose “{{label}}”.", { label: "نعم" })).toBe("You chose “\u2068نعم\u2069”.");
  expect(isolated("Zoë 🎉")).toBe("Zoë 🎉");
});
