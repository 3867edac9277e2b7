import { expect, test } from "vitest";
import { createSigner } from "./signature.ts";

const SECRET = Buffer.from("a secret that the processes share");
const call = { method: "POST", url: "/api/v1/rooms/one/messages?x=1" };
const forwarded = { requestId: "r-1", ip: "203.0.113.7", protocol: "https", host: "squad.example" };
const now = { ms: 1_000_000 };
const signer = createSigner(SECRET, () => now.ms);

test("a process reads what another one signed", () => {
  expect(signer.verify(call, signer.sign(call, forwarded))).toEqual(forwarded);
});

test.each([
  ["another secret", () => createSigner(Buffer.from("other"), () => now.ms).sign(call, forwarded)],
  ["another address", () => signer.sign({ ...call, url: "/api/v1/rooms/two" }, forwarded)],
  ["another method", () => signer.sign({ ...call, method: "DELETE" }, forwarded)],
  ["another caller", () => `WzEsMiwzXQ.${signer.sign(call, forwarded).split(".")[1]}`],
  ["a minute ago", () => createSigner(SECRET, () => now.ms - 60_001).sign(call, forwarded)],
  ["nothing", () => ""],
  ["no signature", () => "WzEsMiwzXQ"],
])("does not believe what was signed with, or for, %s", (_what, header) => {
  expect(signer.verify(call, header())).toBeNull();
});
