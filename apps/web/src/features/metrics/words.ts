import { addWords } from "../../words/words.ts";
import { metricsEn } from "./en.ts";

addWords("metrics", metricsEn);
