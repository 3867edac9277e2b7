import { expect, test } from "vitest";
import { createMail } from "./mail.ts";

/** An agent at work whose claims bring these messages, one after the other. */
function working(...mail: string[][]) {
  const at = { isSteerable: true, takes: true };
  const told: string[] = [];
  const claim = async () => {
    const messages = (mail.shift() ?? []).map((body) => ({ from: "Pia", body, at: 0 }));
    return { task: { messages } } as never;
  };
  const brought = createMail(
    () => (at.isSteerable ? { claim } : null),
    async (text) => {
      if (!at.takes) throw new Error("It is between two turns.");
      told.push(text);
    },
  );
  return { at, told, mail: brought };
}

test("what can't wait goes into the turn, once", async () => {
  const { told, mail } = working(["The key is out."]);
  await mail.bring([]);
  expect(told).toEqual([]);
  await Promise.all([mail.bring(["a"]), mail.bring(["a"])]);
  await mail.bring(["a"]);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("The key is out.");
  expect(mail.take()).toBe("");
});

test("what the turn didn't take comes with the next", async () => {
  const { at, told, mail } = working(["One."], ["Two."]);
  at.takes = false;
  await expect(mail.bring(["a"])).rejects.toThrow("between two turns");
  await expect(mail.bring(["b"])).rejects.toThrow("between two turns");
  expect(told).toEqual([]);
  expect(mail.take()).toMatch(/One\.[\s\S]*Two\./);
  expect(mail.take()).toBe("");
});

test("nothing is fetched that could not be told", async () => {
  const { at, told, mail } = working(["One."]);
  at.isSteerable = false;
  await mail.bring(["a"]);
  at.isSteerable = true;
  await mail.bring(["a"]);
  expect(told[0]).toContain("One.");
});
