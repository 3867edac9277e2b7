import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Client as Api, createClient } from "@squadroom/client/http";
import { Server } from "../fixtures/server.ts";
import { type Client, type Door, launch, prepare, type Running } from "./clients/client.ts";
import type { Way } from "./doors.ts";
import { Log } from "./log.ts";
import type { Work } from "./minds/work.ts";
import { type Account, ModelServer } from "./model/server.ts";
import { Phone } from "./phone.ts";

/** The command that was built, with the runner beside it. */
export const COMMAND = fileURLToPath(new URL("../../apps/cli/dist/squadroom.mjs", import.meta.url));
/** Not the temporary folder: Codex's sandbox may write there, and would not show that a home is closed to it. */
const PLACES = "/var/tmp";

/** Of each text, from its end. */
const SHOWN = 600;

/** A server, a scripted model, and folders for agents; all of it ends with `stop`. */
export class World {
  private readonly agents: Agent[] = [];
  private count = 0;
  private opened: Promise<Phone> | null = null;

  private constructor(
    readonly server: Server,
    readonly model: ModelServer,
    readonly person: Api,
    private readonly places: string,
  ) {}

  static async start(): Promise<World> {
    const places = mkdtempSync(join(PLACES, "squadroom-agents-"));
    const server = await Server.start();
    const world = new World(server, await ModelServer.start(), await server.localAdmin(), places);
    copyFileSync(COMMAND, world.command);
    return world;
  }

  /** The command's file, where a person put it. */
  get command(): string {
    return join(this.places, "squadroom.mjs");
  }

  async room(preset: "solo" | "duo" | "squad" | "lifecycle"): Promise<Room> {
    const body = { name: `room-${++this.count}`, preset };
    const { roomId } = await this.person.call("createRoom", { body });
    return new Room(this, roomId);
  }

  /** A new repository, and a home. */
  place(name: string): { folder: string; home: string } {
    const base = join(this.places, `${name}-${++this.count}`);
    const place = { folder: join(base, "project"), home: join(base, "home") };
    for (const path of Object.values(place)) mkdirSync(path, { recursive: true });
    execFileSync("git", ["init", "--quiet", place.folder]);
    return place;
  }

  /** A person's, for as long as the server runs. */
  phone(): Promise<Phone> {
    this.opened ??= Phone.open(this.server);
    return this.opened;
  }

  keep(agent: Agent): void {
    this.agents.push(agent);
  }

  /** What the clients were told and did, for whoever looks for the mistake. */
  tell(): string {
    const talks = this.agents.map(({ account, output }) =>
      [
        `-- ${account.key}`,
        ...account.exchanges.flatMap(({ turn, move }) => [
          `< ${(turn.results.at(-1) ?? turn.prompts.at(-1) ?? "").slice(-SHOWN)}`,
          `> ${JSON.stringify(move)}`,
        ]),
        `output: ${output().slice(-SHOWN)}`,
      ].join("\n"),
    );
    return [...talks, ...this.model.unknown.splice(0)].join("\n");
  }

  /** Ends every client, and what they left behind. */
  async endClients(): Promise<void> {
    for (const one of this.agents.splice(0)) await one.end();
  }

  async stop(): Promise<void> {
    await this.endClients();
    await this.opened?.then((phone) => phone.close());
    await this.model.stop();
    await this.server.stop();
    rmSync(this.places, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** An agent's seat: a folder with everything that its person set up. */
export interface Seat {
  role: string;
  folder: string;
  home: string;
  door: Door;
  way: Way;
  /** What `connect` printed for each client that was set up here. */
  said: Map<Client, string>;
}

/** A client at its seat. */
export interface Agent extends Running {
  account: Account;
}

export class Room {
  readonly log: Log;

  constructor(
    readonly world: World,
    readonly id: string,
  ) {
    this.log = new Log(world.person, id);
  }

  async credential(role: string): Promise<string> {
    const params = { room: this.id };
    const body = { name: role, roles: [role] };
    return (await this.world.person.call("createCredential", { params, body })).token;
  }

  /** For connect links of one credential, each of which works once. */
  async codes(role: string): Promise<() => Promise<string>> {
    const { person } = this.world;
    const body = { name: role, roles: [role] };
    const params = { room: this.id };
    const { credential } = await person.call("createCredential", { params, body });
    const at = { params: { ...params, credentialId: credential.id } };
    return async () => (await person.call("makeConnectLink", at)).code;
  }

  async seat(way: Way, role: string): Promise<Seat> {
    const place = this.world.place(role);
    return { role, way, ...place, door: await way.enter(this, role, place), said: new Map() };
  }

  /** Starts a client at a seat; another client may have sat there before. */
  async start(client: Client, seat: Seat, work: Work): Promise<Agent> {
    const { model } = this.world;
    const account = model.open(seat.role, seat.way.mind(work));
    const place = {
      ...seat,
      prompt: seat.way.prompt(seat.door),
      model: { url: model.url, key: account.key },
      said: "",
    };
    const said = seat.said.get(client) ?? (await prepare(client, place));
    seat.said.set(client, said);
    const agent = { ...launch(client, { ...place, said }), account };
    this.world.keep(agent);
    return agent;
  }

  async say(body: string): Promise<void> {
    await this.world.person.call("sendMessage", { params: { room: this.id }, body: { body } });
  }

  /** Agents with an open wait, as the room sees them. */
  async waiting(): Promise<number> {
    const params = { room: this.id };
    const { observations } = await this.world.person.call("getRoom", { params, query: {} });
    return observations.waiting.length;
  }

  /** A person answers the only open question: with its first option, if no other is named. */
  async answer(optionId?: string, note?: string): Promise<void> {
    const { person } = this.world;
    const params = { room: this.id };
    const { data } = await person.call("listDecisions", { params, query: { state: "pending" } });
    const [decision] = data;
    const option = decision?.options.find(({ id }) => id === (optionId ?? id));
    if (!decision || !option) throw new Error("nothing is asked");
    await person.call("answerDecision", {
      params: { ...params, decisionId: decision.id },
      body: { optionId: option.id, ...(note === undefined ? {} : { note }) },
    });
  }

  /** A member of the team without a client, that writes to another role. */
  async writeAs(role: string, to: string, body: string): Promise<void> {
    const { server } = this.world;
    const params = { room: this.id };
    const baseUrl = server.url;
    const token = await this.credential(role);
    const { connection } = await createClient({ baseUrl, token }).call("joinRoom", {
      params,
      body: { class: "manual" },
    });
    const agent = createClient({ baseUrl, token, connection });
    await agent.call("sendMessage", { params, body: { to, body } });
  }
}
