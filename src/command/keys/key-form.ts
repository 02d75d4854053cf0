import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import type { Service } from "../../core/job/job.ts";
import type { KeyProblem } from "../../core/account/keys/key.ts";
import { type Scope } from "../../core/account/policy/scope.ts";
import type { Place } from "../../core/account/membership.ts";
import type { Actor, FieldProblem, FieldValues, FormEvent } from "../../core/chat/event.ts";
import type { Form } from "../../core/chat/form.ts";
import {
  DEFAULT_KEY_CONCURRENCY,
  INVOCATION_MS,
  KEY_NAME_CHARACTERS,
  KEY_SECRET_CHARACTERS,
  SUGGESTIONS,
} from "../../lib/limits.ts";
import { folded } from "../../core/request/read-text.ts";
import { keyProblemText } from "../../text/render/keys.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf } from "../acting.ts";
import { type CommandContext } from "../command.ts";
import { withFormAgain } from "../form/refused-form.ts";
import { formId } from "../form/form-id.ts";
import { notAdminText } from "../admin/not-admin.ts";
import { addedText } from "./key-replies.ts";
import { readKeyOwner, keyOwnerChoices } from "./key-owner.ts";

/** Whose key is entered: the organisation's, by an admin, or the member's own. */
export type KeyFormFor = "organisation" | "own";

const SERVICES: Readonly<Record<string, readonly Service[]>> = {
  image: ["image"],
  video: ["video"],
  both: ["image", "video"],
};

/** Opens the form for a key. Never accepts a key typed with the command, because others may have read it. */
export async function askForKey(whose: KeyFormFor, invocation: Invocation, context: CommandContext): Promise<Reply> {
  const { texts } = context;
  if (invocation.options["secret"] !== undefined) {
    return answer(texts.keys.typed[invocation.message === undefined ? "unshown" : "shown"]);
  }
  if (!context.platform.capabilities.forms) return answer(texts.keys.formOnly);
  const form = await keyForm(whose, invocation, {}, context);
  return form ? { kind: "form", form } : answer(notFor(whose, invocation.actor, context));
}

/** The form for a key; undefined for people who may not enter one. The secret is never prefilled. */
export async function keyForm(
  whose: KeyFormFor,
  asking: Place,
  given: FieldValues,
  context: CommandContext,
): Promise<Form | undefined> {
  const { keyring, texts } = context;
  if (!(await mayEnter(whose, asking, context))) return undefined;
  const say = texts.keys.form;
  const text = (name: string): string => String(given[name] ?? "");
  const services = [
    { value: "found", label: say.found },
    { value: "both", label: say.both },
    { value: "image", label: texts.keys.service("image") },
    { value: "video", label: texts.keys.service("video") },
  ];
  const chosen = services.find(({ value }) => value === text("services"))?.value ?? "found";
  return {
    id: formId({ kind: "key", whose }),
    title: say.title,
    submit: say.submit,
    typed: say.again,
    fields: [
      {
        type: "text",
        name: "name",
        label: say.name,
        hint: say.nameHint,
        required: true,
        maxLength: KEY_NAME_CHARACTERS,
        ...(text("name") === "" ? {} : { value: text("name") }),
      },
      {
        type: "text",
        name: "secret",
        label: say.secret,
        hint: say.secretHint,
        required: true,
        secret: true,
        maxLength: KEY_SECRET_CHARACTERS,
      },
      { type: "choice", name: "services", label: say.services, choices: services, value: chosen, required: true },
      {
        type: "text",
        name: "at_once",
        label: say.atOnce,
        hint: say.atOnceHint,
        value: text("at_once") === "" ? String(DEFAULT_KEY_CONCURRENCY) : text("at_once"),
        required: true,
        maxLength: 5,
      },
      ...(whose === "own" ? [] : [await whoseField(asking, text("whose"))]),
    ],
  };

  async function whoseField(place: Place, before: string) {
    const { conversation } = place;
    const { organisationId, accountId } = await actingOf(place, context);
    const owners = await keyring.owners(organisationId);
    const choices = keyOwnerChoices(owners, conversation, texts, [accountId]);
    // The last choice, the member's own key, always stays in the list.
    const shown = [...choices.slice(0, Math.min(choices.length, SUGGESTIONS) - 1), ...choices.slice(-1)];
    return {
      type: "choice",
      name: "whose",
      label: say.whose,
      choices: shown,
      value: shown.find(({ value }) => value === before)?.value ?? "everyone",
      required: true,
    } as const;
  }
}

/** Accepts a submitted form: asks the gateway about the key before storing anything. */
export async function submitKey(whose: KeyFormFor, event: FormEvent, context: CommandContext): Promise<Reply> {
  const reply = await addKey(whose, event, context);
  if (reply.kind !== "unfit") return reply;
  const form = await keyForm(whose, event, {}, context);
  return form ? withFormAgain(reply, event, form.fields) : reply;
}

async function addKey(whose: KeyFormFor, event: FormEvent, context: CommandContext): Promise<Reply> {
  const { keyring, texts } = context;
  if (!(await mayEnter(whose, event, context))) return answer(notFor(whose, event.actor, context));
  const { organisationId, accountId, actor } = await actingOf(event, context);
  const { values, conversation } = event;
  const owners = await keyring.owners(organisationId);
  const owner =
    whose === "own"
      ? { ok: true as const, scope: { kind: "account", id: accountId } satisfies Scope }
      : readKeyOwner(String(values["whose"] ?? "everyone"), owners, conversation);
  if (!owner.ok) return unfit([owner.problem], texts);
  const outcome = await keyring.add(
    {
      organisationId,
      name: String(values["name"] ?? ""),
      secret: String(values["secret"] ?? ""),
      services: SERVICES[String(values["services"] ?? "")],
      concurrency: numberOf(values["at_once"]),
      scope: owner.scope,
    },
    actor,
    AbortSignal.timeout(INVOCATION_MS),
  );
  if (!outcome.ok) return unfit(outcome.problems, texts);
  return answer(addedText(outcome, { owners, conversation, texts }));
}

function notFor(whose: KeyFormFor, actor: Actor, context: CommandContext): string {
  return whose === "own" ? context.texts.keys.ownOff : notAdminText(actor, context);
}

/** Admins may enter any key; members their own, if a rule allows it. */
async function mayEnter(whose: KeyFormFor, place: Place, { memberships }: CommandContext): Promise<boolean> {
  if (whose === "organisation") return place.actor.isAdmin;
  return (await memberships.membershipOf(place))?.policy.ownKeys?.value === true;
}

/** Accepts full-width digits. Anything else becomes a number that validation refuses. */
function numberOf(given: string | number | boolean | undefined): number {
  const text = folded(String(given ?? DEFAULT_KEY_CONCURRENCY));
  return /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
}

function unfit(problems: readonly KeyProblem[], texts: Texts): Reply {
  return { kind: "unfit", problems: problems.map((problem) => fieldProblem(problem, texts)) };
}

function fieldProblem(problem: KeyProblem, texts: Texts): FieldProblem {
  return { field: fieldOf(problem), text: keyProblemText(problem, texts) };
}

function fieldOf({ rule }: KeyProblem): string | undefined {
  switch (rule) {
    case "name_missing":
    case "name_is_secret":
    case "name_taken":
    case "name_too_long":
      return "name";
    case "secret_missing":
    case "secret_unsendable":
    case "secret_here":
    case "secret_refused":
    case "unreachable":
      return "secret";
    case "service_off":
    case "service_unknown_key":
    case "service_forbidden":
      return "services";
    case "at_once":
    case "too_many_slots":
      return "at_once";
    case "no_such_owner":
    case "owner_gone":
      return "whose";
    case "too_many":
    case "organisation_full":
      return undefined;
  }
}
