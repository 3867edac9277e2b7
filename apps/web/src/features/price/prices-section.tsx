import { allRows } from "@squadroom/client/pages";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toasts.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { PriceDialog } from "./price-dialog.tsx";
import { FIGURES, figureText, PRICES, type Price, refreshPrices } from "./prices.ts";
import { t } from "./words.ts";
import "./price.css";

/** Prices that are drawn at first; from so many on, one looks for a model by its name. */
const SHOWN = 25;

type Open =
  | { kind: "edit"; price: Price | null }
  | { kind: "import" }
  | { kind: "remove"; price: Price };

/** What models cost on this server: those that came with it, and its own, which go first. */
export function PricesSection(): ReactNode {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const query = useQuery({
    queryKey: PRICES,
    queryFn: () => allRows(call, "listPrices", {}),
    staleTime: 0,
  });
  return (
    <section aria-label={t("title")}>
      <div className="pr-head">
        <h2>{t("title")}</h2>
        <p className="small muted">{t("text")}</p>
        <span className="pr-acts">
          <Button onClick={() => setOpen({ kind: "import" })}>{t("import")}</Button>
          <Button kind="primary" onClick={() => setOpen({ kind: "edit", price: null })}>
            {t("add")}
          </Button>
        </span>
      </div>
      {query.data ? (
        <Prices prices={query.data} onOpen={setOpen} />
      ) : query.isError ? (
        <NotLoaded title={t("failed")} error={query.error} again={query.refetch} />
      ) : (
        <SkeletonRows rows={5} />
      )}
      {open?.kind === "edit" && <PriceDialog price={open.price} onClose={close} />}
      {open?.kind === "import" && <ImportDialog onClose={close} />}
      {open?.kind === "remove" && <Removal price={open.price} onClose={close} />}
    </section>
  );
}

function Prices({
  prices,
  onOpen,
}: {
  prices: readonly Price[];
  onOpen: (open: Open) => void;
}): ReactNode {
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(SHOWN);
  if (prices.length === 0) return <Empty title={t("empty")}>{t("emptyText")}</Empty>;
  const found = prices.filter(({ model, provider }) =>
    `${provider ?? ""}/${model}`.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  const shown = found.slice(0, most);
  return (
    <>
      {prices.length > SHOWN && (
        <Field
          label={t("find")}
          value={sought}
          help={t("count", { count: found.length })}
          type="search"
          autoComplete="off"
          onChange={(event) => setSought(event.target.value)}
        />
      )}
      {found.length === 0 && <p className="muted">{t("none", { query: sought.trim() })}</p>}
      {shown.length > 0 && (
        <table className="pr">
          <thead>
            <tr>
              <th scope="col">{t("columns.model")}</th>
              {FIGURES.map(({ name }) => (
                <th key={name} scope="col" className="pr-n">
                  {t(`columns.${name}`)}
                </th>
              ))}
              <th scope="col">{t("columns.class")}</th>
              <th scope="col" className="pr-n">
                {t("columns.context")}
              </th>
              <th scope="col" className="pr-from">
                {t("columns.from")}
              </th>
              <th scope="col">
                <span className="sr">{t("columns.acts")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((price) => (
              <PriceRow key={`${price.model} ${price.builtIn}`} price={price} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      )}
      {found.length > shown.length && (
        <Button onClick={() => setMost(most + 10 * SHOWN)}>
          {t("more", { count: Math.min(10 * SHOWN, found.length - shown.length) })}
        </Button>
      )}
    </>
  );
}

function PriceRow({ price, onOpen }: { price: Price; onOpen: (open: Open) => void }): ReactNode {
  const { model, provider, builtIn, source, asOf: at } = price;
  return (
    <tr>
      <th scope="row" className="pr-model">
        <span className="mono">{model}</span>
        {provider && <span className="small muted"> {provider}</span>}
      </th>
      {FIGURES.map(({ figure, name }) => (
        <td
          key={name}
          className={price[figure] === null ? "pr-n muted" : "pr-n"}
          data-of={t(`columns.${name}`)}
        >
          {figureText(price[figure])}
        </td>
      ))}
      <td className={price.class === null ? "pr-c muted" : "pr-c"} data-of={t("columns.class")}>
        {price.class ?? t("unknown")}
      </td>
      <td
        className={price.contextSize === null ? "pr-n muted" : "pr-n"}
        data-of={t("columns.context")}
      >
        {figureText(price.contextSize)}
      </td>
      <td className="pr-from small muted" title={source}>
        {builtIn ? t("builtIn", { at }) : t("own", { source, at })}
      </td>
      <td className="pr-do">
        <Button
          kind="ghost"
          aria-label={t("editOf", { model })}
          onClick={() => onOpen({ kind: "edit", price })}
        >
          {t("edit")}
        </Button>
        {!builtIn && (
          <Button
            kind="ghost"
            aria-label={t("removeOf", { model })}
            onClick={() => onOpen({ kind: "remove", price })}
          >
            {t("remove")}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Removal({ price: { model }, onClose }: { price: Price; onClose: () => void }): ReactNode {
  const act = useMutation({
    mutationFn: () => call("removePrice", { params: { model } }),
    onSuccess: () => {
      toast(t("removed", { model }));
      onClose();
      return refreshPrices();
    },
  });
  return (
    <Confirm
      title={t("removeTitle", { model })}
      text={t("removeText")}
      label={t("remove")}
      isDangerous
      act={act}
      onClose={onClose}
    />
  );
}
