import type { Decision, DecisionOption } from "@squadroom/core/decision/decision";
import type { SessionEntry, SessionVersion } from "@squadroom/core/session/contract";
import type { Proposal } from "@squadroom/core/session/record/session";
import type { Boundaries } from "@squadroom/core/task/boundaries";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { clockOf, exactTime } from "../../clock/since.ts";
import { Since } from "../../clock/time.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { useKeys } from "../../keys/keys.ts";
import { Button } from "../../ui/button.tsx";
import { DiffText } from "../../ui/diff-text.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tile } from "../../ui/tile.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { optionTo } from "../decision/index.ts";
import { boundaryWords } from "./boundary-fields.tsx";
import { viewOf } from "./flow-view.tsx";
import { ServedWords } from "./served-scout.tsx";
import { Decided, hasDecided } from "./session-record.tsx";
import type { Answers } from "./use-answers.ts";
import { type SessionWhole, useVersion } from "./use-session.ts";
import { versionText } from "./version-text.ts";
import { STEPS, STEPS_LOW } from "./words.ts";

const PANEL = {
  conversation: "Conversation",
  decided: "Decided",
  versions: "Versions",
  scout: "Scout",
};

const TABS = ["conversation", "decided", "versions", "scout"] as const;
type Tab = (typeof TABS)[number];

/** What stands beside a session: a pipeline talks, presents and scouts only if something came of it. */
export function tabsOf(whole: SessionWhole | undefined, asked: Decision | undefined): readonly Tab[] {
  const session = whole?.session;
  if (!session || viewOf(session).keepsTabs) return TABS;
  const has = {
    conversation: whole.entries.length > 0 || (asked !== undefined && optionTo(asked, "discuss") !== undefined),
    decided: hasDecided(session),
    versions: whole.versions.length > 0,
    scout: session.proposals.scout !== undefined || session.boundaries !== undefined,
  };
  return TABS.filter((tab) => has[tab]);
}

/** Most entries that the server gives: if there are this many, older ones exist. */
const ENTRIES_MAX = 500;
const BEGINNING_MAX = 300;

/** Beside the work: what was said, what was presented before, and what the scout found. */
export function SidePanel({
  room,
  whole,
  scout,
  asked,
  answers,
  below,
  earlier,
}: {
  room: string;
  whole: SessionWhole | undefined;
  scout: Proposal<"scout"> | undefined;
  /** What a comment would go to. */
  asked: Decision | undefined;
  answers: Answers;
  /** Below the conversation. */
  below?: ReactNode;
  /** Below the decisions: ended batches, and reviews. */
  earlier?: ReactNode;
}): ReactNode {
  const boundaries = whole?.session?.boundaries;
  const tabs = tabsOf(whole, asked);
  const [chosen, setTab] = useState<Tab>("conversation");
  const tab = tabs.includes(chosen) ? chosen : (tabs[0] ?? "conversation");
  const box = useRef<HTMLElement>(null);
  const step = (by: 1 | -1): void => setTab(tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length] ?? tab);
  useKeys([
    { keys: "[", group: "room", label: "Previous part of the side", run: () => step(-1) },
    { keys: "]", group: "room", label: "Next part of the side", run: () => step(1) },
  ]);
  const discuss = asked && optionTo(asked, "discuss");
  const lastSeq = whole?.entries.at(-1)?.seq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last is in sight when it comes
  useEffect(() => {
    if (tab === "conversation") box.current?.scrollTo(0, box.current.scrollHeight);
    else box.current?.scrollTo(0, 0);
  }, [tab, lastSeq]);
  return (
    <>
      <Segments
        label="Conversation, versions and scout"
        value={tab}
        options={tabs.map((value) => ({
          value,
          label: PANEL[value],
        }))}
        onChange={setTab}
      />
      <section
        className="se-side-scroll"
        aria-label={PANEL[tab]}
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
      >
        {!whole ? (
          <SkeletonRows rows={4} />
        ) : tab === "conversation" ? (
          <>
            <Conversation entries={whole.entries} />
            {below}
          </>
        ) : tab === "decided" ? (
          <>
            {whole.session && <Decided session={whole.session} />}
            {earlier}
          </>
        ) : tab === "versions" ? (
          <Versions room={room} id={whole.row.id} versions={whole.versions} />
        ) : (
          <Scout scout={scout} boundaries={boundaries} />
        )}
      </section>
      {tab === "conversation" && asked && discuss && (
        <Comment key={asked.id} asked={asked} option={discuss} answers={answers} />
      )}
    </>
  );
}

/** What could not be used is prominent; what no longer counts is quiet. */
const TONES: Partial<Record<SessionEntry["kind"], string>> = { refusal: "c-warn", undone: "muted" };

function Conversation({ entries }: { entries: readonly SessionEntry[] }): ReactNode {
  if (entries.length === 0) return <p className="muted">Nobody has said anything yet.</p>;
  return (
    <>
      {entries.length >= ENTRIES_MAX && <p className="small muted">Older messages are in the room's conversation.</p>}
      <ol className="says">
        {entries.map((entry) => (
          <li key={`${entry.seq} ${entry.kind} ${entry.content.slice(0, 20)}`} className="say">
            <Tile name={entry.by} person={entry.role === "person"} />
            <div>
              <p className="say-head small muted">
                <b>{entry.by}</b>{" "}
                <time dateTime={new Date(entry.at).toISOString()} title={exactTime(entry.at)}>
                  {clockOf(entry.at)}
                </time>{" "}
                {entry.kind === "proposal" && entry.version !== null
                  ? `presented ${STEPS_LOW[entry.step]}, version ${entry.version}`
                  : entry.kind === "refusal"
                    ? "a reply that couldn't be used"
                    : STEPS[entry.step]}
              </p>
              {entry.chosen && <p className="say-text strong">{plainText(entry.chosen)}</p>}
              {entry.kind === "proposal" ? (
                <RichText text={beginningOf(entry.content)} className="say-text ink2" />
              ) : (
                entry.content !== "" && (
                  <RichText text={entry.content} className={clsx("say-text", TONES[entry.kind])} />
                )
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** As much as a glance needs, to the end of a line; the versions have all of it. */
function beginningOf(text: string): string {
  if (text.length <= BEGINNING_MAX) return text;
  const cut = text.lastIndexOf("\n", BEGINNING_MAX);
  return `${text.slice(0, cut > 0 ? cut : BEGINNING_MAX).trimEnd()} …`;
}

/** Goes to the agent as a comment: the same as *Discuss* below. */
function Comment({ asked, option, answers }: { asked: Decision; option: DecisionOption; answers: Answers }): ReactNode {
  const id = useId();
  const draft = useDraft(`comment:${asked.id}`, "");
  const { value: text } = draft;
  const label = asked.kind === "design_section" ? "Comment on this section" : "Say what should change";
  const send = (): void => {
    if (text.trim() === "") return;
    void answers.send({ decision: asked, option, note: text }).then((isDone) => isDone && draft.sent(text));
  };
  return (
    <form
      className="say-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="sr">
        {label}
      </label>
      <textarea
        id={id}
        className="field ss-area"
        rows={2}
        maxLength={4_000}
        placeholder={`${label}…`}
        value={text}
        onChange={(event) => draft.set(event.target.value)}
      />
      {text.trim() !== "" && (
        <Button type="submit" keys="Mod+Enter">
          Discuss
        </Button>
      )}
    </form>
  );
}

const keyOf = ({ step, batch, version }: SessionVersion): string => `${step} ${batch} ${version}`;

/** Everything that was presented, the latest first; each can be opened for what changed in it. */
function Versions({
  room,
  id,
  versions,
}: {
  room: string;
  id: number;
  versions: readonly SessionVersion[];
}): ReactNode {
  const [open, setOpen] = useState<string | null>(null);
  if (versions.length === 0) return <p className="muted">Nothing presented yet.</p>;
  return (
    <ol className="vers">
      {versions.toReversed().map((one) => {
        const key = keyOf(one);
        return (
          <li key={key}>
            <button
              type="button"
              className="ver"
              aria-expanded={open === key}
              onClick={() => setOpen(open === key ? null : key)}
            >
              <span className="strong">{STEPS[one.step]}</span>
              <span className="muted">{`Version ${one.version}`}</span>
              {one.batch !== null && <span className="muted">{`batch ${one.batch + 1}`}</span>}
              <Since at={one.at} short className="small muted end" />
            </button>
            {open === key && <OneVersion room={room} id={id} version={one} />}
          </li>
        );
      })}
    </ol>
  );
}

export function OneVersion({
  room,
  id,
  version: { step, batch, version, by },
}: {
  room: string;
  id: number;
  version: SessionVersion;
}): ReactNode {
  const wanted = { room, sessionId: id, step, batch };
  const now = useVersion({ ...wanted, version }).data;
  const before = useVersion(version > 1 ? { ...wanted, version: version - 1 } : null).data;
  if (!now || (version > 1 && !before)) return <SkeletonRows rows={2} />;
  const name = STEPS_LOW[step];
  return (
    <div className="ver-text small">
      <p className="muted">
        {version > 1 ? `What changed in version ${version} of ${name}` : `The first version of ${name}`} {say`by ${by}`}
      </p>
      <DiffText
        before={before ? versionText(step, before.value) : versionText(step, now.value)}
        after={versionText(step, now.value)}
      />
    </div>
  );
}

function Scout({
  scout,
  boundaries,
}: {
  scout: Proposal<"scout"> | undefined;
  /** What whoever started the session says that it may change. */
  boundaries: Boundaries | undefined;
}): ReactNode {
  const bounds = boundaries && (
    <ScoutPart title="Boundaries">
      <span className="mono">{boundaryWords(boundaries)}</span>
    </ScoutPart>
  );
  if (!scout)
    return (
      <div className="scout">
        {bounds}
        <p className="muted">The scout has not reported yet.</p>
      </div>
    );
  const { angle, top5 = [], files = [], patterns = [], keywords = [], notes } = scout.value;
  return (
    <div className="scout">
      {bounds}
      {scout.servedFrom && (
        <p className="small muted">
          <ServedWords scout={scout} />
        </p>
      )}
      <ScoutPart title="Looked for">{angle}</ScoutPart>
      {top5.length > 0 && (
        <ScoutPart title="Places that matter most">
          <ul className="se-points">
            {top5.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </ScoutPart>
      )}
      {notes && (
        <ScoutPart title="Notes">
          <RichText text={notes} />
        </ScoutPart>
      )}
      {patterns.length > 0 && (
        <ScoutPart title="Patterns">
          <ul className="se-points">
            {patterns.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </ScoutPart>
      )}
      {files.length > 0 && (
        <ScoutPart title="Files">
          <ul>
            {files.map(({ path, why }) => (
              <li key={path}>
                <span className="mono">{path}</span> {why && <span className="muted">{why}</span>}
              </li>
            ))}
          </ul>
        </ScoutPart>
      )}
      {keywords.length > 0 && <ScoutPart title="Keywords">{keywords.join(", ")}</ScoutPart>}
    </div>
  );
}

function ScoutPart({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section>
      <h3 className="label">{title}</h3>
      <div className="small ink2">{children}</div>
    </section>
  );
}
