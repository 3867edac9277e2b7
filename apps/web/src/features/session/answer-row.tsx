import type { DecisionOption } from "@squadroom/core/decision/decision";
import { weightOf } from "@squadroom/core/decision/look";
import { clsx } from "clsx";
import { ArrowLeft, ChevronUp } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useNarrow } from "../../panel/use-wide.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { firstLine } from "../../words/plain-text.ts";
import { isFinal } from "../decision/index.ts";
import type { AnswerTile, FirstAnswer } from "./first-answer.ts";
import type { AnswerBarActs } from "./use-answer-bar.ts";

interface RowProps {
  first: FirstAnswer;
  acts: AnswerBarActs;
  aside: ReactNode;
}

/** One filled answer, the others beside it, and what they do in words. */
export function AnswerRow({ first, acts, aside }: RowProps): ReactNode {
  const { choose, press } = acts;
  const { talk, beside, back, ends, more, steps } = acts.sorted;
  // On a phone the first answer is on its own, at its natural width.
  const isNarrow = useNarrow();
  const shown = [...talk, ...beside, ...back];
  const button = (option: DecisionOption) => (
    <OtherAnswer key={option.id} option={option} onChoose={() => choose(option)} />
  );
  return (
    <div className="answerbar-row">
      <Button kind="primary" big keys={first.keys ?? "a"} data-option={first.option.id} onClick={press}>
        <span className="ell">{first.label}</span>
      </Button>
      {!isNarrow && shown.map(button)}
      <MoreAnswers label="Redo a step" shown="Redo a step" options={steps} onChoose={choose} />
      <MoreAnswers
        label="More answers"
        options={isNarrow ? [...shown, ...more, ...ends] : more}
        shown={isNarrow ? "More" : ""}
        onChoose={choose}
      />
      {!isNarrow && ends.map(button)}
      <p className="answerbar-what">
        {[first, ...back]
          .filter(({ consequence }, at) => at > 0 || consequence !== "")
          .map(({ label, consequence }) => (
            <span key={label}>
              {label}: {firstLine(consequence)}
            </span>
          ))}
        {aside}
      </p>
    </div>
  );
}

function OtherAnswer({ option, onChoose }: { option: DecisionOption; onChoose: () => void }): ReactNode {
  const { id, act, label } = option;
  const one = { big: true, "data-option": id, onClick: onChoose };
  switch (weightOf(option)) {
    case "talk":
      return (
        <Button {...one} keys={act.kind === "revise" ? "r" : "d"}>
          {label}
        </Button>
      );
    case "back":
      return (
        <Button {...one} kind="ghost">
          <Icon of={ArrowLeft} size="s" />
          {label}
        </Button>
      );
    default:
      return (
        <Button {...one} {...(isFinal(option) && { kind: "ending", className: "answerbar-end" })}>
          <span className="ell">{label}</span>
        </Button>
      );
  }
}

/** What has no room in the row. */
function MoreAnswers({
  label,
  shown,
  options,
  onChoose,
}: {
  label: string;
  /** The text of the button; "": only its icon. */
  shown: string;
  options: readonly DecisionOption[];
  onChoose: (option: DecisionOption) => void;
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (options.length === 0) return null;
  return (
    <>
      <Button
        big
        kind={shown === label ? "plain" : "ghost"}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        className="answerbar-more"
        aria-label={shown === "" ? label : undefined}
        data-options={options.map(({ id }) => id).join(" ")}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        {shown}
        <Icon of={ChevronUp} size="s" />
      </Button>
      {anchor && (
        <Anchored anchor={anchor} label={label} align="end" isMenu onClose={() => setAnchor(null)}>
          {options.map((one) => (
            <button
              key={one.id}
              type="button"
              role="menuitem"
              className="menu-item ss-act"
              onClick={() => {
                setAnchor(null);
                onChoose(one);
              }}
            >
              <span>
                {one.label}
                <span className="small muted ss-act-hint">{one.consequence}</span>
              </span>
            </button>
          ))}
        </Anchored>
      )}
    </>
  );
}

/** Answers of about the same weight, each with what it does. */
export function AnswerTiles({
  tiles,
  first,
  onPress,
}: {
  tiles: readonly AnswerTile[];
  first: FirstAnswer;
  onPress: (tile: AnswerTile) => void;
}): ReactNode {
  const id = useId();
  return (
    <ul className="choices">
      {tiles.map((tile) => {
        const { option, label, consequence, keys, off } = tile;
        const isFirst = option.id === first.option.id;
        return (
          <li key={option.id} className={clsx(isFirst && "choice-first", off && "choice-off")}>
            <Button
              kind={isFirst ? "primary" : isFinal(option) ? "ending" : "plain"}
              big
              keys={isFirst ? "a" : keys}
              data-option={option.id}
              {...(off ? { off } : { "aria-describedby": `${id}-${option.id}` })}
              onClick={() => onPress(tile)}
            >
              {label}
            </Button>
            {!off && (
              <p id={`${id}-${option.id}`} className="choice-what">
                {firstLine(consequence)}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
