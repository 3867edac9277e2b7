import { expect, test } from "vitest";
import { describeStartError } from "./start-error.ts";

const config = {
  port: 80,
  dataDir: "/var/lib/squadroom",
  databaseUrl: "postgres://squad:se:cret@db.example:5432/room?sslmode=require",
};
const coded = (message: string, more: object) => Object.assign(new Error(message), more);

test("what the driver said stands in front, with the variable and without the password", () => {
  const cause = coded("permission denied for database room", { code: "42501" });
  const said = describeStartError(new Error("Failed query: CREATE SCHEMA …", { cause }), config);
  expect(said).toBe(
    "The database of DATABASE_URL (squad@db.example:5432/room) says: permission denied for database room. Give the role the right: GRANT CREATE ON DATABASE … and CREATE ON SCHEMA public TO ….",
  );
});

test.each([
  [
    coded("EACCES: permission denied, open '/var/lib/squadroom/local-admin.key'", {
      code: "EACCES",
      path: "/var/lib/squadroom/local-admin.key",
    }),
    "/var/lib/squadroom/local-admin.key can't be opened by this user.",
  ],
  [coded("ENOSPC: no space left on device, write", { code: "ENOSPC" }), "The disk of /var/lib/squadroom is full."],
  [coded("EROFS", { code: "EROFS", path: "/data" }), "/data is on a read-only file system."],
  [coded("listen EACCES", { code: "EACCES", syscall: "listen" }), "This user may not listen on port 80."],
  [coded("listen EADDRINUSE", { code: "EADDRINUSE" }), "The port is in use."],
])("%s is said with its path and what to do", (error, words) => {
  expect(describeStartError(error, config)).toContain(words);
});

test("what is a sentence already stays one", () => {
  expect(describeStartError(new Error("SQUADROOM_PORT is a number."), null)).toBe("SQUADROOM_PORT is a number.");
});
