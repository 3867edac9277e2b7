import type { Decision, DecisionOption } from "@squadroom/core/decision/decision";
import { clsx } from "clsx";
import { ArrowLeft, ChevronUp } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { getDraft, settleDraft } from "../../drafts/use-draft.ts";
import { useKeys } from "../../keys/keys.ts";
import { useNarrow } from "../../panel/use-wide.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { firstLine } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { isFinal, NoteForm, noteDraft } from "../decision/index.ts";
import { type AnswerTile, type FirstAnswer, sortAnswers } from "./first-answer.ts";
import type { AnswerDetail, Answers } from "./use-answers.ts";

interface AnswerBarProps {
  decision: Decision;
  answers: Answers;
  first: FirstAnswer;
  /** Options that are on the screen elsewhere. */
  hidden?: readonly string[];
  /** All answers as tiles, the first one among them, in place of a row. */
  tiles?: readonly AnswerTile[];
  aside?: ReactNode;
  /** What these answers carry: the person's edits of what they settle. */
  edits?: { of: readonly string[]; detail: AnswerDetail };
  /** Something is written that is not sent: the way back asks with its own answer at hand. */
  isWriting?: boolean;
}

/** Sticks below: one filled answer, the others beside it, and what they do in words. */
export function AnswerBar(props: AnswerBarProps): ReactNode {
  // What was begun for one decision is no answer to the next one.
  return <Bar key={props.decision.id} {...props} />;
}

function Bar({
  decision,
  answers,
  first,
  hidden = [],
  tiles,
  aside,
  edits,
  isWriting = false,
}: AnswerBarProps): ReactNode {
  const { t } = wordsOf("session");
  // A note that was begun and not sent is there again, with the answer it belongs to.
  const [armed, setArmed] = useState<DecisionOption | null>(
    () =>
      decision.options.find(({ id }) => getDraft(noteDraft(decision.id, id), "") !== "") ?? null,
  );
  const bar = useRef<HTMLElement>(null);
  const left = useFocusBack(bar, armed === null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isNarrow = useNarrow();
  const sorted = sortAnswers(decision.options, [first.optionId, ...hidden]);
  const { plain, back, others } = sorted;
  const beside = others.filter((one) => !isFinal(one));
  const ends = others.filter(isFinal);
  // On a phone the first answer stands alone, as wide as it is.
  const shown = isNarrow ? [] : [...plain, ...beside, ...back, ...ends];
  const more = isNarrow ? [...plain, ...beside, ...back, ...sorted.more, ...ends] : sorted.more;
  const option = armed && decision.options.find(({ id }) => id === armed.id);
  const editsOf = (id: string): AnswerDetail | undefined =>
    edits?.of.includes(id.split(":")[0] ?? "") ? edits.detail : undefined;
  const sendFirst = async (note = ""): Promise<void> => {
    const detail = first.before ? await first.before() : (first.detail ?? editsOf(first.optionId));
    const { optionId, isOfAnyVersion } = first;
    const isDone = await answers.send({
      decision,
      optionId,
      note,
      detail,
      ...(isOfAnyVersion ? { isOfAnyVersion } : {}),
    });
    if (isDone) isSent(optionId, note);
  };
  const isSent = (optionId: string, note: string): void => {
    settleDraft(noteDraft(decision.id, optionId), note);
    setArmed(null);
  };
  const choose = (one: DecisionOption): void => {
    setAnchor(null);
    answers.forget();
    if (one.needsNote || isFinal(one) || one.id.startsWith("back:") || one.id === "roll_back")
      setArmed(one);
    else void answers.send({ decision, optionId: one.id, detail: editsOf(one.id) });
  };
  const byKey = (wanted: DecisionOption | undefined): void => {
    if (wanted) choose(wanted);
  };
  const firstOption = decision.options.find(({ id }) => id === first.optionId);
  const press = (): void => {
    if (first.off !== undefined) return;
    if ((first.needsNote || first.takesNote) && firstOption) setArmed(firstOption);
    else void sendFirst();
  };
  const pressTile = (tile: AnswerTile): void => {
    if (tile.optionId === first.optionId) press();
    else if (tile.press) tile.press();
    else if (tile.off === undefined) byKey(decision.options.find(({ id }) => id === tile.optionId));
  };
  useKeys([
    { keys: "a", group: "room", label: t("bar.keys.first"), run: press },
    {
      keys: "r",
      group: "room",
      label: t("bar.keys.revise"),
      run: () => {
        const tile = tiles?.find(({ keys }) => keys === "r");
        if (tile) pressTile(tile);
        else if (!tiles) byKey(plain.find(({ id }) => id === "revise") ?? others.find(isFinal));
      },
    },
    {
      keys: "d",
      group: "room",
      label: t("bar.keys.discuss"),
      run: () => byKey(plain.find(({ id }) => id === "discuss")),
    },
    { keys: "b", group: "room", label: t("bar.keys.back"), run: () => byKey(back[0]) },
  ]);
  const leave = (): void => {
    left.current = armed?.id ?? null;
    setArmed(null);
  };
  const confirm = (note: string): void => {
    if (!option) return;
    if (option.id === first.optionId) return void sendFirst(note);
    void answers
      .send({ decision, optionId: option.id, note })
      .then((isDone) => isDone && isSent(option.id, note));
  };
  return (
    <section
      ref={bar}
      className="answerbar"
      aria-label={t("bar.label")}
      aria-busy={answers.isBusy || undefined}
    >
      <div className="answerbar-in">
        {option ? (
          option.id.startsWith("back:") ? (
            <ConfirmBack
              option={option}
              isWriting={isWriting}
              onGo={() => confirm("")}
              onStay={leave}
            />
          ) : (
            <NoteForm
              key={option.id}
              draftKey={noteDraft(decision.id, option.id)}
              label={noteLabel(option)}
              action={option.label}
              hint={firstLine(option.consequence)}
              isNeeded={option.needsNote}
              isFinal={isFinal(option)}
              isBusy={answers.isBusy}
              onSend={confirm}
              onBack={leave}
            />
          )
        ) : tiles ? (
          <AnswerTiles tiles={tiles} firstId={first.optionId} onPress={pressTile} />
        ) : (
          <div className="answerbar-row">
            <Button
              kind="primary"
              big
              keys={first.keys ?? "a"}
              data-option={first.optionId}
              onClick={press}
            >
              <span className="ell">{first.label}</span>
            </Button>
            {plain
              .filter((one) => shown.includes(one))
              .map((one) => (
                <Button
                  key={one.id}
                  big
                  keys={one.id === "revise" ? "r" : "d"}
                  data-option={one.id}
                  onClick={() => choose(one)}
                >
                  {one.label}
                </Button>
              ))}
            {beside
              .filter((one) => shown.includes(one))
              .map((one) => (
                <Button key={one.id} big data-option={one.id} onClick={() => choose(one)}>
                  <span className="ell">{one.label}</span>
                </Button>
              ))}
            {back
              .filter((one) => shown.includes(one))
              .map((one) => (
                <Button
                  key={one.id}
                  big
                  kind="ghost"
                  data-option={one.id}
                  onClick={() => choose(one)}
                >
                  <Icon of={ArrowLeft} size="s" />
                  {one.label}
                </Button>
              ))}
            {more.length > 0 && (
              <Button
                big
                kind="ghost"
                aria-haspopup="menu"
                aria-expanded={anchor !== null}
                className="answerbar-more"
                aria-label={isNarrow ? undefined : t("bar.more")}
                onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
              >
                {isNarrow && t("bar.moreShort")}
                <Icon of={ChevronUp} size="s" />
              </Button>
            )}
            {ends
              .filter((one) => shown.includes(one))
              .map((one) => (
                <Button
                  key={one.id}
                  big
                  kind="ending"
                  className="answerbar-end"
                  data-option={one.id}
                  onClick={() => choose(one)}
                >
                  <span className="ell">{one.label}</span>
                </Button>
              ))}
            <p className="answerbar-what">
              {first.consequence !== "" && (
                <span>
                  {first.label}: {firstLine(first.consequence)}
                </span>
              )}
              {back[0] && (
                <span>
                  {back[0].label}: {firstLine(back[0].consequence)}
                </span>
              )}
              {aside}
            </p>
          </div>
        )}
        {answers.problem && <Note tone="bad">{answers.problem}</Note>}
      </div>
      {anchor && (
        <Anchored
          anchor={anchor}
          label={t("bar.more")}
          align="end"
          isMenu
          onClose={() => setAnchor(null)}
        >
          {more.map((one) => (
            <button
              key={one.id}
              type="button"
              role="menuitem"
              className="menu-item ss-act"
              onClick={() => choose(one)}
            >
              <span>
                {one.label}
                <span className="small muted ss-act-hint">{one.consequence}</span>
              </span>
            </button>
          ))}
        </Anchored>
      )}
    </section>
  );
}

/** The answer that was begun and not given after all: its button, or the menu it came from, has the focus again. */
function useFocusBack(
  bar: RefObject<HTMLElement | null>,
  areAnswersShown: boolean,
): RefObject<string | null> {
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (!areAnswersShown || left.current === null) return;
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>("[data-option]") ?? [])];
    const own = buttons.find(({ dataset }) => dataset.option === left.current);
    (own ?? bar.current?.querySelector<HTMLElement>(".answerbar-more"))?.focus();
    left.current = null;
  }, [bar, areAnswersShown]);
  return left;
}

function AnswerTiles({
  tiles,
  firstId,
  onPress,
}: {
  tiles: readonly AnswerTile[];
  firstId: string;
  onPress: (tile: AnswerTile) => void;
}): ReactNode {
  const id = useId();
  return (
    <ul className="choices">
      {tiles.map((tile) => {
        const { optionId, label, consequence, keys, off } = tile;
        const isFirst = optionId === firstId;
        return (
          <li key={optionId} className={clsx(isFirst && "choice-first", off && "choice-off")}>
            <Button
              kind={isFirst ? "primary" : isFinal({ id: optionId }) ? "ending" : "plain"}
              big
              keys={isFirst ? "a" : keys}
              data-option={optionId}
              {...(off ? { off } : { "aria-describedby": `${id}-${optionId}` })}
              onClick={() => onPress(tile)}
            >
              {label}
            </Button>
            {!off && (
              <p id={`${id}-${optionId}`} className="choice-what">
                {firstLine(consequence)}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function noteLabel({ id }: DecisionOption): string {
  const { t } = wordsOf("session");
  return t(id === "discuss" || id === "revise" ? `bar.note.${id}` : "bar.note.other");
}

/** Says what becomes stale before it does. */
function ConfirmBack({
  option,
  isWriting,
  onGo,
  onStay,
}: {
  option: DecisionOption;
  isWriting: boolean;
  onGo: () => void;
  onStay: () => void;
}): ReactNode {
  const { t } = wordsOf("session");
  return (
    <div className="answerbar-row">
      <p className="grow">
        <b>{option.label}?</b> {option.consequence}
      </p>
      <Button kind="primary" big onClick={onGo} autoFocus={!isWriting}>
        {t("bar.confirmBack")}
      </Button>
      <Button kind="ghost" big onClick={onStay} autoFocus={isWriting}>
        {t("bar.stay")}
      </Button>
    </div>
  );
}
