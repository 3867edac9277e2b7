import { addWords } from "../../words/words.ts";
import { replayEn } from "./en.ts";

addWords("replay", replayEn);
