import { plainPath } from "../../kernel/glob.ts";
import type { Doer, Rejection } from "../../task/doer.ts";
import { foundIn } from "../../task/found.ts";
import { filesFound, withRejection } from "../../task/lockout.ts";
import type { TaskOutcome } from "../record/outcome.ts";
import type { Execution, Session } from "../record/session.ts";

type Done = TaskOutcome & { author: Doer };

/**
 * Whose work the reviews of the whole rejected in this cycle, including the present findings: the task made from them
 * inherits it.
 */
export function rejectionsOf(session: Session): Rejection[] {
  return findingsByAuthor(session).reduce(
    (all, { author, files }) => withRejection(all, author, files),
    session.execution?.rejections ?? [],
  );
}

/**
 * Who did what the last review of the whole rejects, and the files; `null`: any of that work. A finding is about its
 * file, and so about whoever changed that last; one about no file of the plan is about the tasks that it names. If that
 * names nobody, it is about everybody who worked since the review before: none of them may judge whose fault it was.
 */
function findingsByAuthor({ execution, proposals }: Session): Found[] {
  const review = proposals.review?.value;
  if (!execution || !review) return [];
  const done = doneWork(execution);
  const about = (tasks: readonly Entry[], files: string[] | null) =>
    tasks.map(([, { author }]): Found => ({ author, files }));
  const named = [
    ...review.findings.flatMap(({ file, issue }) => {
      const changed = lastOf(done.filter(([, task]) => isChangedBy(task, file)));
      return about(changed.length > 0 ? changed : namedIn(issue, done), [plainPath(file)]);
    }),
    ...foundIn(review).flatMap(({ file, issue }) => (file === null ? about(namedIn(issue, done), null) : [])),
  ];
  return byAuthor(named.length > 0 ? named : about(lastOf(done), filesFound([review])));
}

interface Found {
  author: Doer;
  files: string[] | null;
}

/** One rejection for each of them, for everything found in their work. */
function byAuthor(found: readonly Found[]): Found[] {
  const all = new Map<string, Found>();
  for (const { author, files } of found) {
    const before = all.get(author.agentId);
    const both = before === undefined ? files : before.files && files && [...before.files, ...files];
    all.set(author.agentId, { author, files: both && [...new Set(both)] });
  }
  return [...all.values()];
}

type Entry = [taskId: string, task: Done];

/** What there is to judge: not open, cancelled, or taken back. */
function doneWork({ outcomes }: Execution): Entry[] {
  return Object.entries(outcomes).flatMap(([id, task]): Entry[] =>
    task.author !== null && (task.state === "passed" || task.state === "skipped")
      ? [[id, { ...task, author: task.author }]]
      : [],
  );
}

/** An author who does not say what it changed may have changed anything. */
function isChangedBy({ files }: Done, file: string): boolean {
  return files === null || files.includes(plainPath(file));
}

/** Those of the latest round of work among them: a revision comes before what it revised. */
function lastOf(entries: readonly Entry[]): Entry[] {
  const last = Math.max(...entries.map(([, { reviewsBefore }]) => reviewsBefore));
  return entries.filter(([, { reviewsBefore }]) => reviewsBefore === last);
}

/** The tasks whose id is in the text as a word of its own. */
function namedIn(text: string, entries: readonly Entry[]): Entry[] {
  const words = new Set(text.match(/[A-Za-z0-9-]+/g));
  return entries.filter(([id]) => words.has(id));
}
