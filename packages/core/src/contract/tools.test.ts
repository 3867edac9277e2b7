import { describe, expect, it } from "vitest";
import type { RouteDef } from "../kernel/route.ts";
import { OWN_TOOLS } from "../policy/tools.ts";
import { type RouteId, routes } from "./routes.ts";
import { findTool, placed, takes, tools } from "./tools.ts";

/** What agents may call and do without as a tool, and why. */
const NO_TOOL: Partial<Record<RouteId, string>> = {
  renewLease: "Each call of a tool is a sign of life.",
  checkCall: "The hook of the harness asks before a tool runs, never the model.",
  getPolicy: "Each denial says its rule and what is allowed instead.",
  getRoom: "It is what programs fold.",
  listEvents: "It is what programs fold.",
  getTeam: "The first prompt says it, and show_team who is there.",
  getPipelines: "create_session is refused with those that the team can start.",
  reviseSteps: "It is rare, and each tool is read with every request: who has tools alone asks a person.",
  listMessages: "A delivery has what was said about its task.",
  editItem: "People tidy the backlog; each tool is read with every request.",
  moveItem: "People tidy the backlog; each tool is read with every request.",
  closeItem: "People tidy the backlog; each tool is read with every request.",
  dropItem: "People tidy the backlog; each tool is read with every request.",
  exportBacklog: "list_backlog has it.",
  getSessionStatus: "show_session has it.",
  getTimeline: "It is for who looks back; show_session has what each role did.",
  getSessionContext: "show_context has it.",
  getRun: "list_runs has it.",
  getBranch: "list_branches says where work is; people read the rest.",
  listRouted: "People correct routes, and read what came of it.",
  getRouting: "People correct routes, and read what came of it.",
  listWorklog: "It is what people look at; show_team says what each agent used.",
  exportWorklog: "It is what people look at; show_team says what each agent used.",
  listFanouts: "Who joins the results has them in its delivery.",
  listComments: "What is to be mended is in the task and in its review.",
  getBranchChanges: "It is what people look at.",
  getRunChanges: "It is what people look at.",
  listRunOutput: "It is what people look at.",
  listRunners: "list_runs says what runs.",
  listArtifacts: "A task's result names its own; the list is what people look at.",
  listErrors: "A task that comes back says why its attempt ended.",
};

/** Each request of an agent carries the list. */
const LIST_BYTES = 18_600;

const mayCall = ({ access }: RouteDef) => access.who === "agent" || (access.who === "room" && access.agents);

describe("the tools of agents", () => {
  it("have short names of their own, which say what they do", () => {
    const names = tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+){1,3}$/.test(name))).toEqual([]);
    expect(names).toContain("hand_off");
  });

  it("are every act that agents may do, and nothing else", () => {
    expect(tools.filter(({ routeId }) => !mayCall(routes[routeId]))).toEqual([]);
    const without = (Object.entries(routes) as [RouteId, RouteDef][])
      .filter(([, def]) => mayCall(def) && !def.tool)
      .map(([id]) => id);
    expect(without.sort()).toEqual(Object.keys(NO_TOOL).sort());
  });

  it("are those that policy takes for the room's own, with the one that reads on", () => {
    expect([...OWN_TOOLS].sort()).toEqual([...tools.map(({ name }) => name), "read_more"].sort());
  });

  it("are listed in less than what a model reads of its own client's tools", () => {
    const listed = tools.map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema,
      annotations,
    }));
    expect(JSON.stringify(listed).length).toBeLessThan(LIST_BYTES);
  });

  it.each(tools)("$name has a schema that every client can read", ({ inputSchema }) => {
    const text = JSON.stringify(inputSchema);
    expect(inputSchema.type).toBe("object");
    expect(Object.keys(inputSchema).sort()).not.toEqual(expect.arrayContaining([expect.stringMatching(/Of$/)]));
    expect(text).not.toMatch(/"(\$ref|\$defs|\$schema|default|maxLength|pattern)"/);
    const { properties, required = [] } = inputSchema;
    expect(required.filter((name) => !(name in properties))).toEqual([]);
    expect(Object.keys(properties).filter((name) => name === "room" || name === "fence")).toEqual([]);
  });
});

describe("a tool's arguments", () => {
  const tool = (name: string) => {
    const found = findTool(name);
    if (!found) throw new Error(`there is no tool ${name}`);
    return found;
  };

  it("go where the route has them", () => {
    const given = { taskId: "DEV-001", percent: 40 };
    expect(placed(tool("report_progress"), given)).toEqual({
      params: { taskId: "DEV-001" },
      query: {},
      body: { percent: 40 },
    });
    expect(placed(tool("list_tasks"), { state: "live" }).query).toEqual({ state: "live" });
  });

  it("of an error's fixes say how each ended", () => {
    expect(tool("report_error").inputSchema.properties.attemptedFixes).toMatchObject({
      items: { properties: { outcome: { enum: ["failed", "worked", "not_tried"] } } },
    });
  });

  it("that no field has a name for go where they are refused", () => {
    expect(placed(tool("report_progress"), { per: 1 }).body).toEqual({ per: 1 });
    expect(placed(tool("list_tasks"), { per: 1 }).query).toEqual({ per: 1 });
  });

  it("are completed with a fence where the route takes one", () => {
    expect(tools.filter((one) => takes(one, "fence")).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["report_progress", "hand_off", "complete_task", "create_tasks"]),
    );
    expect(takes(tool("list_tasks"), "fence")).toBe(false);
  });
});
