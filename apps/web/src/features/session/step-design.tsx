import type { DesignSection } from "@squadroom/core/reply/shapes";
import type { BrainstormSession } from "@squadroom/core/session/record/session";
import { clsx } from "clsx";
import { Check, MessageSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DiffText } from "../../ui/diff-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Segments } from "../../ui/segments.tsx";
import { countChanges, diffWords } from "../../ui/word-diff.ts";
import { firstLine, plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { AnswerBar } from "./answer-bar.tsx";
import { asFirst } from "./first-answer.ts";
import { ProposalHead } from "./proposal-head.tsx";
import { askedOf, type StepProps } from "./step-props.ts";
import { usePrevious } from "./use-session.ts";

/** Section by section: read, see what changed, approve or have it revised. */
export function DesignStep(props: StepProps<BrainstormSession>): ReactNode {
  const { state, session, answers, whole } = props;
  const proposal = session.proposals.design;
  const before = usePrevious(state.view.name, session, "design");
  // What is being read stays with the section that is asked about; if another one is asked about, that is shown.
  const [reads, setReads] = useState<{ asked: string | null; id: string } | null>(null);
  if (!proposal) return null;
  const { sections } = proposal.value;
  const asked = askedOf(props, "design_section");
  const shownId = reads && reads.asked === session.sectionId ? reads.id : session.sectionId;
  const section = sections.find(({ id }) => id === shownId) ?? sections[0];
  const askedSection = sections.find(({ id }) => id === session.sectionId);
  if (!section) return null;
  const approval = session.sections[section.id];
  const comment = whole?.entries.findLast(
    (entry) => entry.step === "design" && entry.kind === "comment" && entry.at <= proposal.at,
  );
  return (
    <>
      <div className="se-in">
        <SectionNav
          session={session}
          sections={sections}
          shown={section.id}
          onShow={(id) => setReads({ asked: session.sectionId, id })}
        />
        <ProposalHead proposal={proposal} title={plainText(section.title)} decision={asked} answers={answers}>
          {approval && (
            <p className="small c-ok se-ok">
              <Icon of={Check} size="s" />
              {say`approved by ${approval.by.name}`}
            </p>
          )}
        </ProposalHead>
        {askedSection && askedSection !== section && (
          <Note action={<Button onClick={() => setReads(null)}>Show it</Button>}>
            {say`You're reading another section. “${plainText(askedSection.title)}” is waiting for your answer.`}
          </Note>
        )}
        {comment && proposal.version > 1 && (
          <Note icon={MessageSquare}>
            {comment.by}: <b>{firstLine(comment.content)}</b>
          </Note>
        )}
        <SectionText
          key={section.id}
          section={section}
          before={before?.sections.find(({ id }) => id === section.id) ?? null}
          version={proposal.version}
          hasBefore={before !== null}
        />
      </div>
      {asked && <AnswerBar decision={asked} answers={answers} first={asFirst(asked.options[0])} />}
    </>
  );
}

function SectionNav({
  session,
  sections,
  shown,
  onShow,
}: {
  session: BrainstormSession;
  sections: readonly DesignSection[];
  shown: string;
  onShow: (id: string) => void;
}): ReactNode {
  return (
    <nav className="dsn" aria-label="Sections of the design">
      {sections.map(({ id, title }, at) => {
        const isApproved = session.sections[id] !== undefined;
        const isAsked = id === session.sectionId;
        return (
          <button
            key={id}
            type="button"
            className={clsx("dsn-one", id === shown && "on")}
            aria-current={id === shown ? "true" : undefined}
            onClick={() => onShow(id)}
          >
            <span className="dsn-n muted">{at + 1}</span>
            <span className="dsn-what">
              <span className="ell">{plainText(title)}</span>
              <span className={clsx("small", isApproved ? "c-ok" : isAsked ? "you" : "muted")}>
                {isApproved ? "approved" : isAsked ? "waiting for you" : "open"}
              </span>
            </span>
          </button>
        );
      })}
    </nav>
  );
}

/** A section as it is, or with what changed since the version before. */
function SectionText({
  section,
  before,
  version,
  hasBefore,
}: {
  section: DesignSection;
  before: DesignSection | null;
  version: number;
  hasBefore: boolean;
}): ReactNode {
  const changes = before ? countChanges(diffWords(before.content, section.content)) : 0;
  const [view, setView] = useState<"changes" | "clean" | null>(null);
  const shown = view ?? (changes > 0 ? "changes" : "clean");
  return (
    <section>
      {before && (
        <div className="se-view">
          <Segments
            label="How the text is shown"
            value={shown}
            options={[
              { value: "changes", label: "Changes" },
              { value: "clean", label: "Clean" },
            ]}
            onChange={setView}
          />
          <span className="small muted dots">
            <span>{`version ${version - 1} to version ${version}`}</span>
            <span>
              {changes === 0 ? "nothing changed here" : changes === 1 ? `${changes} change` : `${changes} changes`}
            </span>
          </span>
        </div>
      )}
      {hasBefore && !before && <p className="small c-work">New in this version.</p>}
      {shown === "changes" && before ? (
        <DiffText before={before.content} after={section.content} />
      ) : (
        <RichText text={section.content} className="read" />
      )}
    </section>
  );
}
