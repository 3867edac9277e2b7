import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { t } from "./words.ts";
import "../../ui/field.css";
import "./find-bar.css";

type FindBarProps = {
  query: string;
  at: number;
  count: number;
  onQuery: (query: string) => void;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
};

/** Find in what is loaded: Enter goes to the next older match, Shift+Enter to the next newer one. */
export function FindBar({ query, at, count, onQuery, onStep, onClose }: FindBarProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <search className="findbar">
      <input
        ref={field}
        className="field"
        value={query}
        placeholder={t("find.label")}
        aria-label={t("find.label")}
        title={t("find.older")}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? 1 : -1);
          if (event.key === "Escape") onClose();
        }}
      />
      <span className="small muted nowrap" role="status">
        {query.trim() === ""
          ? ""
          : count === 0
            ? t("find.none")
            : t("find.count", { at: at + 1, count })}
      </span>
      <IconButton icon={ChevronUp} label={t("find.previous")} onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label={t("find.next")} onClick={() => onStep(1)} />
      <IconButton icon={X} label={t("find.close")} onClick={onClose} />
    </search>
  );
}
