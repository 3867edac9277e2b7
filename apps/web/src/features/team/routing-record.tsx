import { counted } from "@squadroom/core/kernel/words";
import { targetOf } from "@squadroom/core/routing/propose";
import { type TeamDraft, teamOf } from "@squadroom/core/team/draft";
import type { Team } from "@squadroom/core/team/team";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useAct } from "../../act/use-act.ts";
import { call } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { firstLine } from "../../words/plain-text.ts";
import { isolated } from "../../words/say.tsx";
import { setRules } from "./edit.ts";

/** Messages on which edited rules are tried. */
const TRIED = 100;
/** How many of those that would go elsewhere are shown. */
const SHOWN = 20;

/** How well a room's rules did, which rules people's corrections suggest, and what the edited ones would change. */
export function RoutingRecord({
  room,
  team,
  draft,
  onChange,
}: {
  room: string;
  /** As saved. */
  team: Team;
  draft: TeamDraft;
  /** `null`: read-only. */
  onChange: ((draft: TeamDraft) => void) | null;
}): ReactNode {
  const judged = useQuery({
    queryKey: ["routing", room],
    queryFn: () => call("getRouting", { params: { room } }),
  });
  const dismiss = useAct("dismissPhrases", { told: "toast", changes: ["routing", room] });
  const title = (name: string) => draft.roles.find((role) => role.name === name)?.title ?? name;
  const rules = draft.routing?.rules ?? [];
  const isTaken = (to: string, phrases: readonly string[]) =>
    rules.some((rule) => rule.to === to && phrases.every((one) => rule.phrases.includes(one)));
  const { messages = 0, stayed = 0, undecided = 0, proposals = [] } = judged.data ?? {};
  const open = proposals.filter(({ to, phrases }) => !isTaken(to, phrases));
  return (
    <>
      {messages > 0 && (
        <p>
          <b>
            {stayed} of {messages}
          </b>{" "}
          messages stayed with the role that a mention or a rule chose.
        </p>
      )}
      {undecided > 0 && (
        <p>
          No rule was sure of <b>{undecided}</b>: the entry point decided.
        </p>
      )}
      {open.length > 0 && (
        <ul className="rule-list" aria-label="Proposed rules">
          {open.map(({ to, phrases, messages: right }) => (
            <li key={to} className="rule-proposal">
              <p className="ink2">
                <Tag>proposed</Tag> <b>{isolated(phrases.join(", "))}</b> goes to <b>{isolated(title(to))}</b>{" "}
                <span className="small muted">{`after ${counted(right.length, "correction")}`}</span>
              </p>
              {onChange && (
                <span className="row">
                  <Button kind="ghost" onClick={() => onChange(setRules(draft, [...rules, { phrases, to }]))}>
                    Add this rule
                  </Button>
                  <Button
                    kind="ghost"
                    onClick={() =>
                      void dismiss.send({
                        params: { room },
                        body: { phrases: phrases.map((phrase) => ({ phrase, to })) as never },
                      })
                    }
                  >
                    Dismiss
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <WhatChanges room={room} team={team} draft={draft} title={title} />
    </>
  );
}

/** The room's last messages under the edited rules: which of them would go elsewhere. */
function WhatChanges({
  room,
  team,
  draft,
  title,
}: {
  room: string;
  team: Team;
  draft: TeamDraft;
  title: (role: string) => string;
}): ReactNode {
  const last = useQuery({
    queryKey: ["routed", room],
    queryFn: () => call("listRouted", { params: { room }, query: { limit: TRIED } }),
  });
  const edited = useMemo(() => teamOf(draft).team, [draft]);
  const messages = last.data?.data ?? [];
  const moved = useMemo(() => {
    if (!edited) return [];
    return messages
      .map((one) => ({
        ...one,
        before: targetOf(team, one.body),
        after: targetOf(edited, one.body),
      }))
      .filter(({ before, after }) => before !== after);
  }, [messages, team, edited]);
  if (messages.length === 0 || !edited || JSON.stringify(edited) === JSON.stringify(team)) return null;
  return (
    <section className="rule-effect" aria-label="If you save this">
      <h3>If you save this</h3>
      <p className="ink2">
        {moved.length === 0 ? (
          <>None of the room’s last {messages.length} messages would go elsewhere.</>
        ) : moved.length === 1 ? (
          <>
            Of the room’s last {messages.length} messages, <b>{moved.length.toLocaleString("en")} would go elsewhere</b>
            .
          </>
        ) : (
          <>
            Of the room’s last {messages.length} messages, <b>{moved.length.toLocaleString("en")} would go elsewhere</b>
            .
          </>
        )}
      </p>
      <ul>
        {moved.slice(0, SHOWN).map(({ messageId, body, before, after, correctedBy, right }) => (
          <li key={messageId}>
            <p className="ell">“{firstLine(body)}”</p>
            <span className="small muted">
              {isolated(title(before))} to <b>{isolated(title(after))}</b>
            </span>
            {correctedBy && (
              <span className={right === after ? "small c-ok" : "small c-warn"}>
                {right === after ? "right" : "wrong"}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
