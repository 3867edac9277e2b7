import { UnreachableError } from "@squadroom/client/answer";
import { sleep } from "@squadroom/client/backoff";
import { createClient } from "@squadroom/client/http";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/log/view";
import type { Stage } from "./acting.ts";
import { Member } from "./member.ts";
import { ASK_NEXT, WELCOME } from "./remark.ts";
import { isIdle, Story } from "./story.ts";

export interface SquadOptions {
  url: string;
  /** Name or id. */
  room: string;
  /** One per agent; the role is the credential's own. A second builder takes over from the first. */
  tokens: Record<string, string>;
  pace: number;
  signal: AbortSignal;
  /** It was in the room before: it does not introduce itself again, nor ask for what was asked for. */
  isBack?: boolean;
  /** Sends a message as the user; without it the planner takes items from the squad's own list. */
  ask?: (text: string) => Promise<unknown>;
}

const LOOK_MS = 1500;
const FIRST_IDLE_MS = 4000;
const NEXT_IDLE_MS = 20_000;
/** How long a death is watched: silence ends the claim where leases are short, else the agent leaves late. */
const DEATH_MS = 75_000;
const LATE_LEAVE_MS = 20_000;
const AFTER_EXPIRY_MS = 5000;
const STAND_IN_MS = 4000;

/** Runs until the signal ends it or the room is gone; then everybody leaves. */
export async function runSquad(options: SquadOptions): Promise<void> {
  const stage: Stage = { pace: options.pace, signal: options.signal, story: new Story() };
  const members = await castOf(options, stage);
  try {
    for (const member of members.filter(
      (one, i) => members.findIndex(({ role }) => role === one.role) === i,
    )) {
      await member.enter();
    }
    if (!options.isBack)
      await members.find(({ role }) => role === "planner")?.joined?.say(WELCOME, "user");
    await direct(options, stage, members);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  } finally {
    await Promise.all(members.map((member) => member.leave("The demo ended.")));
  }
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
  while (!signal.aborted) {
    await sleep(Math.max(50, LOOK_MS * pace), signal);
    const present = members.find(({ joined }) => joined);
    // Refused for good, and nobody left to ask: the room is gone, or its credentials are.
    if (!present && members.some(({ state }) => state === "over")) return;
    if (!present) continue;
    const view = await lookAt(present);
    if (view === "gone") return;
    if (view === null) continue;
    await moveReviewer(stage, members, view);
    await handleDeath(stage, members);
    idleSince = isIdle(view) && stage.story.isBetween ? (idleSince ?? Date.now()) : null;
    const patienceMs = (stage.story.begun === 0 ? FIRST_IDLE_MS : NEXT_IDLE_MS) * pace;
    if (idleSince !== null && Date.now() - idleSince >= patienceMs) {
      await suggest(options, stage, members, view);
      idleSince = null;
    }
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
    if (error instanceof UnreachableError) return null;
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

/** A dead builder's work goes on: by its stand-in, or by itself once it has been started again. */
async function handleDeath({ pace }: Stage, members: Member[]): Promise<void> {
  const dead = members.find(({ state }) => state === "dead");
  if (!dead) return;
  const stillMs = Date.now() - dead.diedAt;
  const standIn = members.find(({ role, state }) => role === dead.role && state === "away");
  if (standIn && stillMs >= STAND_IN_MS * pace) await standIn.enter();
  const watchedMs =
    dead.leaseMs <= DEATH_MS * pace ? dead.leaseMs + AFTER_EXPIRY_MS : LATE_LEAVE_MS * pace;
  if (stillMs < watchedMs) return;
  await dead.leave("Its process was killed.");
  if (!members.some(({ role, state }) => role === dead.role && state === "here"))
    await dead.enter();
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
  if (item === null) story.hasAsked = true;
  await planner.client.call("createTasks", {
    params: { room: planner.joined.roomId },
    body: {
      tasks: [
        item === null
          ? { role: "planner", title: "What comes next", instruction: ASK_NEXT }
          : { role: "planner", title: item, instruction: item },
      ],
    },
  });
}
