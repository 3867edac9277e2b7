import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { shellWord } from "./shell-word.ts";

it("is read by a shell as it was, and left alone where nothing needs quoting", () => {
  expect(shellWord("/srv/squadroom/.squadroom/squadroom")).toBe("/srv/squadroom/.squadroom/squadroom");
  for (const text of ["a b", "it's", "$HOME", "`x`", "", "ä", "a\nb"])
    expect(execFileSync("/bin/sh", ["-c", `printf %s ${shellWord(text)}`]).toString()).toBe(text);
});
