import { PRICE_USD_MAX } from "@squadroom/core/price/price";
import { MODEL_MAX } from "@squadroom/core/team/tiers";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../live/api.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toasts.ts";
import { FIGURES, type Price, refreshPrices } from "./prices.ts";
import { t } from "./words.ts";

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
      toast(t("form.saved", { model }));
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
      title={price ? t("form.edit", { model: price.model }) : t("form.add")}
      label={t("form.save")}
      width={520}
      act={{ ...save, mutate: submit }}
      onClose={onClose}
    >
      {!price && (
        <Field
          label={t("form.model")}
          className="mono"
          value={draft.model}
          maxLength={MODEL_MAX}
          autoComplete="off"
          spellCheck={false}
          help={t("form.modelHelp")}
          problem={isTried && model === "" ? t("form.noModel") : undefined}
          onChange={(event) => set({ model: event.target.value })}
        />
      )}
      <p className="small muted">{t("form.unit")}</p>
      <div className="pr-figures">
        {FIGURES.map(({ figure, name }) => (
          <Field
            key={name}
            label={t(`columns.${name}`)}
            value={draft[figure]}
            inputMode="decimal"
            autoComplete="off"
            problem={
              isTried && isWrong(figure)
                ? t("form.notUsd", { max: PRICE_USD_MAX.toLocaleString("en") })
                : undefined
            }
            onChange={(event) => set({ [figure]: event.target.value })}
          />
        ))}
      </div>
      <Field
        label={t("form.provider")}
        value={draft.provider}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => set({ provider: event.target.value })}
      />
      <Field
        label={t("form.source")}
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
