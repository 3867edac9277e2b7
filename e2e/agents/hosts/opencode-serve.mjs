// A program that uses opencode's server: opens a conversation, sends one prompt, and reads along.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const [, , prompt, program] = process.argv;
const args = ["serve", "--hostname", "127.0.0.1", "--port", "0"];
const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
const ended = once(child, "exit");
console.log(`client ${child.pid}`);
const url = await new Promise((resolve) => {
  createInterface({ input: child.stdout }).on("line", (line) => {
    console.log(line);
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (found) resolve(found);
  });
});
const { id } = await post("/session", {});
await post(`/session/${id}/message`, { parts: [{ type: "text", text: prompt }] });
const [code] = await ended;
process.exit(code ?? 1);

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
