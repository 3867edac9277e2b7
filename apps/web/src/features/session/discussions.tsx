import type { Discussion } from "@squadroom/core/session/record/discussion";
import type { Session } from "@squadroom/core/session/record/session";
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { say } from "../../words/say.tsx";
import { DiscussionView, VerdictTag } from "./discussion-view.tsx";
import { SectionHead } from "./proposal-head.tsx";
import "./discussion.css";

/**
 * All rounds of a pipeline's steps, the newest first, and the selected one.
 *
 * @param asked the task that a person is asked about
 */
export function Discussions({ session, asked }: { session: Session; asked?: string | null | undefined }): ReactNode {
  const [chosen, setChosen] = useState<number | null>(null);
  const all = (session.discussions ?? []).toReversed();
  const first = all.find(({ taskId }) => taskId === asked) ?? all[0];
  const shown = all.find(({ id }) => id === chosen) ?? first;
  if (!shown) return null;
  return (
    <section className="ds" id="discussions" aria-label="Discussions">
      <SectionHead title="Discussions" hint="a step is done once its discussion is" />
      <div className="ds-grid">
        <ol className="ds-list" aria-label="Rounds">
          {all.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className={clsx("ds-round", one === shown && "ds-shown")}
                aria-pressed={one === shown}
                onClick={() => setChosen(one.id)}
              >
                <Round discussion={one} />
              </button>
            </li>
          ))}
        </ol>
        <DiscussionView key={shown.id} session={session} discussion={shown} />
      </div>
    </section>
  );
}

function Round({ discussion }: { discussion: Discussion }): ReactNode {
  const { round, step, verdict, openedAt } = discussion;
  return (
    <>
      <b className="strong">{say`${round} on ${step}`}</b>
      <span className="small muted">
        <Since at={verdict?.at ?? openedAt} />
      </span>
      <span>
        <VerdictTag discussion={discussion} />
      </span>
    </>
  );
}
