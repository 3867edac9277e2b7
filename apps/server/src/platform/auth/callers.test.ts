import Fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { createCallers } from "./callers.ts";
import { anAgent } from "./principals.fixture.ts";

/** A server that asks twice who calls: before the body, and for the answer. */
function setUp() {
  const app = Fastify() as unknown as FastifyInstance;
  onTestFinished(() => app.close());
  const state = { looks: 0, isKnown: true, isStill: true };
  const callerOf = createCallers(
    app,
    {
      authenticate: async () => {
        state.looks++;
        return state.isKnown ? anAgent() : null;
      },
      isStill: () => state.isStill,
    },
    null,
  );
  const between = { happens: () => {} };
  app.addHook("onRequest", async (request) => void (await callerOf(request)));
  app.get("/", async (request) => {
    between.happens();
    return { caller: (await callerOf(request))?.id ?? null };
  });
  const call = async (headers: Record<string, string>) => (await app.inject({ url: "/", headers })).json();
  return { call, state, between };
}

const SHOWN = { authorization: "Bearer it" };

test("who calls is found out once for each request", async () => {
  const { call, state } = setUp();
  expect(await call(SHOWN)).toEqual({ caller: anAgent().id });
  expect(state.looks).toBe(1);
  await call(SHOWN);
  expect(state.looks).toBe(2);
});

test("who shows nothing is not looked for", async () => {
  const { call, state } = setUp();
  expect(await call({})).toEqual({ caller: null });
  expect(state.looks).toBe(0);
});

test("a credential that ends before the answer is of no use for it", async () => {
  const { call, state, between } = setUp();
  between.happens = () => Object.assign(state, { isKnown: false, isStill: false });
  expect(await call(SHOWN)).toEqual({ caller: null });
  expect(state.looks).toBe(2);
});
