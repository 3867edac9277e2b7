import { expect, it } from "vitest";
import { createModels, isRefusal } from "./fallback.ts";

it.each([
  'API Error: 404 {"type":"not_found_error","message":"model: claude-opus-9"} The model may not exist.',
  "There's an issue with the selected model (x). It may not exist or you may not have access to it.",
  "The model `gpt-9` does not exist or you do not have access to it.",
  "ProviderModelNotFoundError: ProviderModelNotFoundError",
  "Unknown model: big",
  "529 Overloaded",
  "You've hit your weekly limit, resets 3pm",
])("takes %s for a refusal of the model", (failure) => {
  expect(isRefusal(failure, 0)).toBe(true);
});

it.each(["The tests failed.", "spawn ENOENT", "It was stopped before.", "model wrote a bad patch"])(
  "doesn't take %s for one",
  (failure) => {
    expect(isRefusal(failure, 0)).toBe(false);
  },
);

const REFUSED = "The model x does not exist.";

/** The models that were tried, what was told of each, and what is next to fail. */
function models(others: (string | null)[], isWanted = true) {
  const told: unknown[] = [];
  const of = createModels("a", others, async (model, { model: from, why }) => {
    told.push([from, model, why]);
    return isWanted;
  });
  const tried: (string | null)[] = [];
  const fail = (words: string) => async () => {
    tried.push(of.now);
    throw new Error(words);
  };
  return { of, told, tried, fail };
}

it("starts with each model once, in order, and fails with what the last one said", async () => {
  const { of, told, tried, fail } = models(["b", null]);
  await expect(of.raise(fail(REFUSED))).rejects.toThrow(REFUSED);
  expect(tried).toEqual(["a", "b", null]);
  expect(told).toEqual([
    ["a", "b", REFUSED],
    ["b", null, REFUSED],
  ]);
});

it("has no model and tries none once its harness lets nobody choose", async () => {
  const { of, told, tried, fail } = models(["b"]);
  await of.own("Its own settings count.");
  await of.own("Its own settings count.");
  await of.backToFirst(() => async () => undefined);
  await expect(of.raise(fail(REFUSED))).rejects.toThrow(REFUSED);
  expect(told).toEqual([["a", null, "Its own settings count."]]);
  expect([of.now, tried]).toEqual([null, [null]]);
});

it("tries nothing else for another failure, or once nobody wants it", async () => {
  const { of, tried, fail } = models(["b"]);
  await expect(of.raise(fail("spawn ENOENT"))).rejects.toThrow("ENOENT");
  expect(tried).toEqual(["a"]);
  const unwanted = models(["b"], false);
  await expect(unwanted.of.raise(unwanted.fail(REFUSED))).rejects.toThrow(REFUSED);
  expect([unwanted.tried, unwanted.of.now]).toEqual([["a"], "a"]);
});

it("begins a turn again with the next model, unless something was done in it", async () => {
  const turn = async (hasActed: boolean) => {
    const { of, tried } = models(["b"]);
    let starts = 0;
    const end = await of.turn({
      send: async () => {
        tried.push(of.now);
        return of.now === "a" ? { why: "failed", text: "529 overloaded" } : { why: "done", text: "" };
      },
      again: () => async () => void starts++,
      hasActed: () => hasActed,
    });
    return [end.why, tried, starts];
  };
  expect(await turn(false)).toEqual(["done", ["a", "b"], 1]);
  expect(await turn(true)).toEqual(["failed", ["a"], 0]);
});

it("asks once how to start again, also where the next model is refused at its start", async () => {
  const { of, tried } = models(["b", "c"]);
  let asked = 0;
  await of.turn({
    send: async () => (of.now === "a" ? { why: "failed", text: REFUSED } : { why: "done", text: "" }),
    again: () => {
      asked++;
      return async () => {
        tried.push(of.now);
        if (of.now === "b") throw new Error(REFUSED);
      };
    },
    hasActed: () => false,
  });
  expect([asked, tried]).toEqual([1, ["b", "c"]]);
});

it("goes back to the first model once its provider takes work again, with all others behind it", async () => {
  const { of, told, tried } = models(["b"]);
  const turn = () =>
    of.turn({
      send: async () => {
        tried.push(of.now);
        return { why: "failed", text: "529 overloaded" };
      },
      again: () => async () => undefined,
      hasActed: () => false,
    });
  await turn();
  await of.backToFirst(() => async () => undefined);
  await turn();
  expect(tried).toEqual(["a", "b", "a", "b"]);
  expect(told.map((one) => (one as unknown[]).slice(0, 2))).toEqual([
    ["a", "b"],
    ["b", "a"],
    ["a", "b"],
  ]);
  const unmoved = models(["b"]);
  await unmoved.of.backToFirst(() => async () => undefined);
  expect(unmoved.told).toEqual([]);
});
