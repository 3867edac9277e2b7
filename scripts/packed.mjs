#!/usr/bin/env node
// The command of the package: alone it starts the server, with words it is the command line.
if (process.argv.length === 2) process.argv.push("serve");
await import("./apps/cli/dist/squadroom.mjs");
