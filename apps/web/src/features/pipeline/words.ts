import { addWords } from "../../words/words.ts";
import { pipelineEn } from "./en.ts";

addWords("pipeline", pipelineEn);
