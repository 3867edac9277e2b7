import { allRows } from "@squadroom/client/pages";
import { counted } from "@squadroom/core/kernel/words";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { call } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { PriceDialog } from "./price-dialog.tsx";
import { FIGURES, figureText, PRICES, type Price } from "./prices.ts";
import { COLUMNS } from "./words.ts";
import "./price.css";

/** Most prices drawn at first; beyond that, a person searches for a model by name. */
const SHOWN = 25;

type Open = { kind: "edit"; price: Price | null } | { kind: "import" } | { kind: "remove"; price: Price };

/** What models cost on this server: prices that came with it, and its own, which take precedence. */
export function PricesSection(): ReactNode {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const query = useQuery({
    queryKey: PRICES,
    queryFn: () => allRows(call, "listPrices", {}),
    staleTime: 0,
  });
  return (
    <section aria-label="Prices">
      <div className="pr-head">
        <h2>Prices</h2>
        <p className="small muted">
          US dollars for a million tokens. Where an agent names no cost, it is estimated with these; what is counted
          already stays.
        </p>
        <span className="pr-acts">
          <Button onClick={() => setOpen({ kind: "import" })}>Import prices</Button>
          <Button kind="primary" onClick={() => setOpen({ kind: "edit", price: null })}>
            Add a price
          </Button>
        </span>
      </div>
      {query.data ? (
        <Prices prices={query.data} onOpen={setOpen} />
      ) : query.isError ? (
        <NotLoaded title="Couldn't load the prices" error={query.error} again={query.refetch} />
      ) : (
        <SkeletonRows rows={5} />
      )}
      {open?.kind === "edit" && <PriceDialog price={open.price} onClose={close} />}
      {open?.kind === "import" && <ImportDialog onClose={close} />}
      {open?.kind === "remove" && (
        <Confirm
          route="removePrice"
          given={{ params: { model: open.price.model } }}
          changes={PRICES}
          said={() => say`${open.price.model} has no price of this server's own any more.`}
          title={say`Remove the price of ${open.price.model}?`}
          text="If Squadroom has a price for it, that one applies again. Otherwise its cost is unknown from then on."
          label="Remove"
          isDangerous
          onClose={close}
        />
      )}
    </section>
  );
}

function Prices({ prices, onOpen }: { prices: readonly Price[]; onOpen: (open: Open) => void }): ReactNode {
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(SHOWN);
  if (prices.length === 0)
    return (
      <Empty title="No prices">
        Costs that agents don't name are unknown. Add a price, or import a file with many: LiteLLM's list, or the export
        of another server.
      </Empty>
    );
  const found = prices.filter(({ model, provider }) =>
    `${provider ?? ""}/${model}`.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  const shown = found.slice(0, most);
  return (
    <>
      {prices.length > SHOWN && (
        <Field
          label="Find a model"
          value={sought}
          help={counted(found.length, "model")}
          type="search"
          autoComplete="off"
          onChange={setSought}
        />
      )}
      {found.length === 0 && <p className="muted">{say`No model is called “${sought.trim()}”.`}</p>}
      {shown.length > 0 && (
        <table className="pr">
          <thead>
            <tr>
              <th scope="col">Model</th>
              {FIGURES.map(({ name }) => (
                <th key={name} scope="col" className="pr-n">
                  {COLUMNS[name]}
                </th>
              ))}
              <th scope="col">Class</th>
              <th scope="col" className="pr-n">
                Context
              </th>
              <th scope="col" className="pr-from">
                From
              </th>
              <th scope="col">
                <span className="sr">Change</span>
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
          {`Show ${Math.min(10 * SHOWN, found.length - shown.length)} more ${Math.min(10 * SHOWN, found.length - shown.length) === 1 ? "price" : "prices"}`}
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
        <td key={name} className={price[figure] === null ? "pr-n muted" : "pr-n"} data-of={COLUMNS[name]}>
          {figureText(price[figure])}
        </td>
      ))}
      <td className={price.class === null ? "pr-c muted" : "pr-c"} data-of="Class">
        {price.class ?? "unknown"}
      </td>
      <td className={price.contextSize === null ? "pr-n muted" : "pr-n"} data-of="Context">
        {figureText(price.contextSize)}
      </td>
      <td className="pr-from small muted" title={source}>
        {builtIn ? `built in, ${at}` : say`${source}, ${at}`}
      </td>
      <td className="pr-do">
        <Button
          kind="ghost"
          aria-label={say`Edit the price of ${model}`}
          onClick={() => onOpen({ kind: "edit", price })}
        >
          Edit
        </Button>
        {!builtIn && (
          <Button
            kind="ghost"
            aria-label={say`Remove the price of ${model}`}
            onClick={() => onOpen({ kind: "remove", price })}
          >
            Remove
          </Button>
        )}
      </td>
    </tr>
  );
}
