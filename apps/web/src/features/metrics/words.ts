import { addWords } from "../../words/words.ts";
import { metricsEn } from "./en.ts";

export const { t } = addWords("metrics", metricsEn);
