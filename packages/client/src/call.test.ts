import type { Fence } from "@squadroom/core/kernel/ids";
import { expectTypeOf, test } from "vitest";
import type { CallOptions, Reply } from "./call.ts";
import { createClient } from "./http.ts";

test("a call takes what the contract asks for, and answers what it promises", () => {
  expectTypeOf<CallOptions<"getMe">>().toExtend<{ params?: undefined; body?: undefined }>();
  expectTypeOf<CallOptions<"getRoom">["params"]>().toEqualTypeOf<{ room: string }>();
  expectTypeOf<CallOptions<"getRoom">["query"]>().toEqualTypeOf<{ minSeq?: number; events?: number } | undefined>();
  expectTypeOf<Reply<"removeRoom">>().toEqualTypeOf<{ removed: true; seq: number }>();
  expectTypeOf<NonNullable<Reply<"handOff">["next"]>["fence"]>().toEqualTypeOf<Fence>();
});

test("what the contract needs cannot be left out", () => {
  const { call } = createClient({
    baseUrl: "http://127.0.0.1:9",
    fetch: () => Promise.reject(new Error("unused")),
  });
  const calls = [
    () => call("getMe"),
    () => call("claimTask", { params: { room: "a" } }),
    () => call("leaveRoom", { params: { room: "a" } }),
    // @ts-expect-error a room is needed
    () => call("getRoom"),
    // @ts-expect-error a body is needed
    () => call("createRoom"),
    // @ts-expect-error there is no such preset
    () => call("createRoom", { body: { name: "a", preset: "crowd" } }),
    // @ts-expect-error this route has no body
    () => call("renewLease", { params: { room: "a" }, body: { waitS: 1 } }),
  ];
  expectTypeOf(calls).toBeArray();
});
