import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoleName } from "../kernel/ids.ts";
import { BUILT_IN_PRICES } from "../price/built-in.ts";
import { MODEL_CLASSES } from "../team/tiers.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { fellBackTo } from "./fell-back.ts";
import { classOf, type KnownModel, knownOf, modelsFor, rankOf } from "./known-models.ts";
import { FALLBACKS_MAX, MODEL_LAYERS, type ModelLayer, NO_MODELS, type RoomModels, resolveModel } from "./model.ts";

const role = "builder" as RoleName;
const KNOWN: readonly KnownModel[] = BUILT_IN_PRICES;
const claude = { harness: "claude" };

/** Each of these layers names a model that is called like it; the tier and the role's default name a class. */
function resolved(layers: readonly ModelLayer[], isEconomy = true) {
  const named = (layer: ModelLayer) => (layers.includes(layer) ? layer : null);
  const economy = named("economy");
  const own = { role, model: named("role") ?? "", ...(economy ? { economy } : {}) };
  const runner = named("runner");
  return resolveModel({
    asked: named("asked"),
    message: named("message"),
    resumed: named("resumed"),
    charter: named("charter"),
    tier: named("tier") ? "premium" : null,
    known: KNOWN,
    role: layers.includes("default") ? role : ("someone" as RoleName),
    offer: { harness: "claude", ...(runner ? { model: runner } : {}) },
    models: {
      all: named("room"),
      team: named("team"),
      isEconomy,
      keepClass: economy ? [] : ["someone" as RoleName],
      roles: [own, { ...own, role: "someone" as RoleName }],
    },
  });
}

const models = (said: Partial<RoomModels>): RoomModels => ({ ...NO_MODELS, ...said });
const builder = (said: Partial<Parameters<typeof resolveModel>[0]>) =>
  resolveModel({ role, offer: claude, known: KNOWN, ...said });

describe("words of clients", () => {
  const by = (harness: string, charter: string) =>
    builder({ charter, role: "someone" as RoleName, offer: { harness } });

  it.each([
    ["claude", "sonnet", "sonnet"],
    ["claude", "sonnet[1m]", "sonnet[1m]"],
    ["claude", "opusplan", "opusplan"],
    ["acp", "haiku", "haiku"],
    ["codex", "opus", "gpt-5.5"],
    ["codex", "sonnet[1m]", "gpt-5.4"],
    ["opencode", "opus", null],
    ["claude", "default", null],
    ["codex", "auto", null],
    ["copilot", "auto", "auto"],
    ["copilot", "a-model-of-tomorrow", "a-model-of-tomorrow"],
  ])("%s takes %s as %s", (harness, word, model) => {
    const found = by(harness, word);
    expect([found.model, found.modelBy]).toEqual([model, "charter"]);
  });

  it.each(MODEL_LAYERS.filter((one) => !["economy", "runner", "tier", "default"].includes(one)))(
    "inherit names no model: said by %s, the next decides",
    (layer) => {
      const said = {
        asked: "asked",
        message: "message",
        resumed: "resumed",
        charter: "charter",
        room: "room",
        role: "role",
        team: "team",
      };
      const of = { ...said, [layer]: "inherit" };
      const { asked, message, resumed, charter } = of;
      const found = builder({
        asked,
        message,
        resumed,
        charter,
        models: models({ all: of.room, team: of.team, roles: [{ role, model: of.role }] }),
        offer: { harness: "claude", model: "runner" },
      });
      expect(found.model).not.toBe("inherit");
      const next = layer === "asked" ? "message" : "asked";
      expect(found.model).toBe(next);
      const only = builder({
        [layer]: "inherit",
        charter: layer === "charter" ? "inherit" : "own",
      });
      expect(only.model).toBe(layer === "charter" ? "claude-sonnet-4-6" : "own");
    },
  );

  it("have the class of their family, so another of it follows where they are refused", () => {
    expect(by("claude", "opus").modelHow?.fallbacks?.[0]).toBe("claude-opus-4-7");
    expect(by("claude", "haiku").modelHow?.fallbacks?.[0]).toBe("claude-haiku-4-5");
  });
});

describe("the model of a run", () => {
  it.each([
    [["team"], "team"],
    [["runner", "team"], "runner"],
    [["charter", "runner"], "charter"],
    [["role", "charter", "runner", "team"], "role"],
    [["economy", "role", "runner"], "economy"],
    [["room", "economy", "role", "runner", "team"], "room"],
    [["resumed", "room", "role"], "resumed"],
    [["message", "resumed", "room"], "message"],
    [["asked", "message", "resumed", "room", "role", "runner", "team"], "asked"],
  ] as const)("of %s is that of %s", (layers, by) => {
    expect(resolved(layers)).toMatchObject({ model: by, modelBy: by });
  });

  it("is the harness's own where nobody names one", () => {
    expect(resolved([])).toEqual({ model: null });
    expect(resolveModel({ role: "someone" as RoleName })).toEqual({ model: null });
  });

  it("is that of other roles never, and the cheaper one only while the room saves money", () => {
    const said = models({ roles: [{ role: "planner" as RoleName, model: "large" }] });
    expect(builder({ models: said }).modelBy).toBe("default");
    expect(resolved(["economy", "role"], false)).toMatchObject({ model: "role", modelBy: "role" });
  });

  it("is always that of the strongest layer that names one", () => {
    fc.assert(
      fc.property(fc.subarray([...MODEL_LAYERS]), (layers) => {
        const [first] = MODEL_LAYERS.filter((layer) => layers.includes(layer));
        expect(resolved(layers, layers.includes("economy")).modelBy).toBe(first);
      }),
      { numRuns: shareOf(150) },
    );
  });
});

describe("a class of models", () => {
  it("becomes the first model of the run's harness in it", () => {
    expect(builder({ asked: "premium" }).model).toBe("claude-opus-4-7");
    expect(builder({ asked: "fast", offer: { harness: "codex" } }).model).toBe("gpt-5.4-mini");
    expect(builder({ message: "standard" })).toMatchObject({
      model: "claude-sonnet-4-6",
      modelBy: "message",
      modelHow: { wanted: "standard" },
    });
  });

  it("is that of the tier before the room's default, and that of the role after it", () => {
    const said = { models: models({ team: "mine" }) };
    expect(builder({ ...said, tier: "fast" })).toMatchObject({
      model: "claude-haiku-4-5",
      modelBy: "tier",
    });
    expect(builder(said)).toMatchObject({ model: "mine", modelBy: "team" });
    expect(builder({})).toMatchObject({ model: "claude-sonnet-4-6", modelBy: "default" });
    expect(builder({ role: "planner" as RoleName }).model).toBe("claude-opus-4-7");
  });

  it("goes up where the harness has none in it, and never down", () => {
    const known = KNOWN.filter((entry) => entry.class !== "standard");
    expect(builder({ asked: "standard", known }).model).toBe("claude-opus-4-7");
    const cheap = KNOWN.filter((entry) => entry.class === "fast");
    expect(builder({ asked: "premium", known: cheap })).toEqual({
      model: null,
      modelBy: "asked",
      modelHow: { wanted: "premium" },
    });
  });

  it("that nobody said counts only where the harness has such a model; the run says so where nobody names another", () => {
    const acp = { offer: { harness: "acp" }, tier: "fast" as const };
    expect(builder({ ...acp, models: models({ team: "mine" }) })).toMatchObject({
      model: "mine",
      modelBy: "team",
    });
    expect(builder(acp)).toEqual({
      model: null,
      modelBy: "tier",
      modelHow: { wanted: "fast" },
    });
  });

  it("is looked for in what the runner names, where it names models", () => {
    const offer = { harness: "acp", models: ["vendor/gpt-5.5", "vendor/gpt-5.4-mini", "unheard"] };
    expect(modelsFor(KNOWN, offer).map(({ model }) => model)).toEqual(offer.models.slice(0, 2));
    expect(builder({ offer, asked: "fast" }).model).toBe("vendor/gpt-5.4-mini");
  });

  it("is the same class in capitals, and the run says what was written", () => {
    expect(builder({ asked: "Premium" })).toMatchObject({
      model: "claude-opus-4-7",
      modelHow: { wanted: "Premium" },
    });
  });

  it("stays where the server has prices of its own that say nothing of it", () => {
    const priced = (model: string, provider: string | null = null, kind: string | null = null) => ({
      model,
      provider,
      class: kind,
      contextSize: null,
    });
    const opus = (own: KnownModel[]) => builder({ asked: "premium", known: knownOf(own, KNOWN) }).model;
    expect(opus([priced("Claude-Opus-4-7*")])?.toLowerCase()).toBe("claude-opus-4-7");
    // A price for one that is older makes it no preferred one, a class does.
    const older = "claude-opus-4-1-20250805";
    expect(opus([priced(older, "anthropic")])).toBe("claude-opus-4-7");
    expect(opus([priced(older, "anthropic", "premium")])).toBe(older);
    expect(classOf(knownOf([priced(older, "anthropic")], KNOWN), older)).toBe("premium");
    // The beginning of names is none.
    expect(opus([priced("claude-*", "anthropic", "premium")])).toBe("claude-opus-4-7");
  });

  it("never comes to a name that is only the beginning of a date", () => {
    for (const harness of ["claude", "codex"])
      for (const { model } of modelsFor(KNOWN, { harness })) expect(model).not.toMatch(/\*|-20\d/);
  });
});

describe("saving money", () => {
  const saving = models({ isEconomy: true });
  it("takes a class lower, and says what it would have been", () => {
    expect(builder({ models: saving, charter: "premium" })).toMatchObject({
      model: "claude-sonnet-4-6",
      modelBy: "economy",
      modelHow: { savedFrom: "claude-opus-4-7" },
    });
    expect(builder({ models: saving, charter: "claude-sonnet-4-5-20250929" }).model).toBe("claude-haiku-4-5");
  });

  it("takes a class lower also where the harness has none of the wanted class", () => {
    const known = KNOWN.filter((entry) => entry.class !== "premium");
    expect(builder({ models: saving, charter: "premium", known })).toMatchObject({
      model: "claude-sonnet-4-6",
      modelBy: "economy",
      modelHow: { savedFrom: "premium" },
    });
    const between = KNOWN.filter((entry) => entry.class !== "standard");
    expect(builder({ models: saving, known: between }).model).toBe("claude-haiku-4-5");
    const cheap = KNOWN.filter((entry) => entry.class === "fast");
    expect(builder({ models: saving, charter: "premium", known: cheap }).model).toBeNull();
  });

  it("leaves a role that keeps its class also the model that it names for it", () => {
    const roles = [{ role, model: "large", economy: "small" }];
    const named = models({ isEconomy: true, roles });
    expect(builder({ models: named }).model).toBe("small");
    expect(builder({ models: { ...named, keepClass: [role] } }).model).toBe("large");
  });

  it("leaves alone what a person named, what has no lower class or none that is known, and roles that keep theirs", () => {
    const by = (said: Parameters<typeof builder>[0]) => builder({ models: saving, ...said }).modelBy;
    expect(by({ asked: "premium" })).toBe("asked");
    expect(by({ message: "premium" })).toBe("message");
    expect(by({ models: models({ isEconomy: true, all: "premium" }) })).toBe("room");
    expect(by({ charter: "fast" })).toBe("charter");
    expect(by({ charter: "unheard-of" })).toBe("charter");
    expect(by({ models: models({ isEconomy: true, keepClass: [role] }) })).toBe("default");
  });
});

describe("what is tried where a model is refused", () => {
  const tried = (said: Parameters<typeof builder>[0]) => builder(said).modelHow?.fallbacks;

  it("is of the same class, then of a higher one", () => {
    expect(tried({ asked: "claude-sonnet-4-6" })).toEqual(["claude-sonnet-4-5", "claude-opus-4-7", "claude-opus-4-6"]);
  });

  it("is nothing for a model whose class nobody knows, unless the room names a chain", () => {
    expect(tried({ asked: "unheard-of" })).toBeUndefined();
    const chain = ["unheard-of", "gpt-5.5", "claude-haiku-4-5", "also-new"];
    expect(tried({ asked: "unheard-of", models: models({ chain }) })).toEqual(["claude-haiku-4-5", "also-new"]);
    expect(tried({ asked: "claude-opus-4-7", models: models({ chain }) })).toEqual(["unheard-of", "also-new"]);
  });

  it("ends with the harness's own where nobody named a model", () => {
    expect(tried({})?.at(-1)).toBeNull();
  });

  const word = fc.constantFrom(...MODEL_CLASSES, "unheard-of", "claude-opus-4-6", "claude-haiku-4-5", "gpt-5.4");
  const chains = fc.option(fc.array(word, { minLength: 1, maxLength: 6 }), { nil: undefined });
  it("is never of a lower class unless the room allows it, never the same twice, and comes to an end", () => {
    let lower = 0;
    fc.assert(
      fc.property(word, chains, fc.boolean(), fc.boolean(), (asked, chain, fallbackDown, isTier) => {
        const room = models({ fallbackDown, ...(chain ? { chain } : {}) });
        const kind = MODEL_CLASSES.find((one) => one === asked);
        const said = isTier && kind ? { tier: kind } : { asked };
        const { model, modelHow } = builder({ ...said, models: room });
        const { fallbacks = [] } = modelHow ?? {};
        const names = fallbacks.flatMap((one) => one ?? []);
        expect(names.length).toBeLessThanOrEqual(FALLBACKS_MAX);
        expect(new Set([model, ...names]).size).toBe(names.length + 1);
        const from = kind ?? (model === null ? null : classOf(KNOWN, model));
        for (const name of names) {
          const to = classOf(KNOWN, name);
          if (from === null || to === null) continue;
          if (rankOf(to) < rankOf(from)) lower++;
          if (!fallbackDown) expect(rankOf(to)).toBeGreaterThanOrEqual(rankOf(from));
        }
      }),
      { numRuns: 300 },
    );
    expect(lower).toBeGreaterThan(0);
  });

  it("is kept with what was left and why, and goes on from there", () => {
    const first = builder({ asked: "standard" });
    const second = fellBackTo(first, "claude-opus-4-7", { model: first.model, why: "Not found." });
    expect(second).toEqual({
      model: "claude-opus-4-7",
      modelHow: {
        wanted: "standard",
        fallbacks: ["claude-opus-4-6"],
        fellBackFrom: [{ model: "claude-sonnet-4-6", why: "Not found." }],
      },
    });
    const why = "Nobody can choose.";
    const own = fellBackTo(first, null, { model: first.model, why });
    expect(own).toEqual({
      model: null,
      modelHow: {
        wanted: "standard",
        fallbacks: [],
        fellBackFrom: [{ model: "claude-sonnet-4-6", why }],
      },
    });
  });
});

it("leaves the size of a context unknown where nobody knows it: never 0", () => {
  for (const { contextSize } of KNOWN) expect(contextSize).not.toBe(0);
  expect(KNOWN.some(({ contextSize }) => contextSize === null)).toBe(true);
});
