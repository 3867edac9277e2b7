import { describe, expect, it } from "vitest";
import { seedOf } from "./session-seed.ts";

const view = {
  backlog: { items: [{ id: 12, title: "Refunds", body: "Partial ones too." }], ended: [] },
  sessions: {
    live: [
      {
        id: 3,
        title: "Drafts",
        description: "Drafts get lost.",
        proposals: {
          plan: {
            value: {
              tasks: [
                { id: "T1", title: "Store", instruction: "Keep them.", requires: [] },
                { id: "T2", title: "Merge", instruction: "", requires: ["T1"] },
              ],
            },
          },
        },
      },
    ],
  },
} as unknown as Parameters<typeof seedOf>[0];
const said = (body: string, subject?: string) =>
  ({ body, ...(subject ? { subject } : {}) }) as unknown as Parameters<typeof seedOf>[2];

describe("a session is begun", () => {
  it("from an item of the backlog, which it names", () => {
    expect(seedOf(view, "item:12", null)).toEqual({
      from: "item:12",
      title: "Refunds",
      description: "Partial ones too.",
      itemId: 12,
    });
  });

  it("from a message: its subject or first line, and all of it", () => {
    expect(seedOf(view, "message:x", said("Refunds, please."))).toMatchObject({
      title: "Refunds, please.",
      description: "",
      itemId: null,
    });
    expect(seedOf(view, "message:x", said("# Refunds\n\nPartial ones too."))).toMatchObject({
      title: "Refunds",
      description: "# Refunds\n\nPartial ones too.",
    });
    expect(seedOf(view, "message:x", said("Yes.", "Refunds"))).toMatchObject({ title: "Refunds" });
  });

  it("from the plan of a session, in its order", () => {
    expect(seedOf(view, "plan:3", null)).toMatchObject({
      title: "Drafts",
      description: "Drafts get lost.\n\n- Store: Keep them.\n- Merge (after Store)",
    });
  });

  it("from nothing, where what it names isn't there", () => {
    for (const from of ["item:13", "plan:4", "message:x", "x"]) expect(seedOf(view, from, null)).toBe(null);
  });
});
