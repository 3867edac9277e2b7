import type { Client } from "@squadroom/client/http";
import { uuidv7 } from "@squadroom/client/uuidv7";
import type { BranchReportBody } from "@squadroom/core/branch/contract";
import { visible } from "@squadroom/core/kernel/visible";
import type { WorkBranch, WorkMerge } from "@squadroom/core/run/runner-contract";
import { beginningOf, endOf } from "./cut-text.ts";
import { wordsOf } from "./harness/desk.ts";
import { outlasting } from "./outage.ts";
import type { CheckOutcome } from "./tree/checks.ts";
import type { ConflictFile } from "./tree/conflict.ts";
import { isRefused } from "./tree/refused.ts";
import type { Workplace } from "./workplace.ts";

type Told = BranchReportBody;

/** Somebody moved the branch meanwhile: how often to try again. */
const TRIES = 3;
const HUNKS_MAX = 3;
const FILES_MAX = 50;
const LINE_MAX = 2_000;
const TAIL_MAX = 3_000;

/** Merges reviewed branches, one after the other, and does what people want with branches. */
export function createMerger(
  { client, room, workplace }: { client: Client; room: string; workplace: Workplace },
  signal: AbortSignal,
) {
  /** Under way, by branch. */
  const merging = new Map<string, Promise<void>>();
  /** The outcome of each order; reported until the room knows. */
  const settled = new Map<string, Promise<Told>>();
  let last: Promise<unknown> = Promise.resolve();

  /** Makes them in this order, after what is under way. @returns once they are made and the room knows */
  async function merge(wishes: readonly WorkMerge[]): Promise<void> {
    await Promise.all(
      wishes.map((wish) => {
        const known = merging.get(wish.key);
        if (known) return known;
        const own = inTurn(async () => tell(wish.key, await made(wish))).finally(() => merging.delete(wish.key));
        merging.set(wish.key, own);
        return own;
      }),
    );
  }

  async function obey(orders: readonly WorkBranch[]): Promise<void> {
    await Promise.all(
      orders.map(async (order) => {
        const outcome = settled.get(order.orderId) ?? inTurn(() => carriedOut(order));
        settled.set(order.orderId, outcome);
        await tell(order.key, await outcome);
      }),
    );
  }

  /** One at a time: checks of two merges at once would slow both down, and the second builds on the first. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const own = last.then(act);
    last = own.catch(() => undefined);
    return own;
  }

  async function made(wish: WorkMerge): Promise<Told> {
    try {
      for (let tries = 1; ; tries++) {
        const { name, base, merged, diff } = await workplace.merge(wish);
        if (isRefused(merged)) {
          const { code, message } = merged.refused;
          if (code === "branch_moved" && tries < TRIES) continue;
          return failed("refused", message);
        }
        if (merged.result === "conflict") return failed("conflict", "", { conflict: merged.conflict });
        if (merged.result === "checks_failed")
          return failed("checks", tailOf(merged.checks), { checks: merged.checks });
        const { before, head } = merged;
        const checks = merged.result === "merged" ? merged.checks : [];
        return { kind: "merged", name, base, before, head, checks: checks.map(wordOf), diff };
      }
    } catch (error) {
      return failed("refused", wordsOf(error));
    }
  }

  async function carriedOut(order: WorkBranch): Promise<Told> {
    const { orderId, act, name, head, into, key, title, author, parts } = order;
    const done = { kind: "settled" as const, orderId, isDone: true, note: "", remote: null };
    const refused = (note: string): Told => {
      const cut = beginningOf(note, 1_900);
      return { ...done, isDone: false, note: cut, head: null };
    };
    try {
      if (act === "take") {
        if (into === null) return refused("Nobody said into which branch.");
        const taken = await workplace.take({ branch: name, head, message: `Merge ${key}: ${title}`, author }, into);
        if (isRefused(taken)) return refused(taken.refused.message);
        if (taken.result !== "conflict") return { ...done, head: taken.work, note: `${into} has it.` };
        const files = taken.conflict.map(({ path }) => path).join(", ");
        return refused(
          `${into} changed the same lines in ${files}. Nothing was changed; merge it yourself: git merge ${name}`,
        );
      }
      if (act === "push") {
        const pushed = await workplace.push(name, head);
        if (isRefused(pushed)) {
          const { message, output = "" } = pushed.refused;
          return refused([message, output].filter(Boolean).join("\n"));
        }
        return { ...done, ...pushed };
      }
      const problem = await workplace.clean(name, [...parts, key]);
      return problem ? refused(problem.refused.message) : { ...done, head: null };
    } catch (error) {
      return refused(wordsOf(error));
    }
  }

  async function tell(branch: string, report: Told): Promise<void> {
    // Interrupted checks say nothing about the work.
    if (signal.aborted && report.kind === "failed") return;
    const key = uuidv7();
    const params = { room, branch };
    await outlasting(() => client.call("reportBranch", { params, body: { report }, key }), signal);
  }

  return { merge, obey };
}

export type Merger = ReturnType<typeof createMerger>;

function failed(
  why: Extract<Told, { kind: "failed" }>["why"],
  note: string,
  { conflict = [], checks = [] }: { conflict?: readonly ConflictFile[]; checks?: readonly CheckOutcome[] } = {},
): Told {
  return {
    kind: "failed",
    why,
    note: beginningOf(note, TAIL_MAX),
    conflict: conflict.slice(0, FILES_MAX).map(({ path, kind, hunks }) => ({
      path: oneLine(path),
      kind,
      hunks: hunks.slice(0, HUNKS_MAX).map(({ ours, theirs }) => ({
        ours: ours.map(cutLine),
        theirs: theirs.map(cutLine),
      })),
    })),
    checks: checks.map(wordOf),
  };
}

function wordOf({ name, passed }: CheckOutcome) {
  return { name: name.slice(0, 40), passed };
}

/** A name may contain line ends and be longer than any report. */
function oneLine(path: string): string {
  return visible(path).replace(/\s/g, " ").slice(0, 500).toWellFormed();
}

function cutLine(line: string): string {
  return beginningOf(line, LINE_MAX);
}

function tailOf(checks: readonly CheckOutcome[]): string {
  const broken = checks.filter(({ passed }) => !passed);
  const max = Math.floor(TAIL_MAX / Math.max(1, broken.length)) - 50;
  return broken.map(({ name, tail }) => `${name.slice(0, 40)}:\n${endOf(tail, max)}`).join("\n\n");
}
