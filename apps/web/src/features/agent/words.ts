import { addWords } from "../../words/words.ts";
import { agentEn } from "./en.ts";

export const { t, say } = addWords("agent", agentEn);
