import { routes } from "@squadroom/core/contract/routes";
import { API_PREFIX } from "@squadroom/core/kernel/route";
import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";

test("declares the number of an agent's join wherever agents call for themselves", () => {
  const document = JSON.parse(JSON.stringify(openApiDocument(routes, "1.2.3"))) as {
    paths: Record<string, Record<string, { operationId: string; parameters: Parameter[] }>>;
  };
  type Parameter = { name: string; required: boolean };
  const declared = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId, parameters }) => {
      const named = parameters.find(({ name }) => name === "x-squadroom-connection");
      return [operationId, named === undefined ? null : named.required];
    });
  const wanted = Object.values(routes).map(({ id, access, method }) => {
    if (id === "joinRoom") return [id, null];
    const isMixed = access.who === "room" && access.agents && method !== "GET";
    return [id, access.who === "agent" || isMixed ? false : null];
  });
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(wanted));
});

test("names every route of the contract once, and is made once", () => {
  const document = openApiDocument(routes, "1.2.3");
  const written = JSON.parse(JSON.stringify(document)) as typeof document;
  const named = Object.entries(written.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => [
      (operation as { operationId: string }).operationId,
      `${method.toUpperCase()} ${path}`,
    ]),
  );
  const wanted = Object.values(routes).map(({ id, method, path }) => [
    id,
    `${method} ${API_PREFIX}${path.replace(/:(\w+)/g, "{$1}")}`,
  ]);
  expect(named.toSorted()).toEqual(wanted.toSorted());
  expect(document.paths).toBe(document.paths);
});
