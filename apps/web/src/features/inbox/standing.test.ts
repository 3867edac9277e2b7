import { expect, it } from "vitest";
import { append, replace, stand } from "./standing.ts";

it("shows what is wanted while nobody is at it", () => {
  expect(stand(["a", "b"], ["c", "a"], false)).toEqual({ shown: ["c", "a"], fresh: 0 });
});

it("moves nothing while somebody is at it: the settled stays, the new is counted", () => {
  expect(stand(["a", "b"], ["c", "a"], true)).toEqual({ shown: ["a", "b"], fresh: 1 });
});

it("shows the first rows at once, also while somebody is at it", () => {
  expect(stand([], ["a"], true)).toEqual({ shown: ["a"], fresh: 0 });
});

it("puts a further page behind what stands", () => {
  expect(append(["a", "b"], ["b", "c"])).toEqual(["a", "b", "c"]);
});

it("puts what is asked again where it stood before, and never twice", () => {
  expect(replace(["a", "b", "c"], "b", "d")).toEqual(["a", "d", "c"]);
  expect(replace(["a", "b", "c"], "b", "c")).toEqual(["a", "c"]);
});
