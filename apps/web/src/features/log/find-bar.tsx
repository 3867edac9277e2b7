import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
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

/** Searches what is loaded: Enter goes to the next older match, Shift+Enter to the next newer one. */
export function FindBar({ query, at, count, onQuery, onStep, onClose }: FindBarProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <search className="findbar">
      <input
        ref={field}
        className="field"
        value={query}
        placeholder="Find in the conversation"
        aria-label="Find in the conversation"
        title="Searches what is loaded. Scroll up for older events."
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? 1 : -1);
          if (event.key === "Escape") onClose();
        }}
      />
      <span className="small muted nowrap" role="status">
        {query.trim() === "" ? "" : count === 0 ? "no match" : `${at + 1} of ${count}`}
      </span>
      <IconButton icon={ChevronUp} label="Previous match" onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label="Next match" onClick={() => onStep(1)} />
      <IconButton icon={X} label="Close the search" onClick={onClose} />
    </search>
  );
}
