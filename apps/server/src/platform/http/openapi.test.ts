import { API_PREFIX, routes } from "@squadroom/core/contract/routes";
import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";

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
