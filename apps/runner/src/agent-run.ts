import { type Agent, type Delivery, joinRoom } from "@squadroom/client/agent";
import { uuidv7 } from "@squadroom/client/uuidv7";
import type { RunEnd } from "@squadroom/core/run/run";
import type { RunReportBody, WorkRun } from "@squadroom/core/run/runner-contract";
import { startBounded } from "./bounded.ts";
import { createModels } from "./fallback.ts";
import { wordsOf } from "./harness/desk.ts";
import type { HarnessRun, RunEvent, ToolCall, TurnEnd, Verdict } from "./harness/harness.ts";
import { createMail } from "./mail.ts";
import { createOrders } from "./orders.ts";
import { outlasting } from "./outage.ts";
import { createOutput } from "./output.ts";
import { permitted } from "./permit.ts";
import { handIn, resultOf, withFound } from "./result.ts";
import { endIfDone, keepHashes } from "./resume.ts";
import type { Surroundings } from "./surroundings.ts";
import { againText, createRoot, systemText } from "./told-agent.ts";
import { createTouches } from "./touches.ts";
import { createTally } from "./turn-report.ts";
import { waitUntil } from "./wait-until.ts";
import type { Place } from "./workplace.ts";

const GRACE_MS = 4_000;
const WAIT_S = 50;

/** One run: seats its agent, starts its harness, and gives it tasks until there are none, or somebody stops it. */
export class AgentRun {
  private readonly stopping = new AbortController();
  /** Does what somebody wants of it. */
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
  /** Of the process that speaks for this run. */
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
  /** It takes nothing more. */
  ending: { why: RunEnd; reason: string } | null = null;
  private ended: { why: RunEnd; reason: string } | null = null;
  /** It has a turn under way. */
  isBusy = false;
  idleSince = Date.now();
  /** For its provider, epoch ms. */
  private waitsUntil = 0;

  constructor(
    readonly id: number,
    private readonly work: WorkRun,
    private readonly around: Surroundings,
  ) {
    // What a program did nobody sees, so it isn't begun again.
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
    this.done = this.live();
  }

  private get params() {
    return { room: this.around.room, run: this.id };
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
    if (act === "interrupt") return this.harness.abort();
    if (!this.harness.steer) throw new Error("This harness takes no line in the middle of a turn.");
    this.output.say("steer", text);
    return this.harness.steer(text);
  }

  private async live(): Promise<void> {
    let end: { why: RunEnd; reason: string } = { why: "finished", reason: "" };
    const mark = this.around.expect(`run-${this.id}`);
    let isUp = false;
    try {
      const seat = await this.around.client.call("seatAgent", { params: this.params });
      const door = this.around.gateway.admit({
        token: seat.token,
        beforeEnd: (tool, input) => this.beforeEnd(tool, input),
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
      end = { why: isUp ? "crashed" : "start_failed", reason: wordsOf(error).slice(0, 1_900) };
    }
    this.agent?.stop();
    await this.harness?.dispose(GRACE_MS).catch(() => undefined);
    await mark.end().catch(() => undefined);
    await this.touches.close();
    await this.output.close();
    this.ended = this.ending ?? end;
    await this.tellEnd();
  }

  /** Said again by the runner for as long as the room takes it for alive. */
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
      door: "mcp",
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
        ...(this.place ?? place),
      });
    };
    this.raise = async (at, ref) => {
      this.place = at;
      this.root.told(at.folder);
      const raised = {};
      this.raised = raised;
      const spec = {
        cwd: at.folder,
        env: { ...(process.env as Record<string, string>), ...mark.env },
        ...(this.models.now ? { model: this.models.now } : {}),
        system: systemText(joined.prompt, at.folder, workplace.checkNames),
        mcp: door,
        permit: (call: ToolCall, signal: AbortSignal) => this.permit(name, call, signal),
        // One that was ended for another says nothing more.
        on: (event: RunEvent) => {
          if (this.raised === raised) this.hear(event);
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

  /** Of the task in its hand; `null`: nobody wants to know any more. */
  private whereItWorks() {
    const place = () => this.around.client.call("getPlace", { params: this.params });
    return outlasting(place, this.stopping.signal);
  }

  /**
   * Goes to where the task in hand is worked on, once all that it builds on is there. `false`: the task is no longer
   * in its hand.
   */
  private async goTo({ taskId }: Delivery): Promise<boolean> {
    const { merger, workplace } = this.around;
    for (;;) {
      const wanted = await this.whereItWorks();
      if (wanted?.taskId !== taskId) return false;
      const { lineage, takesIn, merges } = wanted;
      if (merges.length > 0) {
        await merger.merge(merges);
        continue;
      }
      const isHere = lineage === null || lineage.key === this.place?.tree;
      if (isHere && takesIn === null) return true;
      const author = this.agent?.joined.name ?? "Agent";
      const place = await workplace.placeFor(
        lineage,
        takesIn === null ? null : { branch: takesIn, author },
      );
      if (place.folder === this.place?.folder) return true;
      // A conversation belongs to its folder: the run goes on with another.
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
        if (!(await waitUntil(this.waitsUntil, { isHeld, signal })))
          return this.end("idle", "Its provider takes nothing, and its task is gone.");
        if (this.waitsUntil > 0 && !signal.aborted)
          await this.models.backToFirst(() => this.startAgain());
        const { isEphemeral } = this.around;
        if (isEphemeral(this.work.role) && (await this.whereItWorks())?.taskId === null)
          return this.end("finished", "It has given its answer.");
      } else if (Date.now() - this.idleSince > this.around.idleMs)
        return this.end("idle", "There was nothing to do.");
    }
  }

  private async takeTurn(task: Delivery, isSame: boolean): Promise<void> {
    const { agent } = this;
    if (!agent) return;
    this.isBusy = true;
    try {
      if (!(await this.goTo(task)) || this.ending?.why === "drained") return;
      if (!this.harness) return;
      this.delivery = task;
      const made = () => this.resultOf(task.taskId);
      if (!isSame && (await endIfDone(agent, task, this.place?.folder ?? ".", made))) return;
      const where = this.place ?? { folder: ".", branch: null, tree: null };
      const { taskId, fence } = task;
      const { turn, isOver } = await this.report({ kind: "turn_began", taskId, fence, ...where });
      if (isOver) return this.end("finished", "The room ended it.");
      this.turn = turn + 1;
      this.tally.beginTurn();
      const again = isSame ? againText(taskId, this.waitsUntil > 0) : "";
      const prompt = `${this.root.newIn(where.folder)}${this.mail.take()}${again}${task.text}`;
      this.waitsUntil = 0;
      this.output.begin(this.turn, prompt);
      this.touches.note();
      const began = Date.now();
      const end = await this.models.turn({
        send: () => this.harness?.send(prompt, { deadlineMs: this.around.turnMs }),
        again: () => this.startAgain(),
        hasActed: () => this.tally.hasActed(),
      });
      await this.closeTurn(task, end, Date.now() - began);
    } finally {
      this.isBusy = false;
      this.idleSince = Date.now();
      this.delivery = null;
      this.around.onIdle();
    }
  }

  /** With another model, in the same conversation where the harness can. */
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

  private async closeTurn(task: Delivery, end: TurnEnd, durationMs: number): Promise<void> {
    // A program without tools can only say something: what it says is the result.
    const isSaid = this.work.harness === "command" && end.why === "done";
    if (isSaid && this.agent && end.text.trim() !== "")
      await handIn(this.agent, task, end.text, await this.resultOf(task.taskId));
    const ended = this.tally.endTurn(end, durationMs, Date.now());
    await this.report(ended);
    if (this.ending) this.stopping.abort();
    else this.waitsUntil = ended.limitedUntil ?? 0;
  }

  /** What it made is the result, without being asked for; the checks are run here and not reported. */
  private async beforeEnd(
    tool: string,
    given: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    // The next task comes with the next turn.
    const input: Record<string, unknown> = { ...given, wait: false };
    const taskId = this.delivery?.taskId;
    if (!taskId || tool === "fail_task") return input;
    const found = await this.resultOf(taskId);
    return { ...input, result: withFound(input.result, found, this.around.workplace) };
  }

  private async resultOf(taskId: string): Promise<Record<string, unknown>> {
    const { agent, place } = this;
    if (!agent || !place) return {};
    const { room, workplace } = this.around;
    const report = (said: RunReportBody) => this.report(said);
    const title = this.delivery?.title ?? null;
    const made = { taskId, title, tools: this.tally.turn().tools };
    return resultOf(made, { agent, place, workplace, room, report });
  }

  private async permit(harness: string, call: ToolCall, signal: AbortSignal): Promise<Verdict> {
    const { agent, place } = this;
    if (!agent || !place) return { act: "deny", reason: "There is nobody to ask yet." };
    const asked = { harness, root: place.folder, call };
    const { verdict, judged } = await permitted(agent, this.around.room, asked, signal);
    if (judged) this.output.judge(call.id, judged);
    return verdict;
  }

  private hear(event: RunEvent): void {
    this.output.take(event);
    // A program without tools says something while it works, at most.
    const mayHaveChanged = event.kind === "tool" ? event.state !== "start" : event.kind === "text";
    if (mayHaveChanged) this.touches.note();
    const news = this.tally.hear(event);
    if (news) void this.report(news).catch(() => undefined);
    if (event.kind !== "exit" || this.ending || this.stopping.signal.aborted) return;
    this.end("crashed", `Its harness ended with ${event.code ?? "a signal"}.`);
    this.stopping.abort();
  }

  private async report(report: RunReportBody) {
    // One key for all tries: what arrived without an answer happens once.
    const key = uuidv7();
    const send = () =>
      this.around.client.call("reportRun", { params: this.params, body: { report }, key });
    const isLast = report.kind === "ended";
    const reply = isLast ? await send() : await outlasting(send, this.stopping.signal);
    if (!reply) throw new Error("The run ended before the room heard of it.");
    if (reply.isOver && report.kind !== "ended") this.end("finished", "The room ended it.");
    return reply;
  }
}
