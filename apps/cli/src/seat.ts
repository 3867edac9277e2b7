import { createHash } from "node:crypto";
import { type Delivery, SEAT_ENDS } from "@squadroom/client/agent";
import type { AnyCallOptions, CallOptions, Reply } from "@squadroom/client/call";
import { type Client, createClient } from "@squadroom/client/http";
import { uuidv7 } from "@squadroom/client/uuidv7";
import type { RouteId } from "@squadroom/core/contract/routes";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import { type AgentState, AgentStates, ended, type HeldState, hashToken, type Kept } from "./agent-state.ts";
import { CliError, EXIT } from "./failure.ts";
import { keptFor, projectOf } from "./kept-seat.ts";
import { meaning } from "./own-command.ts";
import { abridged, isLong } from "./pages.ts";
import type { Cli } from "./settings.ts";

/** How long a call without an answer is repeated under its old key; after that it is a new request. */
const PENDING_MS = 15 * 60_000;
const SPENT_KEPT = 12;

/** The agent behind SQUADROOM_TOKEN, with what its earlier commands left. */
export class Seat {
  private constructor(
    private readonly cli: Cli,
    private readonly states: AgentStates,
    private readonly token: string,
    public state: AgentState,
  ) {
    cli.isAgent = true;
  }

  static async open(cli: Cli): Promise<Seat> {
    const { token, url } = cli.settings;
    const states = new AgentStates(cli.settings.stateDirs);
    if (token) {
      const known = await states.find(hashToken(url, token));
      return new Seat(cli, states, token, known ?? (await askWho(cli, token)));
    }
    const kept = (await keptFor(cli, states)) ?? noSeat();
    return new Seat(cli, states, kept.token, kept.state);
  }

  /** Where the agent is known and by which credential, without asking the server. */
  static async credential(cli: Cli): Promise<{ url: string; token: string }> {
    const { token, url } = cli.settings;
    if (token) return { url, token };
    const kept = (await keptFor(cli, new AgentStates(cli.settings.stateDirs))) ?? noSeat();
    return { url: kept.state.url, token: kept.token };
  }

  /** Whether an agent speaks here without saying so: one that joined in this folder. */
  static async isKept(cli: Cli): Promise<boolean> {
    return (await keptFor(cli, new AgentStates(cli.settings.stateDirs))) !== null;
  }

  /** What a join writes down, so that the next shell needs no variables. */
  async keep(harness = this.state.kept?.harness): Promise<{ kept: Kept }> {
    const { cwd, ancestry } = this.cli.io;
    const more = harness === undefined ? {} : { harness };
    const folder = await projectOf(cwd);
    return { kept: { token: this.token, folder, ancestry: ancestry(), ...more } };
  }

  get room(): string {
    return this.state.room.id;
  }

  get client(): Client {
    const { connection, url } = this.state;
    const { fetch } = this.cli.io;
    return createClient({
      baseUrl: url,
      token: this.token,
      fetch,
      ...(connection === null ? {} : { connection }),
    });
  }

  /**
   * A keyed call that happens once, even if this process dies before the answer: the key is written
   * down first, and the same command run again uses it again.
   *
   * @param more.delivered the key that came with the task for this answer
   * @param more.learn what the reply changes in the state; written together with the key's end
   */
  async send<Id extends RouteId>(
    id: Id,
    options: CallOptions<Id>,
    more: { delivered?: string; learn?: (reply: Reply<Id>) => Partial<AgentState> } = {},
  ): Promise<Reply<Id>> {
    const { delivered, learn } = more;
    const { params, body } = options as AnyCallOptions;
    const hash = createHash("sha256")
      .update(JSON.stringify([id, params, body]))
      .digest("hex")
      .slice(0, 32);
    const now = this.cli.io.now();
    const before = this.state.pending[hash];
    const fresh = delivered && !this.state.spent.includes(delivered) ? delivered : uuidv7();
    const key = before && now - before.at < PENDING_MS ? before.key : fresh;
    await this.change(({ pending }) => {
      const recent = Object.entries(pending).filter(([, { at }]) => now - at < PENDING_MS);
      return { pending: { ...Object.fromEntries(recent), [hash]: { key, at: now } } };
    });
    try {
      const reply = (await (this.client.call as AnyCall)(id, { ...options, key })) as Reply<Id>;
      await this.settle(hash, key, learn?.(reply) ?? {});
      return reply;
    } catch (error) {
      // A refusal is an answer and uses the key up; "try again" and silence leave it open.
      if (error instanceof RefusalError && refusalTable[error.code].exit !== EXIT.tryAgain) {
        const { code } = error;
        const hasLost = code === "lease_lost" || code === "no_task" || SEAT_ENDS.includes(code);
        await this.settle(hash, key, hasLost ? { task: null, ...this.endOf(code) } : {});
      }
      if (isRestored(error)) await this.rejoin();
      throw error;
    }
  }

  /** The server was restored to a time before this agent joined: what belongs to no task continues by itself. */
  async afterRestore<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!isRestored(error)) throw error;
      await this.rejoin();
      return await ask();
    }
  }

  /** As what it was before. The server says what it held, with the next claim. */
  private async rejoin(): Promise<void> {
    const { role } = this.state;
    const isHooked = this.state.kept?.sessions !== undefined;
    const body = {
      ...(role === null ? {} : { role }),
      class: isHooked ? "hooked" : "manual",
    } as const;
    const joined = await this.client.call("joinRoom", { params: { room: this.room }, body });
    await this.update({ connection: joined.connection, role: joined.role, task: null });
  }

  /** The held task: as written down, otherwise as the server has it. */
  async held(): Promise<HeldState> {
    if (this.state.task) return this.state.task;
    const { delivery } = await this.afterRestore(() => this.client.call("getContext", { params: { room: this.room } }));
    if (!delivery) {
      throw new CliError("no_task", "You hold no task.", "Claim one with `squadroom wait`.", EXIT.state);
    }
    const held = heldOf(delivery);
    await this.update({ task: held });
    return held;
  }

  /** What an earlier attempt had finished of the held task. */
  async kept(): Promise<Delivery["kept"]> {
    const params = { room: this.room };
    const { delivery } = await this.afterRestore(() => this.client.call("getContext", { params }));
    return delivery?.kept ?? [];
  }

  /** A delivery as printed: one that clients would cut is in a file, and its middle is left out. */
  async shown(text: string): Promise<string> {
    const note = meaning(this.cli.io);
    if (!isLong(text)) return note + text;
    return note + abridged(text, await this.states.keepText(this.state, text));
  }

  /** The task that came with an answer, as printed. */
  async printed<T extends { text: string } | null | undefined>(next: T): Promise<T> {
    return next ? { ...next, text: await this.shown(next.text) } : next;
  }

  async update(change: Partial<AgentState>): Promise<void> {
    await this.change(() => change);
  }

  /** The refusal of a call outside `send`. */
  async noteEnd(error: unknown): Promise<void> {
    const end = error instanceof RefusalError ? this.endOf(error.code) : {};
    if ("kept" in end) await this.update(end);
  }

  /** Nothing works any more under an ended credential or in an ended room. */
  private endOf(code: RefusalCode): Partial<AgentState> {
    return code === "unauthorized" || code === "room_unknown" ? ended(this.state) : {};
  }

  /** The state as the file has it now. */
  async reread(): Promise<AgentState> {
    this.state = (await this.states.find(this.state.tokenHash)) ?? this.state;
    return this.state;
  }

  /** Based on what the file has now: a `wait` of minutes must not undo what other commands wrote meanwhile. */
  private async change(make: (state: AgentState) => Partial<AgentState>): Promise<void> {
    const state = (await this.states.find(this.state.tokenHash)) ?? this.state;
    this.state = { ...state, ...make(state) };
    await this.states.save(this.state);
  }

  private async settle(hash: string, key: string, learnt: Partial<AgentState>): Promise<void> {
    await this.change(({ pending: { [hash]: _, ...pending }, spent }) => {
      return { ...learnt, pending, spent: [key, ...spent].slice(0, SPENT_KEPT) };
    });
  }
}

function noSeat(): never {
  throw new CliError(
    "no_token",
    "This call has no credential, and no agent has joined in this folder.",
    "Ask your person for a connect link (`squadroom credential link NAME`, or Connect in the dashboard), and to run its line here. Later calls from this folder need nothing else. People call from a terminal; `squadroom --help` says how their scripts do.",
    EXIT.notPermitted,
  );
}

function isRestored(error: unknown): boolean {
  return error instanceof RefusalError && error.code === "server_restored";
}

type AnyCall = (id: RouteId, options: AnyCallOptions) => Promise<unknown>;

async function askWho(cli: Cli, token: string): Promise<AgentState> {
  const { url } = cli.settings;
  const me = await createClient({ baseUrl: url, token, fetch: cli.io.fetch }).call("getMe");
  if (me.kind !== "agent") {
    throw new CliError(
      "no_agent",
      "SQUADROOM_TOKEN is not an agent's credential.",
      "Use an agent's token.",
      EXIT.notPermitted,
    );
  }
  return {
    version: 1,
    agentId: me.id,
    name: me.name,
    url,
    tokenHash: hashToken(url, token),
    room: { id: me.roomId, name: me.roomName },
    connection: null,
    role: null,
    task: null,
    pending: {},
    spent: [],
  };
}

/** What later commands need of a delivery. */
export function heldOf(delivery: Delivery): HeldState {
  const { taskId, fence, title, successCriteria, keys, reply } = delivery;
  return { taskId, fence, title, successCriteria, keys, wantsReply: Boolean(reply) };
}
