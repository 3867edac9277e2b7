import type { Session } from "../../session/record/session.ts";
import type { Task } from "../../task/task.ts";
import { showProposalCommand } from "../commands.ts";
import { inline } from "../markdown.ts";
import type { Part } from "./budget.ts";
import { prose } from "./prose.ts";
import { FLOOR, WEIGHT } from "./weights.ts";

/**
 * The approved design, for whoever builds by it and whoever judges by it: the sections that the task names come first;
 * those that it does not name are cut first.
 */
export function designParts(session: Session, about: Pick<Task, "title" | "instruction">): Part[] {
  const sections = session.proposals.design?.value.sections ?? [];
  const text = `${about.title}\n${about.instruction}`.toLowerCase();
  const isNamed = ({ id, title }: { id: string; title: string }) =>
    text.includes(title.toLowerCase()) || namesId(text, id.toLowerCase());
  const named = sections.filter(isNamed);
  const others = sections.filter((one) => !named.includes(one));
  const part = ({ id, title, content }: (typeof sections)[number], isMeant: boolean) =>
    prose({
      weight: isMeant ? WEIGHT.section : WEIGHT.otherSections,
      floor: isMeant ? FLOOR.section : 0,
      title: `The design: ${inline(title)}`,
      text: content,
      language: "markdown",
      command: showProposalCommand(session.id, "design", id),
    });
  const none = named.length === 0;
  return [...named.map((one) => part(one, true)), ...others.map((one) => part(one, none))];
}

/** An id as a word of its own: `s1` is not in `s12`. */
function namesId(text: string, id: string): boolean {
  const words = text.match(/[a-z0-9_.-]+/g) ?? [];
  return words.some((word) => word.replace(/[.-]+$/, "") === id);
}
