import { describe, expect, it } from "vitest";
import { judgedIn } from "../testing/routed-rooms.fixture.ts";
import { HELD_BACK, SEEN } from "./everyday.fixture.ts";
import { FIVE_LANGUAGES } from "./five-languages.fixture.ts";
import { STATUS_PHRASINGS } from "./phrasings.fixture.ts";

describe("messages that people write every day", () => {
  it.each([
    ["that rules were written with", SEEN, 0.95],
    ["that no rule was written for", HELD_BACK, 0.9],
  ] as const)("%s go where they are for, and traps are decided by somebody", (_, set, least) => {
    const judged = set.map((one) => ({ ...one, ...judgedIn(one) }));
    const clear = judged.filter(({ isTrap }) => !isTrap);
    const right = clear.filter(({ verdict }) => verdict === "right");
    expect(right.length / clear.length).toBeGreaterThanOrEqual(least);
    expect(judged.filter(({ isTrap, verdict }) => isTrap && verdict !== "right")).toEqual([]);
  });
});

describe("messages in five languages", () => {
  const judged = FIVE_LANGUAGES.map((one) => ({ ...one, ...judgedIn(one) }));

  it("never do what hurts, and are decided alone only where they can be", () => {
    expect(judged.filter(({ isHarm }) => isHarm)).toEqual([]);
    const rash = judged.filter(({ isTrap, verdict }) => isTrap && verdict !== "right");
    expect(rash).toEqual([]);
  });

  it.each(["status", "entry", "greeting", "role", "mention", "fanout"])(
    "go where the people who send them expect: %s",
    (kind) => {
      const ofKind = judged.filter(({ expect: wanted }) => wanted.split(":")[0] === kind);
      expect(ofKind.length).toBeGreaterThanOrEqual(10);
      expect(ofKind.filter(({ verdict }) => verdict !== "right")).toEqual([]);
    },
  );

  it("are called direct where nobody has to act, but for one that tells why it asks", () => {
    expect(judged.filter(({ isTierRight }) => isTierRight === false).map(({ id }) => id)).toEqual([10]);
  });

  it.each(STATUS_PHRASINGS)("are read by their sense: $kind, $message", ({ kind, lang, message }) => {
    const expected = { id: 0, lang, team: "crew", expect: kind, message } as const;
    const { outcome, decision } = judgedIn({
      ...expected,
      isDirect: null,
      accept: [],
      never: [],
      isTrap: false,
    });
    if (kind === "status") expect(outcome).toBe("status");
    else expect(outcome).not.toBe("status");
    if (kind === "greeting") expect(outcome).toBe("entry:lead");
    if (kind === "greeting" || kind === "work") expect(decision?.tier === "direct").toBe(kind === "greeting");
  });
});
