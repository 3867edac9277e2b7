import type { Task } from "@squadroom/core/task/task";
import { type ReactNode, useState } from "react";
import "../../ui/field.css";
import "./new-task.css";

/** Most tasks offered at once; typing finds the others. */
const OFFERED = 6;

/** The live tasks that have to be done before: chosen ones, and those that match what is typed. */
export function RequiresField({
  tasks,
  value,
  onChange,
}: {
  tasks: readonly Task[];
  value: readonly string[];
  onChange: (requires: string[]) => void;
}): ReactNode {
  const [text, setText] = useState("");
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, title }: Task): boolean => words.every((word) => `${id} ${title}`.toLowerCase().includes(word));
  const isChosen = ({ id }: Task): boolean => value.includes(id);
  const offered = tasks.filter((task) => !isChosen(task) && fits(task)).toReversed();
  const shown = [...tasks.filter(isChosen), ...offered.slice(0, OFFERED)];
  return (
    <fieldset className="nt-requires">
      <legend>Depends on</legend>
      {tasks.length > OFFERED && (
        <input
          className="field"
          value={text}
          placeholder="Find by id or title"
          aria-label="Find by id or title"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      {shown.map((task) => (
        <label key={task.id} className="nt-task">
          <input
            type="checkbox"
            checked={isChosen(task)}
            onChange={() => onChange(isChosen(task) ? value.filter((id) => id !== task.id) : [...value, task.id])}
          />
          <span className="nowrap">{task.id}</span>
          <span className="ell">{task.title}</span>
        </label>
      ))}
      {offered.length > OFFERED && (
        <p className="small muted">{`${offered.length - OFFERED} more; type to find ${offered.length - OFFERED === 1 ? "it" : "them"}`}</p>
      )}
    </fieldset>
  );
}
