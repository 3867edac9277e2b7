import { PRICE_USD_MAX } from "@squadroom/core/price/price";
import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { Field } from "../../ui/field.tsx";
import { say } from "../../words/say.tsx";
import { FIGURES, PRICES, type Price } from "./prices.ts";
import { COLUMNS } from "./words.ts";

type Figure = (typeof FIGURES)[number]["figure"];

/** One price of the server's own; one that came with Squadroom becomes the server's own when changed. */
export function PriceDialog({
  price,
  onClose,
}: {
  /** `null`: a new one. */
  price: Price | null;
  onClose: () => void;
}): ReactNode {
  const form = useActForm("setPrice", {
    start: {
      ...ofFigures((figure) => String(price?.[figure] ?? "")),
      model: price?.model ?? "",
      provider: price?.provider ?? "",
      // Somebody who changes a figure says again where it comes from.
      source: "",
    },
    lacks: (value) => ({
      model: value.model.trim() === "" && "Give the model's name.",
      ...ofFigures(
        (figure) =>
          figureOf(value[figure]) === undefined &&
          `Give a number from 0 to ${PRICE_USD_MAX.toLocaleString("en")}, or nothing.`,
      ),
    }),
    gives: (value) => ({
      body: {
        ...ofFigures((figure) => figureOf(value[figure]) ?? null),
        model: value.model.trim(),
        provider: value.provider.trim() || null,
        contextSize: price?.contextSize ?? null,
        class: price?.class ?? null,
        ...(value.source.trim() && { source: value.source.trim() }),
      },
    }),
    changes: PRICES,
    said: ({ price: { model } }) => say`Costs of ${model} are estimated with this from now on.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={price ? say`Price of ${price.model}` : "Add a price"}
      label="Save"
      width={520}
      onClose={onClose}
    >
      {!price && (
        <Field
          {...form.at("model")}
          label="Model"
          className="mono"
          autoComplete="off"
          spellCheck={false}
          help="As agents report it. With * at the end it stands for all names that begin so."
        />
      )}
      <p className="small muted">
        US dollars for a million tokens. Leave out what you don't know: it is unknown, never 0.
      </p>
      <div className="pr-figures">
        {FIGURES.map(({ figure, name }) => (
          <Field key={name} {...form.at(figure)} label={COLUMNS[name]} inputMode="decimal" autoComplete="off" />
        ))}
      </div>
      <Field {...form.at("provider")} label="Provider" autoComplete="off" />
      <Field {...form.at("source")} label="Where the figures come from" autoComplete="off" />
    </FormDialog>
  );
}

function ofFigures<T>(read: (figure: Figure) => T): Record<Figure, T> {
  return Object.fromEntries(FIGURES.map(({ figure }) => [figure, read(figure)])) as Record<Figure, T>;
}

/** `null`: unknown; `undefined`: not a figure. */
function figureOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const usd = Number(text.trim());
  return usd >= 0 && usd <= PRICE_USD_MAX ? usd : undefined;
}
