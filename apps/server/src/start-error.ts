/** What went wrong at a start, in a sentence that says what to do if known. */
export function describeStartError(
  error: unknown,
  config: { dataDir: string; port: number; databaseUrl: string | null } | null,
): string {
  const { code, message, syscall, path } = causeIn(error);
  if (code === "EADDRINUSE")
    return "The port is in use. Set SQUADROOM_PORT to another one, or stop the program that uses it.";
  if (code === "EACCES" && syscall === "listen")
    return `This user may not listen on port ${config?.port}. Set SQUADROOM_PORT to 1024 or higher.`;
  const file = path ?? config?.dataDir;
  if (FILE_ERRORS[code]) return `${FILE_ERRORS[code](file ?? "the data directory")} (${message})`;
  if (/^[0-9A-Z]{5}$/.test(code) && config?.databaseUrl) {
    const advice = DATABASE_ADVICE[code] ?? "Postgres's own log has more.";
    return `The database of DATABASE_URL (${placeOf(config.databaseUrl)}) says: ${message}. ${advice}`;
  }
  return message;
}

const FILE_ERRORS: Record<string, (path: string) => string> = {
  EACCES: (path) =>
    `${path} can't be opened by this user. Give the user access with \`chown -R USER ${path}\`, or set SQUADROOM_DATA to another folder.`,
  EPERM: (path) =>
    `${path} belongs to another user. Give it to this user with \`chown -R USER ${path}\`, or set SQUADROOM_DATA to another folder.`,
  EROFS: (path) =>
    `${path} is on a read-only file system. Set SQUADROOM_DATA to a writable folder, or allow writing in the unit (ReadWritePaths).`,
  ENOSPC: (path) => `The disk of ${path} is full. Free some space, or set SQUADROOM_DATA to a folder on another disk.`,
  ENOTDIR: (path) => `${path} isn't a folder. Set SQUADROOM_DATA to one.`,
};

/** By Postgres's error codes. */
const DATABASE_ADVICE: Record<string, string> = {
  "42501": "Give the role the right: GRANT CREATE ON DATABASE … and CREATE ON SCHEMA public TO ….",
  "25006": "Allow writes, or set DATABASE_URL to the primary.",
  "53100": "Free some space on its disk.",
  "28P01": "Correct the user or the password in DATABASE_URL.",
  "28000": "Allow the role to connect: check pg_hba.conf and the role's LOGIN right.",
  "3D000": "Create it: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
};

interface Found {
  code: string;
  message: string;
  syscall?: string | undefined;
  path?: string | undefined;
}

/** Queries wrap the driver's error, which is the innermost. */
function causeIn(error: unknown): Found {
  let found: Found = { code: "", message: error instanceof Error ? error.message : String(error) };
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    const { code, syscall, path } = at as { code?: string; syscall?: string; path?: string };
    if (typeof code === "string") found = { code, message: at.message, syscall, path };
  }
  return found;
}

/** The address without the password. */
function placeOf(databaseUrl: string): string {
  return databaseUrl
    .replace(/^\w+:\/\//, "")
    .replace(/^([^:@/]*):[^@]*@/, "$1@")
    .replace(/\?.*$/, "");
}
