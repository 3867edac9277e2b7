import i18next, { type Namespace } from "i18next";
import { clockEn } from "../clock/en.ts";
import { ballEn } from "../features/room/ball-en.ts";
import { keysEn } from "../keys/en.ts";
import { liveEn } from "../live/en.ts";
import { shellEn } from "../shell/en.ts";
import { uiEn } from "../ui/en.ts";
import { type Words, wordsOf } from "./words-of.ts";

/**
 * The message catalogue. What the first screen needs is here; every feature adds its own file
 * when its chunk loads (`addWords`), so a text is never paid for before it is shown.
 */
void i18next.init({
  lng: "en",
  fallbackLng: "en",
  initAsync: false,
  resources: {
    en: { ui: uiEn, clock: clockEn, keys: keysEn, live: liveEn, shell: shellEn, room: ballEn },
  },
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** The texts that come with a feature, for its files. */
export function addWords<N extends Extract<Namespace, string>>(
  namespace: N,
  texts: object,
): Words<N> {
  i18next.addResourceBundle("en", namespace, texts);
  return wordsOf(namespace);
}
