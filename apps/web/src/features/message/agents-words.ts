import { addWords } from "../../words/words.ts";
import { agentsEn } from "./agents-en.ts";

addWords("message", agentsEn);
