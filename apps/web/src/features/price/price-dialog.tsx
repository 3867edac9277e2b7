import { PRICE_USD_MAX } from "@squadroom/core/price/price";
import { MODEL_MAX } from "@squadroom/core/team/tiers";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../live/api.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { FIGURES, type Price, refreshPrices } from "./prices.ts";
import { COLUMNS } from "./words.ts";

type Figure = (typeof FIGURES)[number]["figure"];
type Draft = Record<Figure | "model" | "provider" | "source", string>;

/** One price of the server's own; one that came with Squadroom becomes such by its change. */
export function PriceDialog({
  price,
  onClose,
}: {
  /** `null`: a new one. */
  price: Price | null;
  onClose: () => void;
}): ReactNode {
  const [draft, setDraft] = useState<Draft>(() => draftOf(price));
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const model = draft.model.trim();
  const isWrong = (figure: Figure): boolean => figureOf(draft[figure]) === undefined;
  const save = useMutation({
    mutationFn: () => call("setPrice", { body: bodyOf(draft, price) }),
    onSuccess: () => {
      toast(say`Costs of ${model} are estimated with this from now on.`);
      onClose();
      return refreshPrices();
    },
  });
  const submit = (): void => {
    setTried(true);
    if (model !== "" && !FIGURES.some(({ figure }) => isWrong(figure))) save.mutate();
  };
  return (
    <Confirm
      title={price ? say`Price of ${price.model}` : "Add a price"}
      label="Save"
      width={520}
      act={{ ...save, mutate: submit }}
      onClose={onClose}
    >
      {!price && (
        <Field
          label="Model"
          className="mono"
          value={draft.model}
          maxLength={MODEL_MAX}
          autoComplete="off"
          spellCheck={false}
          help="As agents report it. With * at the end it stands for all names that begin so."
          problem={isTried && model === "" ? "Give the model's name." : undefined}
          onChange={(event) => set({ model: event.target.value })}
        />
      )}
      <p className="small muted">
        US dollars for a million tokens. Leave out what you don't know: it is unknown, never 0.
      </p>
      <div className="pr-figures">
        {FIGURES.map(({ figure, name }) => (
          <Field
            key={name}
            label={COLUMNS[name]}
            value={draft[figure]}
            inputMode="decimal"
            autoComplete="off"
            problem={
              isTried && isWrong(figure)
                ? `Give a number from 0 to ${PRICE_USD_MAX.toLocaleString("en")}, or nothing.`
                : undefined
            }
            onChange={(event) => set({ [figure]: event.target.value })}
          />
        ))}
      </div>
      <Field
        label="Provider"
        value={draft.provider}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => set({ provider: event.target.value })}
      />
      <Field
        label="Where the figures come from"
        value={draft.source}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => set({ source: event.target.value })}
      />
    </Confirm>
  );
}

function draftOf(price: Price | null): Draft {
  const figures = FIGURES.map(({ figure }) => [figure, String(price?.[figure] ?? "")]);
  return {
    ...(Object.fromEntries(figures) as Record<Figure, string>),
    model: price?.model ?? "",
    provider: price?.provider ?? "",
    // Who changes a figure says where it comes from anew.
    source: "",
  };
}

/** `null`: unknown; `undefined`: no figure. */
function figureOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const usd = Number(text.trim());
  return usd >= 0 && usd <= PRICE_USD_MAX ? usd : undefined;
}

function bodyOf(draft: Draft, price: Price | null) {
  const figures = FIGURES.map(({ figure }) => [figure, figureOf(draft[figure]) ?? null]);
  const source = draft.source.trim();
  return {
    ...(Object.fromEntries(figures) as Record<Figure, number | null>),
    model: draft.model.trim(),
    provider: draft.provider.trim() || null,
    contextSize: price?.contextSize ?? null,
    class: price?.class ?? null,
    ...(source && { source }),
  };
}
