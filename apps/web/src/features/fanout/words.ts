import { addWords } from "../../words/words.ts";
import { fanoutEn } from "./en.ts";

addWords("fanout", fanoutEn);
