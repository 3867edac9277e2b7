import { describe, expect, it } from "vitest";
import { routes } from "../contract/routes.ts";
import { findTool } from "../contract/tools.ts";
import { refusalCodes } from "../kernel/refusal-code.ts";
import { refusalTable } from "../kernel/refusal-table.ts";
import { presetTeam } from "../team/presets.ts";
import { TEAM_PRESETS, type TeamPreset } from "../team/team.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { allowedHandoffs } from "./deliver.ts";
import { deliveryText } from "./delivery.ts";
import { inRoutes, inTools } from "./doors.ts";
import { initPrompt } from "./init.ts";
import { inline } from "./markdown.ts";

const keys = { handoff: "a", done: "b", fail: "c" };

/** What an agent that calls by routes, or by tools, reads: its first prompt, and the task in its hand. */
function read(
  driver: Driver,
  id: string,
  door: "rest" | "mcp" | "print" = "rest",
): { prompt: string; delivery: string } {
  const { room, now } = driver;
  const found = Object.values(room.agents).find((one) => one.id === id);
  const task = room.tasks.find(({ lease }) => lease?.agentId === id);
  if (!found || !task?.lease) throw new Error("it holds a task");
  const agent = { ...found, door };
  const held = { ...task, lease: task.lease };
  const input = { room, task: held, agent, handoffs: allowedHandoffs(room, held, agent) };
  return {
    prompt: initPrompt({ room, agent, serverUrl: "http://localhost:4700", now }),
    delivery: deliveryText({ ...input, origin: null, messages: [], recent: [], keys, now }),
  };
}

/** Each route that the text names, as a method and a path of the contract. */
function named(text: string): string[] {
  const found = text.matchAll(/(GET|POST|PUT|DELETE) (…|\S+\/rooms\/checkout-web)([\w/?=-]*)/g);
  return [...found].map(([, method, , path]) => `${method} ${path?.replace(/\?.*/, "")}`);
}

const known = Object.values(routes).map(({ method, path }) => {
  const pattern = path.replace("/rooms/:room", "").replace(/:\w+/g, "[\\w-]+");
  return new RegExp(`^${method} ${pattern}$`);
});

function expectRoutesOnly(text: string): void {
  expect(text.match(/`[^`\n]*squadroom [^`\n]*`|^squadroom .*/gm)).toBeNull();
  expect(text.match(/`--[^`]*`/g)).toBeNull();
  const all = named(text);
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter((route) => !known.some((one) => one.test(route)))).toEqual([]);
}

function aRoom(preset: TeamPreset) {
  const driver = Driver.room(preset);
  const seats = presetTeam(preset).roles.map(({ name }) => driver.join(`${name} one`, name));
  return { driver, seats };
}

describe("an agent that calls by routes", () => {
  it.each(TEAM_PRESETS)("reads routes that there are, and no command: %s", (preset) => {
    const { driver, seats } = aRoom(preset);
    for (const by of seats) {
      const { role } = driver.room.agents[by.id] ?? {};
      driver.run(driver.create(LEAD, [{ role: role as never, successCriteria: ["it runs"] }]));
      driver.claim(by);
      const { prompt, delivery } = read(driver, by.id);
      expectRoutesOnly(prompt);
      expectRoutesOnly(delivery);
      expect(delivery).toContain('"criteria":[{"criterion":1,"met":true}]');
    }
  });

  it("reads the same of a session's tasks", () => {
    const driver = new SessionDriver();
    driver.start();
    driver.claim(driver.planner);
    expectRoutesOnly(read(driver, driver.planner.id).delivery);
    driver.present("scout");
    driver.present("triage");
    driver.choose("triage", "agree");
    driver.present("questions");
    driver.choose("questions", "done", { detail: { answers: { q1: { option: "Postgres" } } } });
    driver.present("approaches");
    driver.choose("approach", "choose:a2");
    driver.present("design");
    for (let i = 0; i < 3; i++) driver.choose("design_section", "approve");
    driver.present("plan");
    driver.choose("plan", "approve");
    driver.claim(driver.builder);
    expectRoutesOnly(read(driver, driver.builder.id).delivery);
    driver.submit();
    driver.claim(driver.reviewer);
    expectRoutesOnly(read(driver, driver.reviewer.id).delivery);
  });

  it.each(refusalCodes)("is advised in routes that there are: %s", (code) => {
    const said = inRoutes(refusalTable[code].advice);
    expect(withoutGit(said)).not.toMatch(/squadroom |--\w/);
    const routes = named(said.replaceAll("/api/v1", "…"));
    expect(routes.filter((route) => !known.some((one) => one.test(route)))).toEqual([]);
  });

  it("reads what others wrote as they wrote it", () => {
    const words = ["`squadroom wait`", "run squadroom wait", "*squadroom status*", "done"];
    for (const text of words) expect(inRoutes(inline(text))).toBe(inline(text));
    const fenced = "```text\n`squadroom wait`\n```";
    expect(inRoutes(fenced)).toBe(fenced);
  });
});

/** Names that stand for tools: in spans and at the beginning of lines of blocks. */
function toolsIn(text: string): string[] {
  const spans = text.matchAll(/`([a-z]+(?:_[a-z]+)+)(?: [^`]*)?`/g);
  const lines = text.matchAll(/^([a-z]+(?:_[a-z]+)+)(?: \{.*)?$/gm);
  return [...spans, ...lines].map(([, name = ""]) => name);
}

/** Words of the team's own that look like a tool's name. */
const NO_TOOLS = /^(full_team|planner_(builder|reviewer|solo))$/;

function expectToolsOnly(text: string): void {
  expect(text.match(/`[^`\n]*squadroom [^`\n]*`|^squadroom .*/gm)).toBeNull();
  expect(text.match(/`--[^`]*`|`(GET|POST|PUT|DELETE) |idempotency-key|[Ff]ence \d/g)).toBeNull();
  expect(text.match(/`[a-z]+(_[a-z]+)+ with /g)).toBeNull();
  const all = toolsIn(text).filter((name) => !NO_TOOLS.test(name));
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter((name) => !findTool(name))).toEqual([]);
}

/** What another program is called with is no tool and no route. */
const withoutGit = (said: string) => said.replaceAll(/`git [^`]*`/g, "");

describe("an agent that calls tools", () => {
  it.each(TEAM_PRESETS)("reads tools that there are, and no command or route: %s", (preset) => {
    const { driver, seats } = aRoom(preset);
    for (const by of seats) {
      const { role } = driver.room.agents[by.id] ?? {};
      driver.run(driver.create(LEAD, [{ role: role as never, successCriteria: ["it runs"] }]));
      driver.claim(by);
      const { prompt, delivery } = read(driver, by.id, "mcp");
      expectToolsOnly(prompt);
      expectToolsOnly(delivery);
      expect(prompt).toContain("wait_for_task");
      expect(delivery).toContain('"criteria":[{"criterion":1,"met":true}]');
    }
  });

  it.each(TEAM_PRESETS)("reads nothing to call where it can only print: %s", (preset) => {
    const { driver, seats } = aRoom(preset);
    const tools = Object.values(routes).flatMap(({ tool }) => (tool ? [tool.name] : []));
    for (const by of seats) {
      const { role } = driver.room.agents[by.id] ?? {};
      driver.run(driver.create(LEAD, [{ role: role as never, successCriteria: ["it runs"] }]));
      driver.claim(by);
      const { prompt, delivery } = read(driver, by.id, "print");
      const text = `${prompt}\n${delivery}`;
      for (const name of tools) expect(text).not.toContain(name);
      expect(text).not.toMatch(/squadroom |POST |`--|`(done|fail|handoff|wait)`/);
      expect(text).not.toMatch(/^#.*\n+(#{1,2} |$(?![\s\S]))/m);
      expect(prompt).toContain("what you print is your answer");
      expect(prompt).toContain(`**${role}**`);
      expect(delivery).toContain("Print your answer");
    }
  });

  it("reads ends of its task whose fields the tools have", () => {
    const { driver, seats } = aRoom("squad");
    const [by] = seats;
    if (!by) throw new Error("a planner is there");
    driver.say("Do it.");
    driver.claim(by);
    const { delivery } = read(driver, by.id, "mcp");
    const calls = [...delivery.matchAll(/^([a-z]+_[a-z_]+) (\{.*\})$/gm)];
    expect(calls.length).toBeGreaterThan(3);
    for (const [, name = "", fields = ""] of calls) {
      const { properties = {}, required = [] } = findTool(name)?.inputSchema ?? { type: "object" };
      const given = Object.keys(JSON.parse(fields));
      expect(given.filter((field) => !(field in properties))).toEqual([]);
      expect(required.filter((field) => !given.includes(field))).toEqual([]);
    }
  });

  it("reads a tool's name and its field apart, and that a tool returns something", () => {
    expect(inTools("first run `squadroom send --wait`.")).toBe("first run `send_message` with `waits`.");
    expect(inTools("`squadroom session show 1` prints what was said.")).toBe(
      '`show_session {"sessionId":1}` returns what was said.',
    );
    expect(inTools("`npm test` prints what failed.")).toBe("`npm test` prints what failed.");
    const all = refusalCodes.map((code) => inTools(refusalTable[code].advice));
    expect(all.filter((said) => /`[a-z]+(_[a-z]+)+ with |` prints/.test(said))).toEqual([]);
  });

  it.each(refusalCodes)("is advised in tools that there are: %s", (code) => {
    const said = inTools(refusalTable[code].advice);
    expect(withoutGit(said)).not.toMatch(/squadroom |--\w/);
    expect(toolsIn(said).filter((name) => !findTool(name))).toEqual([]);
  });
});

it("whoever joins by the command reads commands", () => {
  const { driver, seats } = aRoom("solo");
  const [by] = seats;
  if (!by) throw new Error("a solo is there");
  driver.run({
    type: "join",
    by,
    role: "solo" as never,
    class: "manual",
    harness: null,
    door: "rest",
  });
  expect(driver.room.agents[by.id]?.door).toBe("rest");
  driver.run({
    type: "join",
    by,
    role: "solo" as never,
    class: "manual",
    harness: null,
    door: "cli",
  });
  expect(driver.room.agents[by.id]).not.toHaveProperty("door");
});
