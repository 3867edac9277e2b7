import { expect, test } from "vitest";
import type { CredentialRef } from "./principal.ts";
import { PrincipalCache } from "./principal-cache.ts";
import { anAgent } from "./principals.fixture.ts";

function aCache(capacity = 10) {
  const dropped: string[] = [];
  return { cache: new PrincipalCache(capacity, (id) => dropped.push(id)), dropped };
}

function found(credential: CredentialRef, expiresAt = Number.POSITIVE_INFINITY) {
  return { principal: anAgent({ credential }), expiresAt };
}

test("answers with who was added", async () => {
  const { cache } = aCache();
  cache.add("s1", found({ id: "a", version: 1 }));

  expect(await cache.get("s1", 0)).toMatchObject({ credential: { id: "a" } });
  expect(cache.get("s2", 0)).toBeNull();
});

test("drops another version and tells of it, once", () => {
  const { cache, dropped } = aCache();
  cache.add("s1", found({ id: "a", version: 1 }));

  cache.dropOther({ id: "a", version: 1 });
  expect(cache.has({ id: "a", version: 1 }, 0)).toBe(true);
  cache.dropOther({ id: "a", version: 2 });
  cache.dropOther({ id: "a", version: 2 });

  expect(cache.get("s1", 0)).toBeNull();
  expect(cache.has({ id: "a", version: 1 }, 0)).toBe(false);
  expect(dropped).toEqual(["a"]);
});

test("a newer version takes the place of the older one, of which it tells", () => {
  const { cache, dropped } = aCache();
  cache.add("s1", found({ id: "a", version: 1 }));
  cache.add("s1", found({ id: "a", version: 1 }));
  expect(dropped).toEqual([]);
  cache.add("s1", found({ id: "a", version: 2 }));

  expect(cache.has({ id: "a", version: 2 }, 0)).toBe(true);
  expect(dropped).toEqual(["a"]);
});

test("an entry ends by the clock", () => {
  const { cache, dropped } = aCache();
  cache.add("s1", found({ id: "a", version: 1 }, 100));
  cache.add("s2", found({ id: "b", version: 1 }, 200));

  expect(cache.get("s1", 99)).not.toBeNull();
  expect(cache.get("s1", 100)).toBeNull();
  expect(cache.has({ id: "a", version: 1 }, 100)).toBe(false);
  cache.dropExpired(99);
  expect(dropped).toEqual([]);
  cache.dropExpired(100);
  expect(dropped).toEqual(["a"]);
  cache.dropExpired(200);
  expect(dropped).toEqual(["a", "b"]);
});

test("when it is full, who was used longest ago goes, and is told", () => {
  const { cache, dropped } = aCache(3);
  for (const id of ["a", "b", "c"]) cache.add(`secret of ${id}`, found({ id, version: 1 }));
  expect(cache.get("secret of a", 0)).not.toBeNull();
  cache.add("secret of d", found({ id: "d", version: 1 }));

  expect(dropped).toEqual(["b"]);
  expect(cache.get("secret of a", 0)).not.toBeNull();
});

test("can forget everybody", () => {
  const { cache, dropped } = aCache();
  cache.add("s1", found({ id: "a", version: 1 }));
  cache.add("s2", found({ id: "b", version: 1 }));
  cache.dropAll();

  expect(dropped.sort()).toEqual(["a", "b"]);
});
