import type { Thing } from "@squadroom/core/inbox/thing";
import { type ReactNode, useEffect, useState } from "react";
import { now } from "../../clock/now.ts";
import { explain } from "../../live/api.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { Note } from "../../ui/note.tsx";
import { Tile } from "../../ui/tile.tsx";
import { say } from "../../words/say.tsx";
import { useMe } from "../access/index.ts";
import { type AsideKind, giveTo, momentOf, type PutAside, snooze, takersOf } from "./aside.ts";
import "./aside-panel.css";

const HOUR_MS = 3_600_000;

/** When a working day begins, by the viewer's clock. */
const MORNING_H = 9;

const MONDAY = 1;

const ASIDE_TIMES = {
  hour: "In an hour",
  hours: "In three hours",
  tomorrow: "Tomorrow morning",
  monday: "Monday morning",
  changed: "Until it changes",
};

interface PanelProps {
  kind: AsideKind;
  /** Of one row, or of all that are selected. */
  things: readonly Thing[];
  /** Who takes care of them now, if anybody does. */
  heldBy: string | null;
  anchor: HTMLElement;
  onSend: () => void;
  onDone: (became: PutAside) => void;
  onClose: () => void;
}

/** For how long it is snoozed, or who gets it: one press. */
export function AsidePanel({ kind, things, heldBy, anchor, onSend, onDone, onClose }: PanelProps): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const put = (aside: () => Promise<PutAside>): void => {
    setProblem(null);
    onSend();
    aside()
      .then((became) => {
        onClose();
        onDone(became);
      })
      .catch((error: unknown) => setProblem(explain(error).message));
  };
  return (
    <Anchored
      anchor={anchor}
      label={kind === "snooze" ? "Snooze until" : "Hand over to"}
      align="start"
      isMenu
      onClose={onClose}
    >
      {kind === "snooze" ? (
        <Times onChoose={(until) => put(() => snooze(things, until))} />
      ) : (
        <People things={things} heldBy={heldBy} onChoose={put} onProblem={setProblem} />
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </Anchored>
  );
}

function Times({ onChoose }: { onChoose: (until: number | null) => void }): ReactNode {
  return (
    <>
      <p className="menu-part small muted">Snooze until</p>
      {snoozeTimes(now()).map(({ key, until }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          className="menu-item aside-time"
          onClick={() => onChoose(until)}
        >
          <span>{ASIDE_TIMES[key]}</span>
          <span className="small muted">{until === null ? "" : momentOf(until)}</span>
        </button>
      ))}
    </>
  );
}

function People({
  things,
  heldBy,
  onChoose,
  onProblem,
}: {
  things: readonly Thing[];
  heldBy: string | null;
  onChoose: (aside: () => Promise<PutAside>) => void;
  onProblem: (text: string) => void;
}): ReactNode {
  const me = useMe().data?.id;
  const [people, setPeople] = useState<{ id: string; name: string }[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    takersOf(things)
      .then(setPeople)
      .catch((error: unknown) => onProblem(explain(error).message));
  }, []);
  const others = (people ?? []).filter(({ id }) => id !== me && id !== heldBy);
  const give = (to: string | null, text: string): void =>
    onChoose(async () => {
      await giveTo(things, to);
      return { kind: "aside", text, undo: () => giveTo(things, heldBy) };
    });
  const canTake = me !== undefined && heldBy !== me && (people ?? []).some(({ id }) => id === me);
  return (
    <>
      <p className="menu-part small muted">
        {people === null
          ? "Checking who can take it"
          : others.length === 0
            ? "Nobody else can decide this."
            : "Hand over to"}
      </p>
      <div className="aside-people">
        {others.map(({ id, name }) => (
          <Choice key={id} onClick={() => give(id, say`Handed over to ${name}.`)}>
            <Tile name={name} person />
            <span className="ell">{name}</span>
          </Choice>
        ))}
      </div>
      {canTake && <Choice onClick={() => give(me, "It's yours now.")}>Take it myself</Choice>}
      {heldBy !== null && people !== null && (
        <Choice onClick={() => give(null, "Anyone can take it now.")}>Leave it to anyone</Choice>
      )}
    </>
  );
}

function Choice({ onClick, children }: { onClick: () => void; children: ReactNode }): ReactNode {
  return (
    <button type="button" role="menuitem" className="menu-item" onClick={onClick}>
      {children}
    </button>
  );
}

interface SnoozeTime {
  key: "hour" | "hours" | "tomorrow" | "monday" | "changed";
  /** Epoch ms; `null`: until its subject changes. */
  until: number | null;
}

/** The times to choose from; one that another also gives is left out. */
export function snoozeTimes(now: number): SnoozeTime[] {
  const morning = (days: number): number => {
    const at = new Date(now);
    at.setDate(at.getDate() + days);
    return at.setHours(MORNING_H, 0, 0, 0);
  };
  const toMonday = (MONDAY + 7 - new Date(now).getDay()) % 7 || 7;
  return [
    { key: "hour", until: now + HOUR_MS },
    { key: "hours", until: now + 3 * HOUR_MS },
    { key: "tomorrow", until: morning(1) },
    ...(toMonday > 1 ? [{ key: "monday" as const, until: morning(toMonday) }] : []),
    { key: "changed", until: null },
  ];
}
