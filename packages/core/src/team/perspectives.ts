import type { Word } from "../kernel/ids.ts";
import { cut } from "../kernel/storable.ts";
import type { TeamProblem } from "./problem.ts";

/** A point of view from which finished work is discussed. */
export interface Perspective {
  /** Its name in rounds: `technical`. */
  name: Word;
  /** The tool to work it out with, if that matters: `codex`. */
  tool: string;
  /** The person as whom its agent judges. */
  persona: Word;
  /** What it looks at. */
  focus: Word;
}

export const PERSPECTIVES_MAX = 12;
export const PERSPECTIVE_NAME_MAX = 40;
export const PERSPECTIVE_TEXT_MAX = 200;

/**
 * The perspectives of a team's discussions unless it says otherwise.
 *
 * @source document 004 (perspective routing)
 */
export const PERSPECTIVES: readonly Perspective[] = [
  {
    name: "product",
    tool: "gemini",
    persona: "product manager",
    focus: "market fit, user value, business viability",
  },
  {
    name: "technical",
    tool: "codex",
    persona: "tech lead",
    focus: "feasibility, technical debt, performance, security",
  },
  {
    name: "quality",
    tool: "claude",
    persona: "QA lead",
    focus: "completeness, testability, consistency",
  },
  {
    name: "risk",
    tool: "gemini",
    persona: "risk analyst",
    focus: "risks, dependencies, failure modes",
  },
  {
    name: "coverage",
    tool: "gemini",
    persona: "requirements analyst",
    focus: "every requirement that was found, against what is there",
  },
];

/** As a person writes it. */
export type PerspectiveDraft = Pick<Perspective, "name"> & {
  [K in "tool" | "persona" | "focus"]?: string | undefined;
};

export function perspectiveOf({ name, tool, persona, focus }: PerspectiveDraft): Perspective {
  const said = (text: string | undefined) => (text ?? "").trim();
  return { name: name.trim(), tool: said(tool), persona: said(persona), focus: said(focus) };
}

/** Rounds refer to them by name, so each name stands for one. */
export function perspectiveProblems(drafts: readonly PerspectiveDraft[]): TeamProblem[] {
  const keys = drafts.map(({ name }) => keyOf(name));
  return drafts.flatMap(({ name }, i): TeamProblem[] => {
    const path = `perspectives.${i}.name`;
    if (keyOf(name) === "") return [{ level: "error", path, message: "Give it a name." }];
    if (keys.indexOf(keyOf(name)) < i) return [{ level: "error", path, message: `${name} appears twice.` }];
    return [];
  });
}

/** The points of view that a round names; if it names none, all of the team's. */
export function perspectivesOf(
  { perspectives = PERSPECTIVES }: { perspectives?: readonly Perspective[] | undefined },
  named: readonly string[],
): Perspective[] {
  if (named.length === 0) return perspectives.slice(0, PERSPECTIVES_MAX);
  const byName = new Map([...PERSPECTIVES, ...perspectives].map((one) => [keyOf(one.name), one]));
  const wanted = new Map(named.map((name) => [keyOf(name), name]));
  return [...wanted].slice(0, PERSPECTIVES_MAX).map(
    ([key, name]) =>
      byName.get(key) ?? {
        name: cut(name, PERSPECTIVE_NAME_MAX),
        tool: "",
        persona: "",
        focus: "",
      },
  );
}

/** The same key, however it is written. */
export function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
