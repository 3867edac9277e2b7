import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../live/api.ts";
import { Area } from "../../ui/area.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toasts.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";

/** A lead locks paths by hand. */
export function TakeDialog({ room, onClose }: { room: string; onClose: () => void }): ReactNode {
  const [text, setText] = useState("");
  const [wait, setWait] = useState(false);
  const [isTried, setTried] = useState(false);
  const patterns = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const take = useMutation({
    mutationFn: () => call("takeLock", { params: { room }, body: { patterns, wait } }),
    onSuccess: (lock) => {
      const what = plainText(lock.patterns.join(", "));
      toast(
        lock.state === "held" ? say`You have locked ${what}.` : say`You stand in line for ${what}.`,
      );
      onClose();
    },
  });
  const isEmpty = patterns.length === 0;
  return (
    <Confirm
      title="Take a lock"
      text="It ends after 120 s; take the same again to renew it. `src/` is all below a folder, `.` is the whole repository."
      label="Take a lock"
      act={{ ...take, mutate: () => (isEmpty ? setTried(true) : take.mutate()) }}
      onClose={onClose}
    >
      <Area
        label="Paths or globs, one a line"
        value={text}
        isWrong={isTried && isEmpty}
        onChange={setText}
      />
      {isTried && isEmpty && (
        <p className="small c-bad" role="alert">
          Name a path or a glob.
        </p>
      )}
      <label className="lk-check">
        <input type="checkbox" checked={wait} onChange={(event) => setWait(event.target.checked)} />
        Stand in line where others have them
      </label>
    </Confirm>
  );
}
