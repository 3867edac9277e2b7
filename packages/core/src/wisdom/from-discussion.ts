import type { Step } from "../kernel/event.ts";
import type { AgentId } from "../kernel/ids.ts";
import { isThere } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { cut } from "../kernel/storable.ts";
import type { RoomView } from "../kernel/view.ts";
import { resultOf, topDivergences } from "../session/discussion/verdict.ts";
import { withTask } from "./decide.ts";

/**
 * A round that let work continue with a warning becomes an issue that everybody after it knows about, in the words of
 * whoever said it.
 */
export function followDiscussed(_view: RoomView, steps: readonly Step[]): ActedFact[] {
  return steps.flatMap(({ event, after }): ActedFact[] => {
    if (event.type !== "session.discussed" || event.data.verdict.severity !== "medium") return [];
    if (!isThere(after)) return [];
    const { sessionId, discussionId } = event.data;
    const session = after.sessions.live.find(({ id }) => id === sessionId);
    const discussion = session?.discussions?.find(({ id }) => id === discussionId);
    const lowest = discussion?.perspectives
      .filter(({ reply }) => reply !== null)
      .sort((a, b) => (a.reply?.rating ?? 0) - (b.reply?.rating ?? 0))[0];
    const agent = Object.values(after.agents).find(({ name }) => name === lowest?.by);
    if (!discussion || !lowest?.reply || !agent) return [];
    const said = topDivergences(resultOf(discussion)).map(({ text }) => text);
    const text = cut(`${discussion.taskId}, ${discussion.round}: ${said.join("; ")}`, TEXT_MAX);
    const by = { id: agent.id as AgentId, name: agent.name, roles: [agent.role], connection: null };
    const files = discussion.artifact ? [discussion.artifact] : [];
    // A room that knows too much continues without it.
    const added = withTask(after, by, discussion.taskId, [{ kind: "issue", text, files }]);
    return added.ok ? added.events : [];
  });
}

const TEXT_MAX = 1_000;
