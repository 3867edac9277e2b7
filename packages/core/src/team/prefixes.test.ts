import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { type TeamDraft, teamOf } from "./draft.ts";
import { ownerOf, prefixesOf } from "./prefixes.ts";
import type { Team } from "./team.ts";

/** Roles by their prefixes, the first is their own. */
function teamWith(roles: Record<string, string[]>): Team {
  const { team, problems } = teamOf(draftWith(roles));
  if (!team) throw new Error(JSON.stringify(problems.slice(0, 3)));
  return team;
}

function draftWith(roles: Record<string, string[]>): TeamDraft {
  const names = Object.keys(roles);
  return {
    entryPoint: names[0] ?? "",
    roles: Object.entries(roles).map(([name, [prefix = "", ...more]], i) => ({
      name,
      prefix,
      handsTo: [names[i + 1] ?? "user"],
      spec: `---\nadditional_prefixes: [${more.join(", ")}]\n---\nDo it.`,
    })),
  };
}

const TEAM = {
  lead: ["PLAN"],
  dev: ["DEV"],
  web: ["DEV-FE"],
  reviewer: ["REVIEW", "QUALITY", "QA"],
};

describe("the prefixes of a team", () => {
  it("belong to the role whose prefix is the longest that fits", () => {
    const name = fc.constantFrom("A", "B", "A-B", "A-B-C", "B-C", "C");
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), name, (owned, asked) => {
        const team = teamWith(Object.fromEntries(owned.map((prefix, i) => [`r${i}`, [prefix]])));
        const fits = owned.filter((one) => asked === one || asked.startsWith(`${one}-`));
        const best = fits.sort((a, b) => b.length - a.length)[0];
        const at = best === undefined ? -1 : owned.indexOf(best);
        expect(ownerOf(team, asked)?.name).toBe(team.roles[at]?.name);
      }),
    );
  });

  it("stay with the role whose own they are, and its team says so", () => {
    const roles = {
      lead: ["PLAN"],
      dev: ["DEV", "QA", "FIX"],
      qa: ["QA"],
      web: ["WEB", "DOC"],
      doc: ["TEXT", "DOC"],
    };
    const team = teamWith(roles);
    expect(["QA", "DOC", "FIX"].map((prefix) => ownerOf(team, prefix)?.name)).toEqual(["qa", "web", undefined]);
    const dev = team.roles.find((role) => role.name === "dev");
    expect(dev && prefixesOf(dev)).toEqual(["DEV", "QA"]);
    expect(teamOf(draftWith(roles)).problems.map(({ message }) => message)).toEqual([
      "QA stays with qa, whose prefix it is.",
      "FIX is reserved for rework.",
      "DOC goes to web, the first role with it.",
    ]);
  });

  it("number tasks each by itself, and say whose a task is that names no role", () => {
    const driver = Driver.room(teamWith(TEAM));
    const task = (more: object) => driver.create(LEAD, [{ title: "x", ...more } as never]);
    driver.run(task({ role: "reviewer" }));
    driver.run(task({ prefix: "QUALITY" }));
    driver.run(task({ prefix: "QUALITY", role: "reviewer" }));
    driver.run(task({ prefix: "DEV-FE" }));
    expect(driver.view.tasks.map(({ id, role }) => [id, role])).toEqual([
      ["REVIEW-001", "reviewer"],
      ["QUALITY-001", "reviewer"],
      ["QUALITY-002", "reviewer"],
      ["DEV-FE-001", "web"],
    ]);
    const qa = driver.join("Rae", "reviewer");
    expect(driver.claim(qa).id).toBe("QUALITY-001");
  });

  it("refuse a prefix that nobody has, or somebody else, naming those that there are", () => {
    const driver = Driver.room(teamWith(TEAM));
    const refused = (more: object) => driver.refused(driver.create(LEAD, [{ title: "x", ...more } as never]));
    expect(refused({ prefix: "OPS" })).toMatchObject({
      code: "prefix_unknown",
      message: "No role of this team has tasks that begin with OPS.",
      allowed: ["PLAN", "DEV", "DEV-FE", "REVIEW", "QUALITY", "QA"],
    });
    expect(refused({ prefix: "QUALITY", role: roleName("dev") })).toMatchObject({
      message: "Tasks that begin with QUALITY are reviewer's, not dev's.",
      allowed: ["DEV"],
    });
    expect(refused({})).toMatchObject({ code: "role_unknown" });
  });
});
