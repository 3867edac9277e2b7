interface Asked {
  id: string;
  text: string;
}

export type QuestionMark = "kept" | "reworded" | "new";

/** What became of the questions since the version before; `dropped`: those no longer asked. */
export function markQuestions(
  now: readonly Asked[],
  before: readonly Asked[],
): { marks: Map<string, { mark: QuestionMark; was: string }>; dropped: number } {
  const known = new Map(before.map((question) => [question.id, question.text]));
  const marks = new Map(
    now.map(({ id, text }) => {
      const was = known.get(id);
      const mark: QuestionMark = was === undefined ? "new" : was.trim() === text.trim() ? "kept" : "reworded";
      return [id, { mark, was: was ?? "" }];
    }),
  );
  const ids = new Set(now.map(({ id }) => id));
  return { marks, dropped: before.filter(({ id }) => !ids.has(id)).length };
}
