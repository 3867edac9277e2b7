import type { Client } from "@squadroom/client/http";
import type { BranchReportBody } from "@squadroom/core/branch/contract";
import { expect, it } from "vitest";
import { createMerger } from "./merger.ts";
import { type Project, readProject } from "./project-file.ts";
import { aProject, aSite, gitIn, OURS, write } from "./tree/trees.fixture.ts";
import { openWorkplace } from "./workplace.ts";

async function aBranchOfOurs() {
  const folder = aProject();
  gitIn(folder, "checkout", "--quiet", "-b", `${OURS}plan-001`);
  write(folder, { "theirs.txt": "Theirs\n" });
  gitIn(folder, "add", "--all");
  gitIn(folder, "commit", "--quiet", "--message=Theirs");
  const theirs = gitIn(folder, "rev-parse", "HEAD");
  gitIn(folder, "checkout", "--quiet", "main");
  write(folder, { "mine.txt": "Mine\n" });
  gitIn(folder, "add", "--all");
  gitIn(folder, "commit", "--quiet", "--message=Mine");

  const { signal } = new AbortController();
  const project = (await readProject(folder)) as Project;
  const workplace = await openWorkplace(aSite(folder), project, signal);
  const told: BranchReportBody[] = [];
  const call = async (_: string, { body }: { body: { report: BranchReportBody } }) => void told.push(body.report);
  const client = { call } as unknown as Client;
  const { obey } = createMerger({ client, room: "harbour", workplace }, signal);
  const order = { key: "PLAN-001", title: "Theirs", name: `${OURS}plan-001`, act: "take" };
  return {
    folder,
    theirs,
    told,
    obey,
    order: { ...order, into: "main", author: "Ada", parts: [] },
  };
}

it("tells which commit of a branch was taken, also where the user's branch had gone on", async () => {
  const { folder, theirs, told, obey, order } = await aBranchOfOurs();
  const whole = { ...order, head: theirs };
  await obey([{ ...whole, orderId: "one" } as never]);
  await obey([{ ...whole, orderId: "again" } as never]);

  expect(gitIn(folder, "rev-parse", "main")).not.toBe(theirs);
  expect(told).toMatchObject([
    { kind: "settled", isDone: true, head: theirs },
    { kind: "settled", isDone: true, head: theirs },
  ]);
});

it("takes and pushes nothing that came to a branch after it was judged, unless a person says so", async () => {
  const { folder, theirs, told, obey, order } = await aBranchOfOurs();
  gitIn(folder, "checkout", "--quiet", order.name);
  write(folder, { "late.txt": "Late\n" });
  gitIn(folder, "add", "--all");
  gitIn(folder, "commit", "--quiet", "--message=Late");
  gitIn(folder, "checkout", "--quiet", "main");
  const before = gitIn(folder, "rev-parse", "main");

  await obey([{ ...order, orderId: "one", head: theirs } as never]);
  await obey([{ ...order, orderId: "two", act: "push", head: theirs } as never]);
  const refused = { isDone: false, note: expect.stringContaining("nobody checked") };
  expect(told).toMatchObject([refused, refused]);
  expect(gitIn(folder, "rev-parse", "main")).toBe(before);
  await obey([{ ...order, orderId: "three", head: null } as never]);
  expect(told.at(-1)).toMatchObject({ isDone: true });
  expect(gitIn(folder, "ls-tree", "--name-only", "main")).toContain("late.txt");
});
