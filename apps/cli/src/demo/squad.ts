import { sleep } from "@squadroom/client/backoff";
import { createClient } from "@squadroom/client/http";
import { heldIn } from "@squadroom/core/flow/dispatch";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/kernel/view";
import { messageIn } from "@squadroom/core/message/message";
import { DEMO_TITLES } from "@squadroom/core/room/demo-story";
import { isPassing, type Stage } from "./acting.ts";
import { fill, handleDeath, Member } from "./member.ts";
import { REQUIREMENT } from "./passkeys.ts";
import { ASK_NEXT, WELCOME } from "./remark.ts";
import { isIdle, Story } from "./story.ts";
import { prose } from "./topic.ts";

/** The first words of the coordinator. */
const LIFECYCLE_WELCOME = prose([
  "This is a demo: ten scripted workers take one requirement through a pipeline. The protocol is the real one, and no",
  "file is written. I start it now. You are asked once the specification is done; open the session to watch.",
]);

export interface SquadOptions {
  url: string;
  /** Name or id. */
  room: string;
  /** One per agent; the role is the credential's own. A second builder takes over from the first. */
  tokens: Record<string, string>;
  pace: number;
  signal: AbortSignal;
  /** It was in the room before: it repeats no request. The log knows whether it introduced itself. */
  isBack?: boolean;
  /** Sends a message as the user; without it the planner takes items from the squad's own list. */
  ask?: (text: string) => Promise<unknown>;
}

/** Events that include a squad's first words. */
const BEGINNING = 200;
const LOOK_MS = 1500;
const FIRST_IDLE_MS = 4000;
const NEXT_IDLE_MS = 20_000;

/** Runs until the signal ends it or the room is gone; then everybody leaves. */
export async function runSquad(options: SquadOptions): Promise<void> {
  const { pace, signal } = options;
  const stage: Stage = { pace, signal, story: new Story(), isPipeline: false };
  const members: Member[] = [];
  try {
    members.push(...(await untilServed(stage, () => castOf(options, stage))));
    stage.isPipeline = members.some(({ role }) => role === "coordinator");
    for (const role of new Set(members.map((one) => one.role))) await untilServed(stage, () => fill(members, role));
    const [first, words] = stage.isPipeline
      ? (["coordinator", LIFECYCLE_WELCOME] as const)
      : (["planner", WELCOME] as const);
    const speaker = members.find(({ role }) => role === first);
    await untilServed(stage, () => welcome(speaker, words, options.isBack === true));
    await direct(options, stage, members);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  } finally {
    const again = againBy(options, stage);
    await Promise.all(members.map((member) => member.leave(`The demo stopped. To start it again, run ${again}`)));
  }
}

/** The command that brings it back: one that runs here names its room. */
function againBy({ ask, room }: SquadOptions, { isPipeline }: Stage): string {
  const team = isPipeline ? " --team lifecycle" : "";
  return `squadroom demo${ask ? ` --room ${room}` : ""}${team}`;
}

/** What is prevented while a server, or its database, is away is done when it is back. */
async function untilServed<T>({ pace, signal }: Stage, act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await sleep(Math.max(50, LOOK_MS * pace), signal);
  }
}

/** Once per room: a squad whose server died before that does it when it is back. */
async function welcome(speaker: Member | undefined, words: string, isBack: boolean): Promise<void> {
  if (!speaker?.joined) return;
  const params = { room: speaker.joined.joined.roomId };
  const query = { after: 0, limit: BEGINNING };
  const { data: events } = isBack ? await speaker.joined.client.call("listEvents", { params, query }) : { data: [] };
  const isSaid = events.some((event) => messageIn(event)?.body === words);
  if (!isSaid) await speaker.joined.say(words, "user");
}

/** The members by their credentials' first roles. */
async function castOf({ url, tokens }: SquadOptions, stage: Stage): Promise<Member[]> {
  const members: Member[] = [];
  for (const token of Object.values(tokens)) {
    const me = await createClient({ baseUrl: url, token }).call("getMe");
    if (me.kind === "agent") members.push(new Member(stage, url, token, me.roles[0] ?? "solo"));
  }
  return members;
}

/** Looks at the room now and then, and moves the story on. */
async function direct(options: SquadOptions, stage: Stage, members: Member[]): Promise<void> {
  const { pace, signal } = options;
  let idleSince: number | null = null;
  const move = async (): Promise<"over" | undefined> => {
    const present = members.find(({ joined }) => joined);
    // Refused for good, and nobody left to ask: the room is gone, or its credentials are.
    if (!present && members.some(({ state }) => state === "over")) return "over";
    if (!present) return;
    const view = await lookAt(present);
    if (view === "gone") return "over";
    if (view === null) return;
    if (stage.isPipeline) return moveLifecycle(stage, members, view);
    await moveReviewer(stage, members, view);
    await handleDeath(stage, members);
    await fill(members, "builder");
    idleSince = isIdle(view) && stage.story.isBetween ? (idleSince ?? Date.now()) : null;
    const patienceMs = (stage.story.begun === 0 ? FIRST_IDLE_MS : NEXT_IDLE_MS) * pace;
    if (idleSince !== null && Date.now() - idleSince >= patienceMs) {
      await suggest(options, stage, members, view);
      idleSince = null;
    }
    return;
  };
  while (!signal.aborted) {
    await sleep(Math.max(50, LOOK_MS * pace), signal);
    if ((await untilServed(stage, move)) === "over") return;
  }
}

async function lookAt({ joined }: Member): Promise<RoomView | "gone" | null> {
  if (!joined) return null;
  try {
    const params = { room: joined.joined.roomId };
    const { view } = await joined.client.call("getRoom", { params, query: { events: 0 } });
    return view.removedAt === null ? view : "gone";
  } catch (error) {
    if (error instanceof RefusalError) return error.code === "room_unknown" ? "gone" : null;
    if (isPassing(error)) return null;
    throw error;
  }
}

async function moveReviewer({ story }: Stage, members: Member[], view: RoomView): Promise<void> {
  const reviewer = members.find(({ role }) => role === "reviewer");
  if (!reviewer || (reviewer.state !== "here" && reviewer.state !== "away")) return;
  const move = story.reviewerMove(view, reviewer.state === "here");
  if (move === "leave") await reviewer.leave("Away for a while: watch where the next work goes.");
  if (move === "return") await reviewer.enter();
}

async function suggest(
  options: SquadOptions,
  { story }: Stage,
  members: Member[],
  { tasks, ended }: RoomView,
): Promise<void> {
  const planner = members.find(({ role }) => role === "planner")?.joined;
  const known = options.isBack ? [...tasks, ...ended].map(({ title }) => title) : [];
  const item = story.nextItem(known);
  if (item === null && (story.hasAsked || !story.isTold)) return;
  if (item !== null && options.ask) {
    await options.ask(item);
    return;
  }
  if (!planner) return;
  await planner.client.call("createTasks", {
    params: { room: planner.joined.roomId },
    body: {
      tasks: [
        item === null
          ? { role: "planner", title: DEMO_TITLES.next, instruction: ASK_NEXT }
          : { role: "planner", title: item, instruction: item },
      ],
    },
  });
  if (item === null) story.hasAsked = true;
}

/** Starts the one pipeline, releases what waits for the coordinator, and brings back whoever died. */
async function moveLifecycle(stage: Stage, members: Member[], { sessions }: RoomView): Promise<undefined> {
  await handleDeath(stage, members);
  for (const { role } of members) await fill(members, role);
  const coordinator = members.find(({ role }) => role === "coordinator")?.joined;
  if (!coordinator) return;
  const params = { room: coordinator.joined.roomId };
  if (sessions.number === 0)
    await coordinator.client.call("createSession", {
      params,
      body: { ...REQUIREMENT, pipeline: "full-lifecycle-fe" },
    });
  for (const session of sessions.live) {
    if (!heldIn(session).some(({ askedAt }) => askedAt !== null)) continue;
    await coordinator.client.call("dispatch", { params: { ...params, sessionId: session.id } });
  }
  return;
}
