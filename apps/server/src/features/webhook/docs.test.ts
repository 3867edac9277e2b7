import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newSecret, signedHeaders } from "./signature.ts";

type IsOurs = (secret: string, headers: Record<string, string>, body: string, nowS?: number) => boolean;

/** The receiver's check as `docs/webhooks.md` prints it. */
async function printedCheck(): Promise<IsOurs> {
  const text = readFileSync(new URL("../../../../../docs/webhooks.md", import.meta.url), "utf8");
  const [, code] = /```js verify\n([\s\S]*?)```/.exec(text) ?? [];
  const url = `data:text/javascript,${encodeURIComponent(code ?? "")}`;
  return ((await import(/* @vite-ignore */ url)) as { isOurs: IsOurs }).isOurs;
}

test("the check that the page prints takes what we sign, and nothing else", async () => {
  const isOurs = await printedCheck();
  const secret = newSecret();
  const timestampS = 1_795_327_200;
  const body = '{"text":"Überweisung → 3 €"}';
  const headers = signedHeaders(secret, { id: "a", timestampS, body });
  const rotated = `v1,${btoa("other")} ${headers["webhook-signature"]}`;

  expect(isOurs(secret, headers, body, timestampS + 10)).toBe(true);
  expect(isOurs(secret, { ...headers, "webhook-signature": rotated }, body, timestampS)).toBe(true);
  expect(isOurs(secret, headers, `${body} `, timestampS)).toBe(false);
  expect(isOurs(newSecret(), headers, body, timestampS)).toBe(false);
  expect(isOurs(secret, { ...headers, "webhook-id": "b" }, body, timestampS)).toBe(false);
  expect(isOurs(secret, headers, body, timestampS + 301)).toBe(false);
  expect(isOurs(secret, { ...headers, "webhook-signature": "v1," }, body, timestampS)).toBe(false);
});
