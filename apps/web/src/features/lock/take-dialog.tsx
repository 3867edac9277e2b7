import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../live/api.ts";
import { Area } from "../../ui/area.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toasts.ts";
import { plainText } from "../../words/plain-text.ts";
import { t } from "./words.ts";

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
      toast(t(lock.state === "held" ? "take.held" : "take.waits", { what }));
      onClose();
    },
  });
  const isEmpty = patterns.length === 0;
  return (
    <Confirm
      title={t("take.title")}
      text={t("take.text")}
      label={t("held.take")}
      act={{ ...take, mutate: () => (isEmpty ? setTried(true) : take.mutate()) }}
      onClose={onClose}
    >
      <Area
        label={t("take.patterns")}
        value={text}
        isWrong={isTried && isEmpty}
        onChange={setText}
      />
      {isTried && isEmpty && (
        <p className="small c-bad" role="alert">
          {t("take.empty")}
        </p>
      )}
      <label className="lk-check">
        <input type="checkbox" checked={wait} onChange={(event) => setWait(event.target.checked)} />
        {t("take.wait")}
      </label>
    </Confirm>
  );
}
