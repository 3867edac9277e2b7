import * as z from "zod";
import { routesOf } from "../kernel/route.ts";
import { RoleNameText, text } from "../kernel/text.ts";
import { SPEC_MAX } from "./check-role.ts";
import { INVOLVE_MAX, PASSES_MAX, ROLES_MAX, SPECIALTY_MAX, TITLE_MAX, VARIANTS_MAX } from "./draft.ts";
import { FOLDER_FILES_MAX, FOLDER_KEPT_MAX, FOLDER_PATH_MAX } from "./folder.ts";
import { REJECTIONS_MAX } from "./lockout.ts";
import { PERSPECTIVE_NAME_MAX, PERSPECTIVE_TEXT_MAX, PERSPECTIVES_MAX } from "./perspectives.ts";
import { PIPELINE_TEXT_MAX } from "./pipeline-text.ts";
import { PIPELINES_MAX } from "./pipelines.ts";
import type { TeamProblem } from "./problem.ts";
import { PHRASE_MAX, PHRASES_MAX, RULES_MAX } from "./routing.ts";
import { DUTIES, PASS_INTENTS, TEAM_PRESETS, type Team } from "./team.ts";
import { FAN_OUT_MAX, MODEL_CLASSES, TIER_S_MAX, TIER_S_MIN } from "./tiers.ts";

const defineRoute = routesOf("teams");

const Name = text(40);
const Names = z.array(Name).max(2 * ROLES_MAX + 2);

const RoleDraft = z
  .object({
    /** Lower case; whatever is left out below is made from it. */
    name: Name,
    title: text(TITLE_MAX).optional(),
    /** Task ids of this role begin with it: `DEV` in `DEV-004`. */
    prefix: text(40).optional(),
    /** 0 comes first. */
    priority: z.number().int().min(0).max(99).optional(),
    /** One clause for the others' prompts: what this role is good at. */
    specialty: text(SPECIALTY_MAX).optional(),
    /** What it does in sessions; left out, it follows from the name. */
    duties: z.array(z.enum(DUTIES)).max(DUTIES.length).optional(),
    /** Markdown with front matter: how the role works. */
    spec: text(SPEC_MAX).optional(),
    /** Where its finished work goes while everybody is present: roles, or `user`. */
    handsTo: Names.optional(),
  })
  .strict();

const VariantDraft = z
  .object({
    name: text(100),
    /** Roles besides the entry point without which it is not in force. */
    needs: Names,
    chain: Names,
    note: text(200).optional(),
    passes: z
      .array(
        z
          .object({
            from: Name,
            to: Name,
            intents: z.array(z.enum(PASS_INTENTS)).max(PASS_INTENTS.length),
            /** Absent roles whose handoffs take this pass. */
            standsInFor: Names.optional(),
            /** Nobody reviewed work that takes it. */
            unreviewed: z.boolean().optional(),
          })
          .strict(),
      )
      .max(PASSES_MAX),
  })
  .strict();

const Phrases = z.array(text(PHRASE_MAX)).max(PHRASES_MAX);

const TierDraft = z.strictObject({
  /** Seconds for its task. */
  timeoutS: z.number().int().min(TIER_S_MIN).max(TIER_S_MAX).optional(),
  /** Seconds for each branch of its fan-out. */
  branchS: z.number().int().min(TIER_S_MIN).max(TIER_S_MAX).optional(),
  /** Agents that may work on it at once. */
  fanOut: z.number().int().min(1).max(FAN_OUT_MAX).optional(),
  /** The class of models for its runs. */
  model: z.enum(MODEL_CLASSES).optional(),
});

const RoutingDraft = z
  .object({
    rules: z
      .array(
        z
          .object({
            /** Left out: made from its place. */
            id: text(60).optional(),
            /** Words and phrases; one of them is enough. */
            phrases: Phrases,
            /** If the message has one of these, the rule says nothing. */
            unless: Phrases.optional(),
            /** Words that count only if the message has none of any rule's phrases. */
            otherwise: Phrases.optional(),
            to: Name,
          })
          .strict(),
      )
      .max(RULES_MAX),
    /** What a tier allows in this team, if not the default. */
    tiers: z
      .strictObject({
        direct: TierDraft.optional(),
        lightweight: TierDraft.optional(),
        standard: TierDraft.optional(),
        full: TierDraft.optional(),
      })
      .optional(),
  })
  .strict();

/** A team as a person writes it. Without `variants` they follow from who hands to whom. */
export const TeamDraftBody = z
  .object({
    entryPoint: Name,
    roles: z.array(RoleDraft).max(2 * ROLES_MAX),
    variants: z.array(VariantDraft).max(VARIANTS_MAX).optional(),
    /** While nobody fills the entry point, the first role present acts as it, by priority. */
    entryFallback: z.boolean().optional(),
    /** Each role does only its own work: no stand-ins, messages only to the entry point, no tasks for others. */
    isolated: z.boolean().optional(),
    /** When an author whose work was rejected may not revise it; left out: never. */
    lockout: z
      .union([z.literal("strict"), z.object({ afterRejections: z.number().int().min(1).max(REJECTIONS_MAX) }).strict()])
      .optional(),
    /** Who gets people's messages besides the entry point, by mention or rule; left out: nobody. */
    routing: RoutingDraft.optional(),
    /** Perspectives for discussing finished work; left out: product, technical, quality, risk and coverage. */
    perspectives: z
      .array(
        z.strictObject({
          /** Its name in rounds. */
          name: text(PERSPECTIVE_NAME_MAX, 1),
          /** The tool to work it out with: `codex`. */
          tool: text(PERSPECTIVE_NAME_MAX).optional(),
          /** The person as whom its agent judges. */
          persona: text(PERSPECTIVE_TEXT_MAX).optional(),
          /** What it looks at. */
          focus: text(PERSPECTIVE_TEXT_MAX).optional(),
        }),
      )
      .max(PERSPECTIVES_MAX)
      .optional(),
    /** What its entry point asks a person about before it continues; left out: what every team asks about. */
    involve: text(INVOLVE_MAX).optional(),
    /** Its own pipelines, each as YAML, before those that every team has; one with the same name replaces it. */
    pipelines: z
      .array(text(PIPELINE_TEXT_MAX, 1))
      .max(2 * PIPELINES_MAX)
      .optional(),
    /** Files of the squad folder that it came from, unchanged; an export writes them again. */
    folder: z
      .array(z.strictObject({ path: text(FOLDER_PATH_MAX, 1), content: text(FOLDER_KEPT_MAX) }))
      .max(FOLDER_FILES_MAX)
      .optional(),
  })
  .strict();

/** A preset by its name, or a team of one's own. */
const WantedTeam = {
  preset: z.enum(TEAM_PRESETS).optional(),
  team: TeamDraftBody.optional(),
};
const hasOneTeam = (body: { preset?: unknown; team?: unknown; squad?: unknown }) =>
  [body.preset, body.team, body.squad].filter((one) => one !== undefined).length === 1;
const ONE_TEAM = { message: "send either a preset or a team", path: ["preset"] };

const TeamVersion = z.number().int().min(1);
const Remap = z.record(RoleNameText, RoleNameText);

/** What a new team would do to a room as it is now. */
export interface TeamPreview {
  /** Version of the room's present team; a change names it. */
  version: number;
  /** Errors keep it from being a team; warnings do not. */
  problems: TeamProblem[];
  /** The team that is meant; `null` while there are errors. */
  team: Team | null;
  /** Nothing would change. */
  isSame: boolean;
  gone: {
    role: string;
    title: string;
    /** Who takes over what was its. */
    to: string;
    tasks: string[];
    /** Held by an agent: given back, without counting an attempt. */
    inHand: { taskId: string; agent: string }[];
    /** Agents that are told at their next call. */
    agents: string[];
  }[];
  added: { role: string; title: string }[];
  /** People's messages that go to the entry point. */
  messages: { taskIds: string[]; to: string };
  /** Pending decisions that are withdrawn, or whose answers change. */
  decisions: number;
}

export const getTeam = defineRoute("GET /rooms/:room/team", {
  summary: "The room's team with its version, in full and in the form you would write it.",
  access: { who: "room", persons: "viewer", agents: true },
  reply: z.object({
    version: z.number(),
    team: z.custom<Team>(),
    draft: TeamDraftBody,
    problems: z.array(z.custom<TeamProblem>()),
    seq: z.number(),
  }),
});

export const previewTeam = defineRoute("POST /rooms/:room/team/preview", {
  repeat: "Takes no key: it changes nothing.",
  summary: "Previews what a new team would do to tasks, messages, agents and decisions; changes nothing.",
  access: { who: "room", persons: "lead", agents: false },
  body: z
    .strictObject({
      ...WantedTeam,
      /** The version that the change names; without it, whatever the team is now. */
      version: TeamVersion.optional(),
      remap: Remap.default({}),
    })
    .refine(hasOneTeam, ONE_TEAM),
  reply: z.custom<TeamPreview>(),
});

export const changeTeam = defineRoute("PUT /rooms/:room/team", {
  summary: "Changes a running room's team; tasks go on, with other roles if theirs are removed.",
  access: { who: "room", persons: "lead", agents: false },
  body: z
    .strictObject({
      ...WantedTeam,
      /** Version of the team that the caller saw; a change of another one is refused. */
      version: TeamVersion,
      /** By removed role, who takes over its work; by default the entry point. */
      remap: Remap.default({}),
    })
    .refine(hasOneTeam, ONE_TEAM),
  keyed: true,
  reply: z.object({
    changed: z.boolean(),
    version: z.number(),
    moved: z.number(),
    returned: z.number(),
    left: z.number(),
    seq: z.number(),
  }),
});

/** The team of a new room. */
export const newRoomTeam = { shape: WantedTeam, hasOneTeam, message: ONE_TEAM };
