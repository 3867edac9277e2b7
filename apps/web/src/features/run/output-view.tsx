import { counted } from "@squadroom/core/kernel/words";
import { ArrowDown, Search, X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import { isShown, type Output, SHOWN, type Shown, type Turn, turnsOf } from "./output.ts";
import type { RunFacts } from "./run-facts.ts";
import { TurnFold } from "./turn-fold.tsx";
import { useFollow } from "./use-follow.ts";
import { type useOutput, wordsOfError } from "./use-output.ts";
import "../../ui/field.css";
import "./output-view.css";

const OUTPUT = {
  noneText: "It said nothing in words.",
  noneTools: "It called no tool.",
  noneLook: "Nothing failed, and nothing was denied.",
};

type Loaded = ReturnType<typeof useOutput>;

/** Everything that a run said and did, turn by turn; the current one is open, and followed. */
export function OutputView({
  run,
  room,
  loaded,
  costs,
}: {
  run: RunFacts;
  room: string;
  loaded: Loaded;
  costs: ReadonlyMap<number, number>;
}): ReactNode {
  const { query, loadOlder } = loaded;
  const [shown, setShown] = useState<Shown>("all");
  const [sought, setSought] = useState<string | null>(null);
  const turns = useMemo(() => turnsOf(query.data?.chunks ?? []), [query.data]);
  const calls = turns.reduce((sum, turn) => sum + turn.calls, 0);
  const look = turns.reduce((sum, turn) => sum + turn.failed + turn.denied, 0);
  const seek = (words: string | null): void => {
    setSought(words);
    // What is searched for may be in what is not loaded yet.
    if (words) void loadOlder(true).catch(() => undefined);
  };
  useKeys([{ keys: "f", group: "room", label: "Find in the run", run: () => seek(sought ?? "") }]);
  const labels: Record<Shown, string> = {
    all: "All",
    text: "Text",
    tools: "Tools",
    look: look > 0 ? `Needs a look ${look}` : "Needs a look",
  };
  return (
    <section className="run-out-part" aria-label="What it says and does">
      <div className="run-tools">
        <Segments
          label="Show"
          value={shown}
          options={SHOWN.map((value) => ({ value, label: labels[value] }))}
          onChange={setShown}
        />
        <span className="small muted run-sum">
          {turns.length > 0 &&
            `${counted(calls, "call")} in ${counted(turns.filter(({ turn }) => turn > 0).length, "turn")}, secrets removed`}
        </span>
        <IconButton
          icon={sought === null ? Search : X}
          label={sought === null ? "Find in this run" : "Stop searching"}
          aria-expanded={sought !== null}
          onClick={() => seek(sought === null ? "" : null)}
        />
      </div>
      {sought !== null && <FindField value={sought} onChange={seek} />}
      {query.isPending ? (
        <SkeletonRows rows={8} />
      ) : query.isError ? (
        <Note tone="bad" again={query.refetch}>
          Couldn't load what it said: {wordsOfError(query.error)}
        </Note>
      ) : (
        <Turns {...{ run, room, turns, shown, costs, loaded }} output={query.data} query={(sought ?? "").trim()} />
      )}
    </section>
  );
}

function FindField({ value, onChange }: { value: string; onChange: (value: string | null) => void }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="run-find">
      <input
        ref={field}
        type="search"
        className="field"
        aria-label="Find in this run"
        placeholder="Find in this run"
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onChange(null)}
      />
    </div>
  );
}

function Turns({
  run,
  room,
  turns,
  shown,
  query,
  costs,
  output,
  loaded,
}: {
  run: RunFacts;
  room: string;
  turns: readonly Turn[];
  shown: Shown;
  query: string;
  costs: ReadonlyMap<number, number>;
  output: Output;
  loaded: Loaded;
}): ReactNode {
  /** What somebody opened and closed by hand. */
  const [opened, setOpened] = useState<ReadonlyMap<number, boolean>>(new Map());
  const last = turns.at(-1)?.turn ?? 0;
  const { box, inner, atEnd, toEnd } = useFollow(output.chunks);
  const isFiltered = shown !== "all" || query !== "";
  const rows = turns
    .map((turn) => ({
      turn,
      entries: turn.entries.filter((entry) => isShown(entry, shown, query)),
    }))
    .filter(({ entries }) => !isFiltered || entries.length > 0);
  const found = rows.reduce((sum, { entries }) => sum + entries.length, 0);
  const isNow = (turn: number) => run.state === "active" && turn === run.turns;
  return (
    <>
      {query !== "" && (
        <p className="small muted run-found" role="status">
          {found > 0 ? counted(found, "match", "matches") : say`Nothing matches “${query}”.`}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <div className="run-out" ref={box} tabIndex={0} role="log" aria-label="What it says and does">
        <div ref={inner} className="run-out-in">
          <Before output={output} loaded={loaded} />
          {turns.length === 0 ? (
            <Empty title={run.ended ? "It said nothing" : "Nothing said yet"}>
              {run.ended
                ? "This run ended before its agent said or did anything."
                : "What the agent says and does appears here as it happens."}
            </Empty>
          ) : (
            rows.length === 0 && query === "" && shown !== "all" && <NoneOf shown={shown} />
          )}
          {rows.map(({ turn, entries }) => (
            <TurnFold
              key={turn.turn}
              {...{ turn, entries, room }}
              name={run.name}
              isNow={isNow(turn.turn)}
              isOpen={opened.get(turn.turn) ?? (isFiltered || turn.turn === last)}
              costUsdMicros={costs.get(turn.turn) ?? null}
              onToggle={() => {
                const isOpen = opened.get(turn.turn) ?? (isFiltered || turn.turn === last);
                setOpened(new Map(opened).set(turn.turn, !isOpen));
              }}
            />
          ))}
          {loaded.problem && <Note tone="warn">{say`Its output can't be followed any more: ${loaded.problem}`}</Note>}
        </div>
      </div>
      {!atEnd && (
        <button type="button" className="run-newest" onClick={toEnd}>
          <Icon of={ArrowDown} size="s" />
          Newest
        </button>
      )}
    </>
  );
}

function NoneOf({ shown }: { shown: Exclude<Shown, "all"> }): ReactNode {
  const words = { text: "noneText", tools: "noneTools", look: "noneLook" } as const;
  return <p className="muted run-none">{OUTPUT[words[shown]]}</p>;
}

/** What came before the first loaded chunk. */
function Before({ output, loaded }: { output: Output; loaded: Loaded }): ReactNode {
  const { isLoadingOlder, loadOlder } = loaded;
  if (output.older !== null)
    return (
      <Button kind="ghost" onClick={() => void loadOlder().catch(() => undefined)}>
        {isLoadingOlder ? "Loading what came before …" : "Show what came before"}
      </Button>
    );
  const first = output.chunks[0]?.n ?? 0;
  return first > 1 ? <p className="run-gap">What came before is no longer kept.</p> : null;
}
