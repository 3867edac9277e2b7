import type { Decision, DecisionOption } from "@squadroom/core/decision/decision";
import { confirmationOf } from "@squadroom/core/decision/look";
import { type RefObject, useEffect, useRef, useState } from "react";
import { getDraft, settleDraft } from "../../drafts/use-draft.ts";
import { useKeys } from "../../keys/keys.ts";
import { useRest } from "../../keys/rest.ts";
import { noteDraft, optionTo } from "../decision/index.ts";
import { type AnswerTile, type FirstAnswer, sortAnswers } from "./first-answer.ts";
import type { AnswerDetail, Answers } from "./use-answers.ts";

const BAR_KEYS = {
  first: "First answer",
  revise: "Revise, or turn down",
  discuss: "Discuss",
  back: "Back",
};

export interface Asking {
  decision: Decision;
  answers: Answers;
  first: FirstAnswer;
  /** All answers as tiles, the first one included, instead of a row. */
  tiles?: readonly AnswerTile[];
  /** What these answers carry: the person's edits of what they settle. */
  edits?: AnswerDetail;
}

export type AnswerBarActs = ReturnType<typeof useAnswerBar>;

/** What a press of each answer does: it is sent, or armed if something comes between. */
export function useAnswerBar({ decision, answers, first, tiles, edits }: Asking) {
  const { id, options, version } = decision;
  useRest("key", `${id} ${version}`);
  // A note that was begun and not sent is there again, with the answer it belongs to.
  const [armedId, setArmed] = useState<string | null>(
    () => options.find((option) => getDraft(noteDraft(id, option.id), "") !== "")?.id ?? null,
  );
  const armed = options.find((option) => option.id === armedId) ?? null;
  const sorted = sortAnswers(options, first.option);
  const bar = useRef<HTMLElement>(null);
  const left = useFocusBack(bar, armedId === null);
  const send = async (option: DecisionOption, note: string, detail?: AnswerDetail) => {
    const isOfAnyVersion = option.id === first.option.id && first.isOfAnyVersion === true;
    const isDone = await answers.send({ decision, option, note, detail, isOfAnyVersion });
    if (!isDone) return;
    settleDraft(noteDraft(id, option.id), note);
    setArmed(null);
  };
  const sendFirst = async (note: string): Promise<void> => {
    const detail = first.before ? await first.before() : (first.detail ?? edits);
    await send(first.option, note, detail);
  };
  const choose = (option: DecisionOption | undefined): void => {
    if (!option) return;
    answers.forget();
    if (confirmationOf(option, decision)) setArmed(option.id);
    else void send(option, "", edits);
  };
  const press = (): void => {
    if (first.off !== undefined) return;
    if (first.takesNote || first.option.needsNote) setArmed(first.option.id);
    else void sendFirst("");
  };
  const pressTile = (tile: AnswerTile): void => {
    if (tile.option.id === first.option.id) press();
    else if (tile.press) tile.press();
    else if (tile.off === undefined) choose(tile.option);
  };
  const turnDown = (): void => {
    const tile = tiles?.find(({ keys }) => keys === "r");
    if (tile) pressTile(tile);
    else if (!tiles) choose(optionTo({ options: sorted.talk }, "revise") ?? sorted.ends[0]);
  };
  useBarKeys({
    first: press,
    revise: turnDown,
    discuss: () => choose(optionTo({ options: sorted.talk }, "discuss")),
    back: () => choose(sorted.back[0]),
  });
  return {
    bar,
    armed,
    sorted,
    choose,
    press,
    pressTile,
    leave: () => {
      left.current = armedId;
      setArmed(null);
    },
    confirm: (note: string): void => {
      if (armed?.id === first.option.id) void sendFirst(note);
      else if (armed) void send(armed, note);
    },
  };
}

const KEYS = { first: "a", revise: "r", discuss: "d", back: "b" } as const;

function useBarKeys(acts: Record<keyof typeof KEYS, () => void>): void {
  const names = Object.keys(KEYS) as (keyof typeof KEYS)[];
  useKeys(
    names.map((name) => {
      return {
        answers: true,
        keys: KEYS[name],
        group: "room",
        label: BAR_KEYS[name],
        run: acts[name],
      };
    }),
  );
}

/** The answer that was begun and not given after all: its button, or the menu it came from, gets the focus back. */
function useFocusBack(bar: RefObject<HTMLElement | null>, areAnswersShown: boolean): RefObject<string | null> {
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (!areAnswersShown || left.current === null) return;
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>("[data-option]") ?? [])];
    const own = buttons.find(({ dataset }) => dataset.option === left.current);
    const menu = `[data-options~="${CSS.escape(left.current)}"]`;
    (own ?? bar.current?.querySelector<HTMLElement>(menu))?.focus();
    left.current = null;
  }, [bar, areAnswersShown]);
  return left;
}
