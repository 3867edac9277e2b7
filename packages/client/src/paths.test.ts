import { routes } from "@squadroom/core/contract/routes";
import { API_PREFIX as CONTRACT_PREFIX } from "@squadroom/core/kernel/route";
import { expect, test } from "vitest";
import { API_PREFIX, paths } from "./paths.ts";

test("the client's paths are the contract's routes", () => {
  const contract = Object.fromEntries(
    Object.values(routes).map(({ id, method, path, keyed }) => [id, { method, path, keyed }]),
  );
  expect(paths).toEqual(contract);
  expect(API_PREFIX).toBe(CONTRACT_PREFIX);
});
