import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import type { Preset } from "../../core/account/presets.ts";
import type { FormField } from "../../core/chat/form.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { Service } from "../../core/job/job.ts";
import { ALL_OPTIONS, isRare } from "../../core/request/options/option-table.ts";
import { PRESET_NAME_CHARACTERS } from "../../lib/limits.ts";
import { optionText } from "../../text/render/describe-option.ts";
import type { OptionKey, Texts } from "../../text/texts.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext, Settable } from "../command.ts";
import { typedValuesOf } from "../form/typed-values.ts";
import { choicesFor, optionChoices } from "../parse/choices.ts";
import type { OptionValues } from "../parse/parse.ts";
import { allowedModelsFor } from "../parse/suggest.ts";
import { chooseOne } from "../setting/choose-one.ts";
import { pickField, textField } from "../setting/setting-fields.ts";
import type { Setting, SettingButton, SettingForm } from "../setting/setting.ts";
import { presetsFor, presetText } from "./presets.ts";

/** The options that a preset of a service can hold and that fit a form, most important first: some forms show only five. */
function optionsFor(service: Service): readonly OptionKey[] {
  return ALL_OPTIONS.flatMap(([name, option]) => {
    const { commands, form } = option;
    const isOfService = option[service] !== undefined || name === "model";
    return commands["preset save"] && form && isOfService ? [name] : [];
  });
}

type Run = (invocation: Invocation, context: CommandContext) => Promise<Reply>;

/** The presets, with a form for a new preset of each service, and one for each preset that this member may change. */
export function presetToSave(save: Run): Settable {
  return {
    about: ["preset", "for_channel"],
    emptied: (names) => Object.fromEntries(names.map((name) => [name, ""])),

    async show(invocation, context) {
      const name = String(invocation.options["preset"] ?? "").trim();
      const presets = await presetsOf(invocation, context);
      const named = presets.filter((preset) => name !== "" && isNamed(preset, name));
      const { setting } = context.texts;
      return {
        kind: "setting",
        lines: linesOf(named.length > 0 ? named : presets, context),
        buttons: [
          ...(named.length > 0 ? [] : newButtons(name.slice(0, PRESET_NAME_CHARACTERS), setting)),
          ...(name === "" ? presets : named)
            .filter((preset) => mayChange(preset, invocation))
            .map((preset) => ({ key: keyOf(preset), label: setting.changeOf(preset.name) })),
        ],
      } satisfies Setting;
    },

    async open(key, invocation, context) {
      const [, kind = "", name = ""] = /^(\w+)@(.*)$/s.exec(key) ?? [];
      if (kind === "image" || kind === "video") return newForm(kind, name, invocation, context);
      const presets = await presetsOf(invocation, context);
      const preset = presets.find((one) => keyOf(one) === key && mayChange(one, invocation));
      return preset && changeForm(preset, save, invocation, context);
    },
  };
}

/** The presets that this member may delete, and a form to choose one. `remove` deletes the preset that the options name. */
export function presetToDelete(remove: Run): Settable {
  return chooseOne(async (invocation, context) => {
    const { texts } = context;
    const presets = await presetsOf(invocation, context);
    const theirs = presets.filter((preset) => mayChange(preset, invocation));
    if (theirs.length === 0) {
      const none = presets.length === 0 ? [] : [texts.presets.noneOfYours];
      return answer([...linesOf(presets, context), ...none].join("\n"));
    }
    return {
      kind: "choosable",
      lines: linesOf(presets, context),
      label: texts.setting.deletePreset,
      option: "preset",
      choices: theirs.map((preset) => ({
        value: keyOf(preset),
        label: `${preset.name} · ${whoseText(preset, texts)}`,
      })),
      apply: (options, asked) => {
        const chosen = theirs.find((preset) => keyOf(preset) === options["preset"]);
        if (!chosen) return remove({ ...asked, options }, context);
        return remove({ ...asked, options: namesOf(chosen) }, context);
      },
    };
  });
}

async function presetsOf(invocation: Invocation, context: CommandContext): Promise<readonly Preset[]> {
  const { membership } = await actingOf(invocation, context);
  return presetsFor(membership, invocation, context);
}

function linesOf(presets: readonly Preset[], { texts }: CommandContext): readonly string[] {
  if (presets.length === 0) return [texts.presets.none];
  return [texts.presets.title, ...presets.map((preset) => `• ${presetText(preset)} · ${whoseText(preset, texts)}`)];
}

function whoseText({ scope }: Preset, { presets }: Texts): string {
  return scope.kind === "account" ? presets.yours : presets.ofChannel;
}

function isNamed(preset: Preset, name: string): boolean {
  return preset.name.toLowerCase() === name.toLowerCase();
}

function mayChange({ scope }: Preset, { actor }: Invocation): boolean {
  return scope.kind === "account" || actor.isAdmin;
}

function keyOf({ scope, name }: Preset): string {
  return `${scope.kind === "account" ? "own" : "channel"}@${name}`;
}

/** Options that identify a preset. */
function namesOf({ scope, name }: Preset): OptionValues {
  return { preset: name, ...(scope.kind === "account" ? {} : { for_channel: true }) };
}

function newButtons(name: string, setting: Texts["setting"]): readonly SettingButton[] {
  return [
    { key: `image@${name}`, label: setting.presetForPictures },
    { key: `video@${name}`, label: setting.presetForClips },
  ];
}

async function newForm(
  service: Service,
  name: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<SettingForm> {
  const { texts } = context;
  const title = service === "image" ? texts.setting.presetForPictures : texts.setting.presetForClips;
  const named = textField(
    { name: "preset", label: texts.fields.preset, value: name, required: true },
    { maxLength: PRESET_NAME_CHARACTERS },
  );
  const fields = [named, ...(await optionFields(service, {}, invocation, context))];
  const shared: readonly FormField[] = invocation.actor.isAdmin
    ? [{ type: "flag", name: "for_channel", label: texts.setting.forChannel }]
    : [];
  return { kind: "form", title, isNew: true, fields: [...fields, ...shared] };
}

/** Options without a field keep their values; emptied fields remove their option. */
async function changeForm(
  preset: Preset,
  save: Run,
  invocation: Invocation,
  context: CommandContext,
): Promise<SettingForm> {
  return {
    kind: "form",
    title: context.texts.setting.changeOf(preset.name),
    options: { ...preset.options, ...namesOf(preset) },
    fields: await optionFields(preset.service, preset.options, invocation, context),
    apply: (options, asked) => {
      const kept = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ""));
      return save({ ...asked, options: kept }, context);
    },
  };
}

async function optionFields(
  service: Service,
  options: OptionValues,
  invocation: Invocation,
  context: CommandContext,
): Promise<readonly FormField[]> {
  const { texts } = context;
  const allowedModels = await allowedModelsFor(invocation, service, context);
  if (!allowedModels) return [];
  const labels: Readonly<Record<string, string>> = texts.fields;
  const choosing = { service, options, allowedModels, texts };
  return optionsFor(service).flatMap((name) => {
    const set = options[name] === undefined ? undefined : String(options[name]);
    const offered = choicesFor(name, choosing);
    const isOffered = set === undefined || offered.some(({ value }) => value === set);
    const choices = isOffered ? offered : [{ value: set, label: set }, ...offered];
    // The model tells a clip's preset from a picture's.
    const usual = name === "model" && service === "video" ? allowedModels.videoModel() : undefined;
    const field = { name, label: labels[name] ?? name, hint: optionText("preset save", name, texts) };
    const taken = optionChoices(name, choosing);
    if (taken && !taken.values) {
      return [textField({ ...field, value: set }, { long: true, ...(isRare(name) ? { isRare: true } : {}) })];
    }
    if (choices.length === 0) return [];
    const isChosen = usual === undefined ? { usual: texts.forms.notInPreset } : ({ required: true } as const);
    const typed = typedValuesOf(name, choosing);
    return [pickField({ ...field, value: set ?? usual, ...isChosen, ...(typed ? { typed } : {}) }, choices)];
  });
}

/** The answer when there is no such preset to delete. */
export function noSuchPreset(given: string, near: string | undefined, { presets }: Texts): Reply {
  return answer(presets.noneToDelete(escapeText(given), near && escapeText(near)));
}
