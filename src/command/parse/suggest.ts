import type { Suggestion } from "../../core/chat/form.ts";
import { videoKeysOf } from "../../core/account/policy/model-list.ts";
import { allowedModelsOf, type AllowedModels } from "../../core/account/policy/allowed-models.ts";
import type { Place } from "../../core/account/membership.ts";
import type { SuggestionQuery } from "../../core/chat/event.ts";
import { shortened } from "../../core/chat/message.ts";
import type { Service } from "../../core/job/job.ts";
import { SUGGESTION_CHARACTERS, SUGGESTION_MS, SUGGESTIONS } from "../../lib/limits.ts";
import { folded } from "../../core/request/read-text.ts";
import { findImageModel } from "../../core/request/image/image-models.ts";
import { kindsOf } from "../../core/request/options/option-fields.ts";
import { optionNamed } from "../../core/request/options/option-table.ts";
import { choicesFor } from "./choices.ts";
import { mayRun } from "../files/find.ts";
import type { CommandContext } from "../command.ts";
import { policyChoices } from "../policy/suggestions.ts";
import { presetsFor } from "../admin/presets.ts";
import { shortId, stateText } from "../jobs/states.ts";
import { keysOf } from "../keys/find-key.ts";
import { keyOwnerChoices } from "../keys/key-owner.ts";

/** Suggestions for an option that is being typed, best first. Rejects if they can't be found in time. */
export async function suggest(query: SuggestionQuery, context: CommandContext): Promise<readonly Suggestion[]> {
  const found = await candidates(query, context);
  const typed = folded(query.typed);
  const rank = ({ value, label }: Suggestion): number => {
    if (folded(value).startsWith(typed)) return 0;
    if (folded(value).includes(typed)) return 1;
    return folded(label).includes(typed) ? 2 : 3;
  };
  return found
    .map((suggestion) => ({ suggestion, rank: rank(suggestion) }))
    .filter((one) => one.rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, SUGGESTIONS)
    .map(({ suggestion: { value, label } }) => ({ value, label: shortened(label, SUGGESTION_CHARACTERS) }));
}

async function candidates(query: SuggestionQuery, context: CommandContext): Promise<readonly Suggestion[]> {
  const { texts } = context;
  const { command: name, option: optionName, options } = query;
  const command = context.commands.find((known) => known.spec.name === name && mayRun(known, query.actor));
  const option = command?.spec.options.find((known) => known.name === optionName);
  if (!option) return [];
  if (option.name === "job") return jobsOf(query, context);
  if (option.name === "key" || option.name === "to") return keysOrOwners(option.name, query, context);
  if (option.name === "group") return groupsOf(query, context);
  if (option.name === "preset") return presetsOf(query, context);
  const aboutRules = command?.spec.adminOnly ? await policyChoices(query, context) : undefined;
  if (aboutRules) return aboutRules;
  const found = await Promise.all(
    servicesOf(query).map(async (service) => {
      const allowedModels = await allowedModelsFor(query, service, context);
      return allowedModels ? choicesFor(option.name, { service, options, allowedModels, texts }) : [];
    }),
  );
  const choices = found.flat();
  if (choices.length > 0 || option.type !== "text") return choices;
  // Suggest nothing for a request option that the model doesn't take.
  return optionNamed(option.name) ? [] : (option.suggestions ?? []).map((value) => ({ value, label: value }));
}

/** The services that an option applies to. A preset may be for either until its model or a clip option decides. */
function servicesOf({ command, option, options }: SuggestionQuery): readonly Service[] {
  if (command !== "preset save") return [command === "video" ? "video" : "image"];
  const model = String(options["model"] ?? "");
  if (option !== "model" && model !== "") return [findImageModel(model) ? "image" : "video"];
  if (option === "model") return ["image", "video"];
  return kindsOf(option).slice(0, 1);
}

/** Names of keys, or of possible key owners. */
async function keysOrOwners(
  option: "key" | "to",
  query: SuggestionQuery,
  { memberships, keyring, texts }: CommandContext,
): Promise<readonly Suggestion[]> {
  const membership = await memberships.membershipOf(query);
  if (!membership) return [];
  const { organisationId, accountId } = membership;
  if (option === "to") return keyOwnerChoices(await keyring.owners(organisationId), query.conversation, texts);
  const all = await keyring.list(organisationId);
  const shown = query.command.startsWith("easel-admin ") ? all : keysOf(accountId, all);
  return shown.map(({ name, masked }) => ({ value: name, label: `${name} ${masked}` }));
}

/**
 * The models that the person may use here; undefined in an unclaimed workspace. Uses the key's list of clip models if it is
 * available in time, and otherwise the catalogue.
 */
export async function allowedModelsFor(
  place: Place,
  service: Service,
  { memberships, listVideoModels }: CommandContext,
): Promise<AllowedModels | undefined> {
  const membership = await memberships.membershipOf(place);
  if (!membership || service === "image") return membership && allowedModelsOf(membership.policy, undefined);
  const signal = AbortSignal.timeout(SUGGESTION_MS);
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const listed = await Promise.race([listVideoModels(videoKeysOf(membership), signal).catch(() => undefined), late]);
  return allowedModelsOf(membership.policy, listed);
}

/** The member's latest requests; for cancelling, only unfinished ones. */
async function jobsOf(query: SuggestionQuery, context: CommandContext): Promise<readonly Suggestion[]> {
  const membership = await context.memberships.membershipOf(query);
  if (!membership) return [];
  const within = { kind: "account", accountId: membership.accountId } as const;
  const latest = await context.jobs.latest(membership.organisationId, within, SUGGESTIONS);
  const open = query.options["action"] === "cancel";
  return latest
    .filter((entry) => !open || entry.jobs.some((job) => job.endedAt === undefined))
    .map(({ batch, jobs }) => ({
      value: shortId(batch.id),
      label: `${shortId(batch.id)} · ${stateText(jobs, context.texts)} · ${batch.request.prompt.replaceAll(/\s+/g, " ")}`,
    }));
}

async function groupsOf(query: SuggestionQuery, context: CommandContext): Promise<readonly Suggestion[]> {
  const membership = await context.memberships.membershipOf(query);
  const groups = membership ? await context.groups.list(membership.organisationId) : [];
  return groups.map(({ name }) => ({ value: name, label: name }));
}

/** Presets; for commands that make something, only those of the same service. */
async function presetsOf(query: SuggestionQuery, context: CommandContext): Promise<readonly Suggestion[]> {
  const membership = await context.memberships.membershipOf(query);
  const presets = membership ? await presetsFor(membership, query, context) : [];
  const service = { imagine: "image", edit: "image", video: "video" }[query.command];
  return presets
    .filter((preset) => service === undefined || preset.service === service)
    .map(({ name, options }) => ({ value: name, label: [name, ...Object.values(options)].join(" · ") }));
}
