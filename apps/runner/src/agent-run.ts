import { type Agent, type Delivery, joinRoom } from "@squadroom/client/agent";
import { uuidv7 } from "@squadroom/client/uuidv7";
import type { RunEnd } from "@squadroom/core/run/run";
import type { RunReportBody, WorkRun } from "@squadroom/core/run/runner-contract";
import { startBounded } from "./bounded.ts";
import { beginningOf } from "./cut-text.ts";
import { createFailures, type End, FinalError } from "./failures.ts";
import { createModels } from "./fallback.ts";
import { createHanding } from "./handing.ts";
import { wordsOf } from "./harness/desk.ts";
import type { HarnessRun, RunEvent, ToolCall, TurnEnd, Verdict } from "./harness/harness.ts";
import { createMail } from "./mail.ts";
import { createOrders } from "./orders.ts";
import { outlasting } from "./outage.ts";
import { createOutput } from "./output.ts";
import { permitted } from "./permit.ts";
import { readyPlace } from "./ready-place.ts";
import { handedIn } from "./result.ts";
import { endIfDone, keepHashes } from "./resume.ts";
import type { Surroundings } from "./surroundings.ts";
import { againText, createRoot, systemText } from "./told-agent.ts";
import { createTouches } from "./touches.ts";
import { createTally } from "./turn-report.ts";
import { waitUntil } from "./wait-until.ts";
import { type Place, toldOf } from "./workplace.ts";

const GRACE_MS = 4_000;
const WAIT_S = 50;

/** One run: seats its agent, starts its harness, and gives it tasks until there are none, or somebody stops it. */
export class AgentRun {
  private readonly stopping = new AbortController();
  /** Carries out an order. */
  readonly obey = createOrders(
    (order) => this.carryOut(order),
    (orderId, note) => this.report({ kind: "settled", orderId, isDone: note === "", note }),
  );
  private readonly done: Promise<void>;
  private readonly output;
  private readonly touches;
  private agent: Agent | null = null;
  private harness: HarnessRun | null = null;
  private place: Place | null = null;
  private readonly root = createRoot();
  /** Starts its harness in a folder. */
  private started: ((run: HarnessRun, isResumed: boolean) => Promise<unknown>) | null = null;
  /** The harness process that speaks for this run. */
  private raised: object | null = null;
  private raise: ((place: Place, ref: string | null) => Promise<void>) | null = null;
  private delivery: Delivery | null = null;
  readonly mail = createMail(
    () => (this.delivery && this.harness?.steer ? this.agent : null),
    (text) => this.carryOut({ id: "mail", act: "steer", text }),
  );
  private turn = 0;
  private readonly tally = createTally();
  private readonly models;
  /** It accepts no further turn. */
  ending: End | null = null;
  private ended: End | null = null;
  private readonly params;
  /** A turn is under way. */
  isBusy = false;
  idleSince = Date.now();
  /** Until when it waits for its provider, epoch ms. */
  private waitsUntil = 0;
  private readonly failures = createFailures();
  private readonly handing = createHanding(() => {
    const { agent, place, delivery: task, around } = this;
    const report = (said: RunReportBody) => this.report(said);
    return { agent, place, task, around, report, tools: this.tally.turn().tools };
  });

  constructor(
    readonly id: number,
    private readonly work: WorkRun,
    private readonly around: Surroundings,
  ) {
    this.params = { room: around.room, run: id };
    // Nobody sees what a program did, so it isn't started again.
    const others = work.harness === "command" ? [] : (work.fallbacks ?? []);
    this.models = createModels(work.model, others, async (model, fellBackFrom) => {
      if (this.stopping.signal.aborted || this.ending) return false;
      const goesOn = { problem: null, limitedUntil: null };
      await this.report({ kind: "changed", model, fellBackFrom, ...goesOn });
      return true;
    });
    this.output = createOutput((chunks) =>
      this.around.client.call("addRunOutput", { params: this.params, body: { chunks } }),
    );
    this.touches = createTouches(
      async () => (this.place?.tree ? this.around.workplace.touches(this.place.tree) : null),
      ({ tree, files }) => {
        const body = { tree, files: [...files] };
        return this.around.client.call("setRunTouches", { params: this.params, body });
      },
    );
    this.done = this.live().catch(() => undefined);
  }

  /** Resolves once nothing of it is left. */
  over(): Promise<void> {
    return this.done;
  }

  /** Ends it: now, or once its turn is over. */
  end(why: RunEnd, reason: string, { afterTurn = false } = {}): void {
    this.ending ??= { why, reason };
    if (afterTurn && this.isBusy) return;
    this.stopping.abort();
    if (this.isBusy) void this.harness?.abort().catch(() => undefined);
  }

  private async carryOut({ act, text }: WorkRun["orders"][number]): Promise<void> {
    if (act === "stop") return this.end("stopped", text || "A person stopped it.");
    if (act === "finish") {
      this.end("finished", text || "It was to end after its turn.", { afterTurn: true });
      // The order stands until the run is over.
      return this.done;
    }
    if (!this.harness || !this.isBusy) throw new Error("It is between two turns.");
    if (text !== "" && act === "interrupt") this.output.say("notice", text);
    if (act === "interrupt") return this.harness.abort();
    if (!this.harness.steer) throw new Error("This harness takes no line in the middle of a turn.");
    this.output.say("steer", text);
    return this.harness.steer(text);
  }

  /** Something in it broke where nobody waits for it: it ends, and nothing else does. */
  fail(error: unknown): void {
    this.end("crashed", beginningOf(`The runner failed at it: ${wordsOf(error)}`, 1_900));
    this.stopping.abort();
  }

  private async live(): Promise<void> {
    const mark = this.around.expect(`run-${this.id}`);
    let isUp = false;
    try {
      const seat = await this.around.client.call("seatAgent", { params: this.params });
      const door = this.around.gateway.admit({
        token: seat.token,
        beforeEnd: this.handing.beforeEnd,
        afterReport: (input) => keepHashes(this.agent, this.delivery, this.place, input),
      });
      try {
        await this.start(seat.token, door, mark);
        isUp = true;
        await this.takeTasks();
      } finally {
        door.end();
      }
    } catch (error) {
      const why = isUp ? "crashed" : "start_failed";
      const reason = beginningOf(wordsOf(error), 1_900);
      const isFinal = error instanceof FinalError && (isUp || (await this.takesItsTask()));
      this.ending ??= { why, reason, ...(isFinal ? { isFinal } : {}) };
    }
    this.agent?.stop();
    await this.harness?.dispose(GRACE_MS).catch(() => undefined);
    await mark.end().catch(() => undefined);
    await this.touches.close();
    await this.output.close();
    this.ended = this.ending ?? { why: "finished", reason: "" };
    await this.tellEnd();
  }

  /** Its workplace can't be made: it takes the task so that a person is asked about it. */
  private async takesItsTask(): Promise<boolean> {
    const { task } = (await this.agent?.claim().catch(() => null)) ?? {};
    return task != null && task.taskId === this.work.taskId;
  }

  /** The runner repeats it for as long as the room considers the run alive. */
  async tellEnd(): Promise<void> {
    const { ended } = this;
    if (ended) await this.report({ kind: "ended", ...ended }).catch(() => undefined);
  }

  private async start(
    token: string,
    door: { url: string; headers: Record<string, string> },
    mark: ReturnType<Surroundings["expect"]>,
  ): Promise<void> {
    const name = this.work.harness ?? "";
    const harness = this.around.harness(name);
    if (!harness) throw new Error(`This runner has no harness ${name}.`);
    const { room, workplace } = this.around;
    const agent = await joinRoom(this.around.clientFor(token), {
      room,
      class: "managed",
      harness: name,
      door: name === "command" ? "print" : "mcp",
      onEnd: ({ message }) => this.end("finished", message),
    });
    this.agent = agent;
    const { joined } = agent;
    const place = await workplace.placeFor(this.work.lineage);
    this.started = async (run, isResumed) => {
      if (run.ownModel !== undefined) await this.models.own(run.ownModel);
      await this.report({
        kind: "started",
        agentId: joined.agentId,
        harness: name,
        model: this.models.now,
        ref: run.ref || null,
        isResumed,
        ...toldOf(this.place ?? place),
      });
    };
    this.raise = async (at, ref) => {
      this.place = at;
      this.root.told(at);
      const raised = {};
      this.raised = raised;
      const spec = {
        cwd: at.folder,
        env: { ...(process.env as Record<string, string>), ...mark.env },
        ...this.models.spec,
        system: systemText(joined.prompt, at, workplace.checkNames, name),
        mcp: door,
        permit: (call: ToolCall, signal: AbortSignal) => this.permit(name, call, signal),
        // A harness that was ended for another says nothing more.
        on: (event: RunEvent) => {
          if (this.raised !== raised) return;
          try {
            this.hear(event);
          } catch (error) {
            this.fail(error);
          }
        },
      };
      const until = this.stopping.signal;
      const { startMs } = this.around;
      const { run, isResumed } = await startBounded(harness, spec, ref, { startMs, until });
      this.harness = run;
      if (this.harness.pid !== undefined) mark.record(this.harness.pid);
      await this.started?.(run, isResumed);
    };
    await this.models.raise(() => this.raise?.(place, this.work.ref));
  }

  /** Where the held task is worked on; `null`: nobody wants to know any more. */
  private whereItWorks() {
    const place = () => this.around.client.call("getPlace", { params: this.params });
    return outlasting(place, this.stopping.signal);
  }

  /**
   * Goes to where the held task is worked on, once everything that it builds on is there. `false`: it no longer holds
   * the task.
   */
  private async goTo({ taskId }: Delivery): Promise<boolean> {
    const author = this.agent?.joined.name ?? "Agent";
    const place = await readyPlace(taskId, () => this.whereItWorks(), {
      ...this.around,
      here: this.place,
      author,
    });
    if (!place) return false;
    if (place.folder === this.place?.folder) return true;
    // A conversation belongs to its folder: the run continues with another.
    const before = this.harness;
    const moved = before?.move?.(place.folder).then(() => true);
    if (before && (await moved?.catch(() => false))) {
      this.place = place;
      await this.started?.(before, false);
      return true;
    }
    this.harness = null;
    this.raised = null;
    this.place = place;
    await before?.dispose(GRACE_MS).catch(() => undefined);
    await this.models.raise(() => this.raise?.(place, null));
    return true;
  }

  private async takeTasks(): Promise<void> {
    const { signal } = this.stopping;
    let last: Delivery | null = null;
    while (!signal.aborted && this.agent) {
      const { agent } = this;
      const reply = await outlasting(() => agent.claim({ waitS: WAIT_S, signal }), signal);
      if (!reply) return;
      const { task } = reply;
      if (task) {
        const isSame = last?.taskId === task.taskId && last.fence === task.fence;
        await this.takeTurn(task, isSame);
        last = task;
        if (this.ending) return;
        const isHeld = async () => (await this.whereItWorks())?.taskId === task.taskId;
        await this.failures.rest({ isHeld, signal });
        if (!(await waitUntil(this.waitsUntil, { isHeld, signal })))
          return this.end("idle", "Its provider takes nothing, and its task is gone.");
        if (this.waitsUntil > 0 && !signal.aborted) await this.models.backToFirst(() => this.startAgain());
        const { isEphemeral } = this.around;
        if (isEphemeral(this.work.role) && (await this.whereItWorks())?.taskId === null)
          return this.end("finished", "It has given its answer.");
      } else if (Date.now() - this.idleSince > this.around.idleMs) return this.end("idle", "There was nothing to do.");
    }
  }

  private async takeTurn(task: Delivery, isSame: boolean): Promise<void> {
    const { agent } = this;
    if (!agent) return;
    this.isBusy = true;
    try {
      if (!(await this.goTo(task)) || this.ending?.why === "drained" || !this.harness) return;
      this.delivery = task;
      const where = this.place ?? { folder: ".", root: ".", branch: null, tree: null };
      if (!isSame && (await endIfDone(agent, task, where.root, this.handing.made))) return;
      const { taskId, fence } = task;
      const began = { kind: "turn_began", taskId, fence, ...toldOf(where) } as const;
      const { turn, isOver } = await this.report(began);
      if (isOver) return this.end("finished", "The room ended it.");
      this.turn = turn + 1;
      this.tally.beginTurn();
      this.handing.beginTurn();
      const again = isSame ? againText(taskId, this.waitsUntil > 0, this.failures.last) : "";
      const prompt = `${this.root.newIn(where)}${this.mail.take()}${again}${task.text}`;
      this.waitsUntil = 0;
      this.output.begin(this.turn, prompt);
      this.touches.note();
      const beganAt = Date.now();
      const end = await this.models.turn({
        send: () => this.harness?.send(prompt, { deadlineMs: this.around.turnMs }),
        again: () => this.startAgain(),
        hasActed: () => this.tally.hasActed(),
      });
      await this.closeTurn(task, end, Date.now() - beganAt);
    } finally {
      this.isBusy = false;
      this.idleSince = Date.now();
      this.delivery = null;
      this.around.onIdle();
    }
  }

  /** With another model, in the same conversation if the harness can. */
  private startAgain(): () => Promise<void> {
    const ref = this.harness?.ref || null;
    return async () => {
      const { harness, place } = this;
      this.raised = null;
      this.harness = null;
      await harness?.dispose(GRACE_MS).catch(() => undefined);
      this.tally.again();
      if (place) await this.raise?.(place, ref);
    };
  }

  private async closeTurn(task: Delivery, said: TurnEnd, durationMs: number): Promise<void> {
    const { agent } = this;
    // A program without tools can only say something: what it says is the result.
    const isSaid = this.work.harness === "command" && said.why === "done" && agent;
    const of = { task, made: this.handing.made, signal: this.stopping.signal };
    const end = isSaid ? await handedIn({ agent, ...of }, said) : said;
    const ended = this.tally.endTurn(end, durationMs, Date.now());
    this.failures.note(ended);
    await this.report(ended);
    if (this.ending) return this.stopping.abort();
    if (end.isFinal) throw new FinalError(end.text);
    if (this.failures.areTooMany) return this.end("crashed", ended.reason);
    this.waitsUntil = ended.limitedUntil ?? 0;
    const { problem } = this.handing;
    if (problem === null || (await this.whereItWorks())?.taskId !== task.taskId) return;
    throw new FinalError(`What was made can't be handed in: ${problem}`);
  }

  private async permit(harness: string, call: ToolCall, signal: AbortSignal): Promise<Verdict> {
    const { agent, place } = this;
    if (!agent || !place) return { act: "deny", reason: "There is nobody to ask yet." };
    const asked = { harness, root: place.root, cwd: place.folder, call };
    const { verdict, judged } = await permitted(agent, this.around.room, asked, signal);
    if (judged) this.output.judge(call.id, judged);
    return verdict;
  }

  private hear(event: RunEvent): void {
    this.output.take(event);
    // A program without tools at most says something while it works.
    const mayHaveChanged = event.kind === "tool" ? event.state !== "start" : event.kind === "text";
    if (mayHaveChanged) this.touches.note();
    const news = this.tally.hear(event);
    if (news) void this.report(news).catch(() => undefined);
    if (event.kind !== "exit" || this.ending || this.stopping.signal.aborted) return;
    this.end("crashed", event.why);
    this.stopping.abort();
  }

  private async report(report: RunReportBody) {
    // One key for all tries: what arrived without an answer happens once.
    const key = uuidv7();
    const send = () => this.around.client.call("reportRun", { params: this.params, body: { report }, key });
    const reply = await (report.kind === "ended" ? send() : outlasting(send, this.stopping.signal));
    if (!reply) throw new Error("The run ended before the room heard of it.");
    if (reply.isOver && report.kind !== "ended") this.end("finished", "The room ended it.");
    return reply;
  }
}
