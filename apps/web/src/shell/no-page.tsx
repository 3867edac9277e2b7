import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/button.tsx";
import { Problem } from "../ui/problem.tsx";
import { t } from "./words.ts";

/** An address that leads nowhere. */
export function NotFound(): ReactNode {
  return (
    <main className="main">
      <Problem
        tone="warn"
        title={t("notFound.title")}
        actions={
          <Link to="/rooms" className={buttonClass("primary")}>
            {t("notFound.rooms")}
          </Link>
        }
      >
        {t("notFound.text")}
      </Problem>
    </main>
  );
}

/** A page that broke. */
export function Failed({ error }: { error: unknown }): ReactNode {
  return (
    <div className="main">
      <Problem
        title={t("failed.title")}
        code={error instanceof Error ? error.message : undefined}
        actions={
          <button
            type="button"
            className={buttonClass("primary")}
            onClick={() => location.reload()}
          >
            {t("failed.reload")}
          </button>
        }
      >
        {t("failed.text")}
      </Problem>
    </div>
  );
}
