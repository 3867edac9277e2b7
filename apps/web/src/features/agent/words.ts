import { addWords } from "../../words/words.ts";
import { agentEn } from "./en.ts";

addWords("agent", agentEn);
