import postgres from "postgres";
import { uuidv7 } from "uuidv7";
import { createCourier } from "./courier.ts";

/** A process of its own that carries deliveries until it is killed: `node … <database> <leaseMs>`. */
const [, , url = "", leaseMs = ""] = process.argv;
const courier = createCourier({
  sql: postgres(url, { max: 2, onnotice: () => undefined }),
  now: Date.now,
  newId: uuidv7,
  publicUrl: null,
  allowPrivate: true,
  leaseMs: Number(leaseMs),
  log: { error: (_, message) => console.error(message), notice: () => undefined },
});
await courier.step();
