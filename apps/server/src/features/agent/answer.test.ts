import type { DeliveryReply } from "@squadroom/core/delivery/contract";
import { expect, test } from "vitest";
import { WrittenReply } from "../../platform/http/route.ts";
import { answerWith } from "./delivery.ts";

const told = { taskId: "DEV-1", title: 'Says "earlier":"\\u0000" and $& of $1' };
const delivery = { text: 'Not "earlier":"\\u0000" either', earlier: [told, told], role: "x" };
const answer = { ok: true, gone: undefined, next: delivery as unknown as DeliveryReply, seq: 7 };

test("an answer is written as JSON writes it, whatever the texts in it are", () => {
  const written = answerWith({ door: null }, answer, "next");
  expect(written).toBeInstanceOf(WrittenReply);
  expect((written as WrittenReply<unknown>).json.toString()).toBe(JSON.stringify(answer));
});

test("another door gets the answer itself, and so does who gets no task", () => {
  const none = { ...answer, next: null };
  expect(answerWith({ door: "mcp" }, answer, "next")).toBe(answer);
  expect(answerWith({ door: null }, none, "next")).toBe(none);
});
