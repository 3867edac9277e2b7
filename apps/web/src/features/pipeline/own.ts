import type { Pipeline } from "@squadroom/core/pipeline/pipeline";
import { PIPELINES } from "@squadroom/core/pipeline/presets";
import type { TeamDraft } from "@squadroom/core/team/draft";
import { readPipeline, writePipeline } from "@squadroom/core/team/pipeline-text";

/** The name in a pipeline's text, as far as it can be read. */
export function nameIn(text: string): string | null {
  return readPipeline(text).draft?.name || null;
}

/** One that every team has, by its name. */
export function originalOf(name: string | null): Pipeline | undefined {
  return PIPELINES.find((one) => one.name === name);
}

/** A pipeline of the edited team. */
export interface Listed {
  name: string | null;
  text: string;
  /** `null`: as every team has it. */
  at: number | null;
  isChanged: boolean;
}

/** The team's own pipelines, then those that every team has and it hasn't rewritten. */
export function listedPipelines({ pipelines = [] }: Pick<TeamDraft, "pipelines">): Listed[] {
  const own = pipelines.map((text, at) => {
    const name = nameIn(text);
    return { name, text, at, isChanged: originalOf(name) !== undefined };
  });
  const others = PIPELINES.filter(({ name }) => !own.some((one) => one.name === name));
  return [
    ...own,
    ...others.map((one) => ({
      name: one.name,
      text: writePipeline(one),
      at: null,
      isChanged: false,
    })),
  ];
}

/** A draft with the text in its place; `null`: at the end. What every team has anyway isn't kept. */
export function withText(draft: TeamDraft, at: number | null, text: string): TeamDraft {
  const own = draft.pipelines ?? [];
  return { ...draft, pipelines: at === null ? [...own, text] : own.with(at, text) };
}

export function withoutText({ pipelines = [], ...rest }: TeamDraft, at: number): TeamDraft {
  const left = pipelines.toSpliced(at, 1);
  return left.length === 0 ? rest : { ...rest, pipelines: left };
}
