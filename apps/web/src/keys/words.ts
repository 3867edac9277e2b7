import { wordsOf } from "../words/words-of.ts";

export const { t } = wordsOf("keys");
