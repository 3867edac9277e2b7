import type { Client } from "@squadroom/client/http";
import type { BranchReportBody } from "@squadroom/core/branch/contract";
import { expect, it } from "vitest";
import { createMerger } from "./merger.ts";
import { type Project, readProject } from "./project-file.ts";
import { aProject, aSite, gitIn, OURS, write } from "./tree/trees.fixture.ts";
import { openWorkplace } from "./workplace.ts";

it("tells which commit of a branch was taken, also where the user's branch had gone on", async () => {
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
  const call = async (_: string, { body }: { body: { report: BranchReportBody } }) =>
    void told.push(body.report);
  const client = { call } as unknown as Client;
  const { obey } = createMerger({ client, room: "harbour", workplace }, signal);
  const order = { key: "PLAN-001", title: "Theirs", name: `${OURS}plan-001`, act: "take" };
  const whole = { ...order, into: "main", author: "Ada", parts: [] };
  await obey([{ ...whole, orderId: "one" } as never]);
  await obey([{ ...whole, orderId: "again" } as never]);

  expect(gitIn(folder, "rev-parse", "main")).not.toBe(theirs);
  expect(told).toMatchObject([
    { kind: "settled", isDone: true, head: theirs },
    { kind: "settled", isDone: true, head: theirs },
  ]);
});
