import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { Icon } from "../../ui/icon.tsx";
import { AwaitedSign, ReachSign } from "../../ui/presence.tsx";
import { openTask } from "../task/index.ts";
import type { Arrival } from "./arrival.ts";
import { howOf } from "./how.ts";

const PAGE_ARRIVAL = {
  link: { open: "Waiting for its link to be used", done: "Link used" },
  join: { open: "Joins the room", done: "Set up, and in the room" },
  call: { open: "First call", done: "First call" },
  task: { open: "First task", done: "First task" },
};

/** From the link to the first task; each step turns green by itself. */
export function ArrivalList({
  arrival,
  hasLink,
}: {
  arrival: Arrival;
  /** Without one it arrives with its join. */
  hasLink: boolean;
}): ReactNode {
  const { usedAt, agent, hasCalled } = arrival;
  // A task that has ended leaves the room's view; it was the first all the same.
  const [first, setFirst] = useState(arrival.taskId);
  if (first === null && arrival.taskId !== null) setFirst(arrival.taskId);
  const taskId = first ?? arrival.taskId;
  const all = [
    {
      name: "link",
      done: usedAt !== null || agent !== null,
      fact: usedAt !== null && <Since at={usedAt} ago />,
    },
    { name: "join", done: agent !== null, fact: agent && howOf(agent) },
    { name: "call", done: hasCalled, fact: null },
    {
      name: "task",
      done: taskId !== null,
      fact: taskId && (
        <button type="button" className="cn-task" onClick={() => openTask(taskId)}>
          {taskId}
        </button>
      ),
    },
  ] as const;
  const steps = all.filter(({ name }) => hasLink || name !== "link");
  const next = steps.findIndex(({ done }) => !done);
  return (
    <>
      <ul className="cn-arrival" aria-label="Watch it arrive">
        {steps.map(({ name, done, fact }, at) => (
          <li key={name} className={done ? "c-ok" : at === next ? "cn-next" : "muted"}>
            {done ? <Icon of={Check} size="s" /> : at === next ? <AwaitedSign /> : <ReachSign of="offline" />}
            <span>{PAGE_ARRIVAL[name][done ? "done" : "open"]}</span>
            {done && <span className="small muted">{fact}</span>}
          </li>
        ))}
      </ul>
      {next >= 0 && <p className="small muted">Turns green by itself.</p>}
    </>
  );
}
