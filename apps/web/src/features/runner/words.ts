import { addWords } from "../../words/words.ts";
import { runnerEn } from "./en.ts";

addWords("runner", runnerEn);
