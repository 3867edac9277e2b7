import { addWords } from "../../words/words.ts";
import { pipelineEn } from "./en.ts";

export const { t } = addWords("pipeline", pipelineEn);
