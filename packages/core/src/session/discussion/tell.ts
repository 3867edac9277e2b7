import type { Context } from "../../kernel/command.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { titleOf } from "../../kernel/title.ts";
import { listed } from "../../kernel/words.ts";
import { MAIL_FULL } from "../../message/message.ts";
import { SUBJECT_MAX } from "../../message/open.ts";
import { heardBy, written } from "../../message/server-written.ts";
import { revisedAs } from "../../pipeline/pipeline.ts";
import type { Discussion, DiscussionVerdict } from "../record/discussion.ts";
import type { PipelineSession } from "../record/session.ts";
import { foundTexts } from "./verdict.ts";

const BODY_MAX = 4_000;

/** A round that is blocked HIGH interrupts its author's loop: the coordinator hears what it found and what follows. */
export function tellOfBlocked(
  room: Room,
  session: PipelineSession,
  discussion: Discussion,
  verdict: Omit<DiscussionVerdict, "at">,
  revision: string,
  context: Pick<Context, "newId" | "now">,
): ActedFact[] {
  if (verdict.severity !== "high") return [];
  const { round, by, taskId, artifact } = discussion;
  const role = room.team.entryPoint;
  const rated = verdict.averageRating?.toFixed(1) ?? "none";
  const next =
    verdict.next === "revise"
      ? `${revisedAs(taskId, revision)} revises it; what waits for ${taskId} waits for that.`
      : "A person is asked what next.";
  const body = [
    `${round} blocked what ${by.name} made of ${taskId} in session ${session.id}, “${titleOf(session.title, 60)}”: HIGH, ${rated} of 5.`,
    `Recommendation: ${verdict.advice ?? "none"}. ${next}`,
    ...foundTexts({ ...discussion, verdict: { ...verdict, at: context.now } }),
  ].join("\n\n");
  const whole = [
    `Artifact: ${artifact ?? missingFiles(session, discussion)}`,
    `Discussion: round ${round} of session ${session.id}`,
  ].join("\n");
  const head = {
    kind: "notification",
    subject: titleOf(`${round} blocked ${taskId}: HIGH`, SUBJECT_MAX),
    priority: "high",
    body: `${body.slice(0, BODY_MAX).toWellFormed()}\n\n${whole}`,
  } as const;
  const heard = heardBy(room, { role }, by.agentId);
  const fact = written({ id: taskId }, { role }, head, heard, context);
  // If nobody coordinates, it waits for whoever does.
  const waits = heard.length === 0 && (room.roleMail[role] ?? []).length < MAIL_FULL;
  return [waits ? { ...fact, data: { ...fact.data, mailToRole: role } } : fact];
}

/** Nothing was reported: where it should have been. */
function missingFiles({ pipeline }: PipelineSession, { step }: Discussion): string {
  const files = pipeline.steps.find(({ id }) => id === step)?.outputs ?? [];
  return files.length === 0 ? "none reported" : `none reported; it was to be ${listed(files)}`;
}
