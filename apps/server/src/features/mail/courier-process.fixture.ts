import postgres from "postgres";
import { newId } from "../../platform/new-id.ts";
import { createMailCourier } from "./courier.ts";
import { createMailer } from "./transport.ts";

/** A process of its own that carries mail until it is killed: `node … <database> <SMTP port> <ahead, ms>`. */
const [, , url = "", port = "", aheadMs = ""] = process.argv;
const courier = createMailCourier({
  sql: postgres(url, { max: 2, onnotice: () => undefined }),
  now: () => Date.now() + Number(aheadMs),
  newId,
  publicUrl: "https://squad.example",
  secret: new Uint8Array(32),
  holdMs: 60_000,
  send: createMailer({
    host: "127.0.0.1",
    port: Number(port),
    isTls: false,
    isLocal: true,
    user: "",
    password: "",
    from: "squad@example.com",
    publicUrl: "https://squad.example",
    holdMs: 60_000,
  }),
  log: { error: (_, message) => console.error(message), notice: () => undefined },
});
await courier.step();
