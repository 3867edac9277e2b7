import { expect, test } from "vitest";
import { clearCookie, setCookie } from "./cookie.ts";
import { presentedBy } from "./presented.ts";
import { newSecret, newToken } from "./secrets.ts";

const secret = newSecret();
const token = newToken();

test("a secret is 256 bits, and never the same", () => {
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(token).toMatch(/^sqr_[\w-]{43}$/);
  expect(newSecret()).not.toBe(secret);
});

test("a token goes before a cookie, right or wrong", () => {
  const cookie = `squadroom_session=${secret}`;

  expect(presentedBy({ authorization: `Bearer ${token}`, cookie }, false)).toEqual({
    by: "token",
    secret: token,
  });
  for (const authorization of ["Bearer nonsense", "Bearer", "bearer  ", `Bearer ${token} x`]) {
    expect(presentedBy({ authorization, cookie }, false)).toBeNull();
  }
});

test("a proxy's own password does not hide the cookie", () => {
  const cookie = `squadroom_session=${secret}`;

  expect(presentedBy({ authorization: "Basic eDp5", cookie }, false)?.by).toBe("cookie");
});

test("takes the local key as it is, to be compared", () => {
  expect(presentedBy({ authorization: `local ${secret}` }, false)).toEqual({
    by: "local",
    secret,
  });
});

test.each(["Local", "Local ", "Local abc", `Local ${secret.slice(1)}`, `Local ${secret} x`])(
  "%s shows nothing, with a cookie or without",
  (authorization) => {
    const cookie = `squadroom_session=${secret}`;
    expect(presentedBy({ authorization }, false)).toBeNull();
    expect(presentedBy({ authorization, cookie }, false)).toBeNull();
  },
);

test.each([
  ["squadroom_session", ""],
  ["the cookie of another", `other_squadroom_session=${secret}`],
  ["a short value", "squadroom_session=abc"],
  ["a value with a space", `squadroom_session=${"a ".repeat(22)}`],
])("finds no sign-in in %s", (_, cookie) => {
  expect(presentedBy({ cookie }, false)).toBeNull();
});

test("finds the sign-in among other cookies", () => {
  const cookie = `theme=dark; squadroom_sessions=x;squadroom_session=${secret} ; last=1`;

  expect(presentedBy({ cookie }, false)).toEqual({ by: "cookie", secret });
});

test("over https only the cookie that a neighbour's host cannot set counts", () => {
  const other = newSecret();
  const cookie = `squadroom_session=${other}; __Host-squadroom_session=${secret}`;

  expect(presentedBy({ cookie }, true)?.secret).toBe(secret);
  expect(presentedBy({ cookie: `squadroom_session=${other}` }, true)).toBeNull();
});

test("the cookie is out of reach of scripts, other sites and, over https, other hosts", () => {
  expect(setCookie("s", false)).toBe("squadroom_session=s; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000");
  expect(setCookie("s", true)).toBe(
    "__Host-squadroom_session=s; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure",
  );
  expect(clearCookie(true)).toContain("__Host-squadroom_session=; ");
  expect(clearCookie(true)).toContain("Max-Age=0");
});
