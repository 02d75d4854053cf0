import type { Invocation } from "../invocation.ts";
import type { Key } from "../../core/account/keys/key.ts";
import { encodeScope } from "../../core/account/policy/scope.ts";
import type { FormField } from "../../core/chat/form.ts";
import type { Service } from "../../core/job/job.ts";
import { whoseText } from "../../text/render/keys.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext, Settable } from "../command.ts";
import { pickField, textField } from "../setting/setting-fields.ts";
import { listText } from "./key-replies.ts";
import { findKey } from "./find-key.ts";
import { keyOwnerChoices } from "./key-owner.ts";

const AT_ONCE = [
  { name: "pictures_at_once", service: "image" },
  { name: "clips_at_once", service: "video" },
] as const satisfies readonly { readonly name: string; readonly service: Service }[];

/** All keys, or the named one, each with a form: who may use it, and how many jobs at once. */
export const keyToAssign: Settable = {
  about: ["key"],

  async show(invocation, context) {
    const { keyring, texts } = context;
    const { organisationId } = await actingOf(invocation, context);
    const all = await keyring.list(organisationId);
    const given = invocation.options["key"];
    const isNamed = String(given ?? "").trim() !== "";
    const found = isNamed || all.length === 0 ? findKey(given, all, texts) : undefined;
    if (found && !found.ok) return found.reply;
    const keys = found ? [found.key] : all;
    const [only, ...others] = keys;
    return {
      kind: "setting",
      lines: [await listText(texts.keys.title, keys, organisationId, invocation, context)],
      buttons: keys.map(({ id, name }) => ({ key: id, label: texts.setting.changeOf(name) })),
      ...(only && others.length === 0 ? { opens: only.id } : {}),
    };
  },

  async open(keyId, invocation, context) {
    const { organisationId } = await actingOf(invocation, context);
    const key = (await context.keyring.list(organisationId)).find(({ id }) => id === keyId);
    if (!key) return undefined;
    const fields = [...(await ownerFields(key, invocation, context)), ...slotFields(key, context)];
    const { setting, settingEffect } = context.texts;
    const title = setting.changeOf(key.name);
    return { kind: "form", title, effect: settingEffect.assignKey, options: { key: key.name }, fields };
  },
};

/** Only the owner of a personal key may share it. */
async function ownerFields(
  { scope, isOwn }: Key,
  invocation: Invocation,
  context: CommandContext,
): Promise<readonly FormField[]> {
  const { keyring, texts } = context;
  const { organisationId, accountId } = await actingOf(invocation, context);
  if (isOwn && scope.id !== accountId) return [];
  const owners = await keyring.owners(organisationId);
  const { conversation } = invocation;
  const offered = keyOwnerChoices(owners, conversation, texts, [accountId]);
  const value = scope.kind === "organisation" ? "everyone" : encodeScope(scope);
  const label = whoseText(scope, owners, conversation, texts, (name) => name);
  const choices = offered.some((one) => one.value === value) ? offered : [{ value, label }, ...offered];
  return [
    pickField(
      { name: "to", label: texts.keys.form.whose, value, required: true },
      choices,
      texts.setting.typeOne(label),
    ),
  ];
}

function slotFields({ services, slots }: Key, { texts }: CommandContext): readonly FormField[] {
  return AT_ONCE.filter(({ service }) => services.includes(service)).map(({ name, service }) =>
    textField(
      {
        name,
        label: texts.options[name],
        value: String(slots[service].of),
        required: true,
      },
      { maxLength: 5 },
    ),
  );
}
