import { routes } from "@squadroom/core/contract/routes";
import { describe, expect, it } from "vitest";
import { refusalOfIssues } from "./issues.ts";

type RouteId = keyof typeof routes;

function refused(id: RouteId, place: "body" | "query" | "params", value: unknown) {
  const schema = routes[id][place];
  const parsed = schema.safeParse(value);
  if (parsed.success) throw new Error("it was taken");
  return refusalOfIssues(place, schema, parsed.error, value);
}

const task = { role: "builder", title: "Parse", instruction: "Write it." };

it.each([
  ["deferItem", { room: "shop", item: "ITEM-001" }, "“ITEM-001” isn't an item number."],
  ["answerDecision", { room: "shop", decisionId: "NOPE" }, "“NOPE” isn't a decision id."],
] as const)("what an address names wrongly is said in words: %s", (id, value, words) => {
  const { code, message } = refused(id, "params", value);
  expect([code, message.replace(/^params\.\w+: /, "")]).toEqual(["bad_request", words]);
});

it.each([
  ["createTasks", { tasks: [] }, "body.tasks: must not be empty"],
  ["createTasks", { tasks: [{ ...task, timeoutS: 0 }] }, "body.tasks.0.timeoutS: must be at least 1"],
  ["createTasks", { tasks: [{ ...task, timeoutS: 1.5 }] }, "body.tasks.0.timeoutS: must be a whole number"],
  ["createTasks", { tasks: [{ ...task, title: "" }] }, "body.tasks.0.title: must not be empty"],
  [
    "createTasks",
    { tasks: [{ ...task, title: "x".repeat(201) }] },
    "body.tasks.0.title: must have at most 200 characters",
  ],
  ["createTasks", { tasks: [{ ...task, title: 7 }] }, "body.tasks.0.title: must be a text"],
  ["createTasks", { tasks: [{ role: "builder", title: "T" }] }, "body.tasks.0.instruction: is missing"],
  [
    "createTasks",
    { tasks: [{ ...task, priority: "urgent" }] },
    "body.tasks.0.priority: must be one of critical, high, medium, low",
  ],
  ["createTasks", { tasks: [{ ...task, outputs: "a.ts" }] }, "body.tasks.0.outputs: must be a list"],
  [
    "createTasks",
    { tasks: [{ ...task, outputs: [true] }] },
    'body.tasks.0.outputs.0: a path, "name=path" or {"name", "path"}',
  ],
  ["createTasks", { tasks: [{ ...task, agentId: "NOPE" }] }, "body.tasks.0.agentId: must be an id, as lists show it"],
] as const)("a rule of %s is said in words: %j", (id, value, words) => {
  expect(refused(id, "body", value)).toMatchObject({ code: "bad_request", message: words });
});

it("a field that a named output has not is told with those that it has", () => {
  const outputs = [{ name: "tests", path: "a.ts", lines: 3 }];
  const { message } = refused("createTasks", "body", { tasks: [{ ...task, outputs }] });
  expect(message).toContain("outputs.0.lines: there is no such field. There are: name, path.");
});

describe("a field that there is not", () => {
  it("is named with its path and the name that was probably meant", () => {
    const { code, message, details } = refused("createTasks", "body", {
      tasks: [task, { ...task, require: ["DEV-001"] }],
    });
    expect(code).toBe("unknown_field");
    expect(message).toBe("body.tasks.1.require: there is no such field; did you mean requires?");
    expect(details.issues).toMatchObject([
      { field: "body.tasks.1.require", nearest: "requires", known: expect.any(Array) },
    ]);
  });

  it("comes before whatever else is wrong: a misspelt name is missing too", () => {
    const { instruction } = task;
    const { code, details } = refused("createTasks", "body", {
      tasks: [{ role: "builder", titel: "Parse", instruction }],
    });
    expect(code).toBe("unknown_field");
    expect(details.issues).toMatchObject([
      { field: "body.tasks.0.titel", nearest: "title" },
      { field: "body.tasks.0.title" },
    ]);
  });

  it("is named by the word that others have for it", () => {
    const { message } = refused("sendMessage", "body", { body: "Hi.", context: { file: "a.ts" } });
    expect(message).toContain("context: there is no such field; did you mean about?");
  });

  it("that resembles none is refused with the names that there are", () => {
    const { message } = refused("createTasks", "body", { tasks: [{ ...task, dependsOn: [] }] });
    expect(message).toMatch(/dependsOn: there is no such field. There are: ref, role, .*requires/);
  });

  it("is named where no body is wanted, and inside of optional parts", () => {
    expect(refused("pickItem", "body", { role: "builder" }).message).toBe(
      "body.role: there is no such field, and there are no others here.",
    );
    expect(refused("makeLink", "body", { person: "x" })).toMatchObject({
      code: "unknown_field",
      details: { issues: [{ nearest: "personId" }] },
    });
  });

  it("is named in the alternative that was meant", () => {
    const { message } = refused("moveItem", "body", { to: { before: 2, beside: 3 } });
    expect(message).toMatch(/^body.to.beside: there is no such field/);
  });

  it("is refused in an address too", () => {
    const { code, message } = refused("listTasks", "query", { statee: "failed" });
    expect(code).toBe("unknown_field");
    expect(message).toBe("query.statee: there is no such parameter; did you mean state?");
  });

  it("is refused by every list: no first page for ever", () => {
    for (const id of Object.keys(routes) as RouteId[]) {
      if (!id.startsWith("list") || routes[id].method !== "GET") continue;
      for (const name of ["before", "after", "page", "offset"]) {
        if (id === "listEvents" && (name === "before" || name === "after")) continue;
        const { code, details } = refused(id, "query", { [name]: "1" });
        expect(code, id).toBe("unknown_field");
        expect(details.issues).toContainEqual(
          expect.objectContaining({ known: expect.arrayContaining(["cursor", "limit"]) }),
        );
      }
    }
  });
});
