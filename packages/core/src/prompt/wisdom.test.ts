import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WISDOM_KINDS } from "../delivery/wisdom-kinds.ts";
import type { RoleName } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { relevantTo } from "../wisdom/relevance.ts";
import type { WisdomDraft, WisdomEntry } from "../wisdom/wisdom.ts";
import { DELIVERY_BYTES, sizeOf } from "./context/budget.ts";
import { allowedHandoffs, type HeldTask } from "./deliver.ts";
import { deliveryText } from "./delivery.ts";
import { initPrompt, PROMPT_BYTES } from "./init.ts";
import {
  DECISIONS_BYTES,
  decisionsPart,
  readerOf,
  WISDOM_BYTES,
  WISDOM_FACTS_BYTES,
  wisdomFacts,
  wisdomPart,
} from "./wisdom.ts";

/** A builder with a task in `src/refund`. */
function atWork(...entries: WisdomDraft[]) {
  const room = Driver.room("duo");
  room.join("Pia", "planner");
  const builder = room.join("Bo", "builder");
  const task = {
    role: "builder" as RoleName,
    title: "Refunds",
    instruction: "Make refunds idempotent.",
    boundaries: { allowed: ["src/refund/**"], forbidden: [] },
  };
  room.run({ type: "createTasks", by: LEAD, fence: null, tasks: [task] });
  for (let at = 0; at < entries.length; at += 20)
    room.run({ type: "addWisdom", by: LEAD, entries: entries.slice(at, at + 20) });
  const prompt = () => {
    const agent = room.view.agents[builder.id];
    if (!agent) throw new Error("the builder is not there");
    return initPrompt({ room: room.room, agent, serverUrl: "http://localhost", now: room.now });
  };
  const delivered = (task: HeldTask) => {
    const agent = room.view.agents[builder.id];
    if (!agent) throw new Error("the builder is not there");
    const handoffs = allowedHandoffs(room.room, task, agent);
    const keys = { handoff: "a", done: "b", fail: "c" };
    const sent = { origin: null, messages: [], recent: [], keys, now: room.now };
    return deliveryText({ room: room.room, task, agent, handoffs, ...sent });
  };
  return { room, builder, prompt, delivered };
}

const path = fc.constantFrom("src/refund/a.ts", "src/refund/**", "docs/**", "src/pay.ts", "..", "/etc");
const draft: fc.Arbitrary<WisdomDraft> = fc.record({
  kind: fc.constantFrom(...WISDOM_KINDS),
  text: fc
    .tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.integer({ min: 0, max: 300 }), fc.nat())
    .map(([words, times, n]) => `e${n} ${`${words} `.repeat(times)}`.slice(0, 2_000)),
  files: fc.array(path, { maxLength: 3 }),
  roles: fc.subarray(["builder", "planner"] as RoleName[], { maxLength: 1 }),
});

describe("what a team knows, in prompts", () => {
  it("stands in every prompt where it is a decision or a convention of the room", () => {
    const { prompt } = atWork(
      { kind: "decision", text: "Cents are whole numbers." },
      { kind: "learning", text: "The API pages by 50." },
      { kind: "convention", text: "Planners only.", roles: ["planner" as RoleName] },
    );
    expect(prompt()).toContain("Decision 1: Cents are whole numbers. [Lea]");
    expect(prompt()).not.toContain("pages by 50");
    expect(prompt()).not.toContain("Planners only");
  });

  it("comes with a task by what it is about: binding entries, then the same files; of the rest a count", () => {
    const { room, builder, delivered } = atWork(
      { kind: "learning", text: "The docs build is slow.", files: ["docs/**"] },
      { kind: "learning", text: "Refunds retry twice.", files: ["src/refund/retry.ts"] },
      { kind: "decision", text: "Cents are whole numbers." },
    );
    const text = delivered(room.claim(builder));
    const [decision, learning] = [text.indexOf("Cents are whole"), text.indexOf("Refunds retry")];
    expect(decision).toBeGreaterThan(0);
    expect(learning).toBeGreaterThan(decision);
    expect(text).toContain("same files]");
    expect(text).not.toContain("docs build");
    expect(text).toContain("`squadroom wisdom list` prints all 3 entries");
    expect(text).toContain("--wisdom 'learning: …'");
  });

  it("never brings what was superseded or withdrawn", () => {
    const { room, builder, prompt, delivered } = atWork(
      { kind: "decision", text: "Cents are floats." },
      { kind: "decision", text: "Ship on Friday." },
    );
    const entry = { kind: "decision", text: "Cents are whole numbers." } as const;
    room.run({ type: "supersedeWisdom", by: LEAD, wisdomId: 1, entry, reason: "Rounding." });
    room.run({ type: "withdrawWisdom", by: LEAD, wisdomId: 2, reason: "No." });
    for (const text of [delivered(room.claim(builder)), prompt()]) {
      expect(text).toContain("Cents are whole numbers.");
      expect(text).not.toMatch(/floats|Friday/);
    }
  });

  it("fits its own limit, the delivery's and the prompt's, whatever was written down", () => {
    fc.assert(
      fc.property(fc.array(draft, { minLength: 1, maxLength: 120 }), (entries) => {
        const { room, builder, prompt, delivered } = atWork(...entries);
        expect(sizeOf(prompt())).toBeLessThanOrEqual(PROMPT_BYTES);
        const task = room.claim(builder);
        const part = wisdomPart(room.room, task, builder.roles[0] as RoleName, false);
        expect(sizeOf(part?.write(Infinity) ?? "")).toBeLessThanOrEqual(WISDOM_BYTES);
        expect(sizeOf(delivered(task))).toBeLessThanOrEqual(DELIVERY_BYTES);
        const facts = wisdomFacts(room.room, task, builder.roles[0] as RoleName);
        expect(sizeOf(JSON.stringify(facts))).toBeLessThan(WISDOM_FACTS_BYTES + 1_000);
        const agent = { role: builder.roles[0] as RoleName };
        const decisions = decisionsPart(room.room, agent, false);
        expect(sizeOf(decisions?.write(Infinity) ?? "")).toBeLessThanOrEqual(DECISIONS_BYTES);
      }),
      { numRuns: shareOf(40) },
    );
  });

  it("has one order, whatever order it was kept in", () => {
    fc.assert(
      fc.property(fc.array(draft, { minLength: 2, maxLength: 30 }), fc.infiniteStream(fc.nat()), (entries, picks) => {
        const { room, builder } = atWork(...entries);
        const reader = readerOf(room.room, room.claim(builder), builder.roles[0] as RoleName);
        const live = room.view.wisdom.live ?? [];
        const rest = [...live];
        const mixed: WisdomEntry[] = [];
        while (rest.length > 0) mixed.push(...rest.splice((picks.next().value ?? 0) % rest.length, 1));
        expect(relevantTo(mixed, reader)).toEqual(relevantTo(live, reader));
      }),
      { numRuns: shareOf(40) },
    );
  });
});

describe("an entry that came with a squad", () => {
  it("is the word of its author there, of that day, and never of who brought it in", () => {
    const source = { file: "decisions.md", date: "2026-02-01", by: "Keaton" };
    const { room, builder, prompt, delivered } = atWork();
    const decision = { kind: "decision" as const, text: "Cents are whole numbers." };
    const nobodys = { kind: "decision" as const, text: "Ask first." };
    const entries = [
      { ...decision, source },
      { ...nobodys, source: { ...source, date: null, by: null } },
    ];
    room.run({ type: "addWisdom", by: LEAD, entries });
    const task = room.claim(builder);
    for (const text of [prompt(), delivered(task)]) {
      expect(text).toContain("Cents are whole numbers. [Keaton, 2026-02-01, imported]");
      expect(text).toContain("Ask first. [decisions.md, imported]");
      expect(text).not.toContain(`[${LEAD.name}`);
    }
    expect(wisdomFacts(room.room, task, task.role)).toMatchObject([
      { by: "decisions.md", source: { by: null } },
      { by: "Keaton", source },
    ]);
  });
});
