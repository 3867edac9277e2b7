import { createClient } from "@squadroom/client/http";
import { pause } from "../faults/random.ts";
import { type PersonClient, personClient, type Server } from "../harness/server.ts";
import { residentMb } from "./resident.ts";

/** How another room's calls fared meanwhile, ms. */
export interface Bystander {
  calls: number;
  failed: number;
  p50: number;
  p99: number;
  max: number;
  /** Most resident memory of the server, MB. */
  memoryMb: number;
}

const EVERY_MS = 20;

/** Somebody in a room of its own, who asks who it is and says something, over and over. */
export async function createBystander(server: Server, person: PersonClient) {
  const { roomId } = await person.call("createRoom", {
    body: { name: "bystander", preset: "solo" },
  });
  const params = { room: roomId };
  const body = { name: "By", roles: ["solo"] };
  const { token } = await person.call("createCredential", { params, body });
  const agent = createClient({ baseUrl: server.baseUrl, token });
  await agent.call("joinRoom", { params, body: { role: "solo", class: "managed" } });

  /** Goes on until the work is done, whatever becomes of it. */
  async function beside<T>(work: () => Promise<T>): Promise<{ result: T; bystander: Bystander }> {
    const times: number[] = [];
    const isOver = new AbortController();
    let failed = 0;
    let memoryMb = 0;
    const go = async () => {
      for (let n = 0; !isOver.signal.aborted; n++) {
        const began = performance.now();
        const call =
          n % 2 === 0
            ? personClient(server).call("getMe")
            : agent.call("sendMessage", { params, body: { to: "user", body: `Still here, ${n}` } });
        await call.catch(() => failed++);
        times.push(performance.now() - began);
        memoryMb = Math.max(memoryMb, residentMb(server.pid));
        await pause(EVERY_MS, isOver.signal);
      }
    };
    const going = go();
    const result = await work().finally(() => isOver.abort());
    await going;
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
    const bystander = {
      calls: times.length,
      failed,
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      memoryMb,
    };
    return { result, bystander };
  }

  return { beside, params };
}
