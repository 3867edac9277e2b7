import { type Agent, joinRoom, SEAT_ENDS } from "@squadroom/client/agent";
import { sleep } from "@squadroom/client/backoff";
import { createClient } from "@squadroom/client/http";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { isPassing, Killed, type Stage } from "./acting.ts";
import { play } from "./roles.ts";

const WAIT_S = 25;
const AFTER_FAULT_MS = 1000;
const LEAVE_MS = 2000;
/** How long a death is watched: silence ends the claim if leases are short, otherwise the agent leaves late. */
const DEATH_MS = 75_000;
const LATE_LEAVE_MS = 20_000;
const AFTER_EXPIRY_MS = 5000;
const STAND_IN_MS = 4000;

/** One scripted agent: comes, works, leaves or dies, and may come back. */
export class Member {
  private agent: Agent | undefined;
  private stop: AbortController | undefined;
  private running: Promise<void> = Promise.resolve();
  state: "away" | "here" | "dead" | "over" = "away";
  diedAt = 0;

  constructor(
    private readonly stage: Stage,
    private readonly url: string,
    private readonly token: string,
    readonly role: string,
  ) {}

  get joined(): Agent | undefined {
    return this.state === "here" ? this.agent : undefined;
  }

  /** Silence after which the server considers it gone. */
  get leaseMs(): number {
    return (this.agent?.joined.leaseS ?? 0) * 1000;
  }

  async enter(): Promise<void> {
    if (this.state === "over") return;
    const client = createClient({ baseUrl: this.url, token: this.token, retries: 10 });
    const stop = new AbortController();
    this.agent = await joinRoom(client, {
      role: this.role,
      class: "managed",
      harness: "demo",
      signal: this.stage.signal,
      onEnd: () => this.end(),
    });
    this.stop = stop;
    this.state = "here";
    this.running = this.perform(this.agent, AbortSignal.any([stop.signal, this.stage.signal]));
  }

  /** Says goodbye; a task that it holds goes back. */
  async leave(reason: string): Promise<void> {
    const { agent } = this;
    if (!agent || this.state === "over" || this.state === "away") return;
    this.state = "away";
    this.stop?.abort();
    await this.running;
    await Promise.race([agent.leave(reason).catch(() => undefined), sleep(LEAVE_MS)]);
  }

  private end(): void {
    this.state = "over";
    this.agent?.stop();
    this.stop?.abort();
  }

  private async perform(agent: Agent, signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      try {
        for await (const task of agent.tasks({ waitS: WAIT_S, signal })) await play(this.stage, agent, task);
      } catch (error) {
        if (isOver()) return;
        if (error instanceof Killed) {
          agent.stop();
          this.state = "dead";
          this.diedAt = Date.now();
          return;
        }
        if (error instanceof RefusalError && SEAT_ENDS.includes(error.code)) {
          this.end();
          return;
        }
        // Somebody cancelled or moved the task, or the server is away: the next claim tells.
        if (!(error instanceof RefusalError || isPassing(error))) throw error;
        await sleep(Math.max(50, AFTER_FAULT_MS * this.stage.pace), signal).catch(() => undefined);
      }
    }
  }
}

/** Nobody has this role, and nobody is missed: the first who can comes. */
export async function fill(members: readonly Member[], role: string): Promise<void> {
  const cast = members.filter((one) => one.role === role);
  if (cast.some(({ state }) => state === "here" || state === "dead")) return;
  await cast.find(({ state }) => state === "away")?.enter();
}

/** A dead agent's work continues: with its stand-in or, without one, with itself once it is started again. */
export async function handleDeath({ pace }: Stage, members: Member[]): Promise<void> {
  const dead = members.find(({ state }) => state === "dead");
  if (!dead) return;
  const stillMs = Date.now() - dead.diedAt;
  const standIn = members.find(({ role, state }) => role === dead.role && state === "away");
  if (standIn && stillMs >= STAND_IN_MS * pace) await standIn.enter();
  const watchedMs = dead.leaseMs <= DEATH_MS * pace ? dead.leaseMs + AFTER_EXPIRY_MS : LATE_LEAVE_MS * pace;
  if (stillMs < watchedMs) return;
  await dead.leave("Its process was killed.");
}
