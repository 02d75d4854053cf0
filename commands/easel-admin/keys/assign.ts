import { answer, refuse, unfit } from "../../../src/command/reply.ts";
import {
  OperatorsKeyError,
  OwnerGoneError,
  SecretHereError,
  TooManySlotsError,
} from "../../../src/core/account/keys/key-store.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { changeText } from "../../../src/command/keys/key-replies.ts";
import { keyToAssign } from "../../../src/command/keys/assign-setting.ts";
import { findKey } from "../../../src/command/keys/find-key.ts";
import type { OptionValues } from "../../../src/command/parse/parse.ts";
import { readKeyOwner } from "../../../src/command/keys/key-owner.ts";
import type { Service } from "../../../src/core/job/job.ts";
import { MAX_KEY_CONCURRENCY } from "../../../src/lib/limits.ts";
import type { RequestProblem } from "../../../src/core/request/problem.ts";
import { typedName } from "../../../src/text/render/shown.ts";
import { keyProblemText, strandedLines, whoseText } from "../../../src/text/render/keys.ts";

const AT_ONCE = { min: 1, max: MAX_KEY_CONCURRENCY } as const;

/** What each option changes. Later options are more specific and take precedence. */
const SETS = [
  ["jobs_at_once", ["image", "video"]],
  ["pictures_at_once", ["image"]],
  ["clips_at_once", ["video"]],
] as const satisfies readonly (readonly [string, readonly Service[]])[];

const SERVICES: readonly Service[] = ["image", "video"];

/** `/easel-admin keys assign`: who may use a key, and how many jobs at once. Running jobs continue. */
export const keysAssign: Command = {
  spec: {
    name: "easel-admin keys assign",
    effect: "changes",
    example: "studio --to everyone --pictures_at_once 4",
    adminOnly: true,
    textOption: "key",
    options: [
      { name: "key", type: "text" },
      { name: "to", type: "text", takesMentions: true },
      ...SETS.map(([name]) => ({ name, type: "number", ...AT_ONCE }) as const),
    ],
  },

  setting: keyToAssign,

  async run(invocation, context) {
    const { texts, keyring } = context;
    const { conversation, options } = invocation;
    const { organisationId, accountId, actor } = await actingOf(invocation, context);
    const found = findKey(options["key"], await keyring.list(organisationId), texts);
    if (!found.ok) return found.reply;
    const { key } = found;
    const { to } = options;
    const read = readConcurrency(options);
    if (!read.ok) return refuse([read.problem]);
    const { concurrency } = read;
    const unmade = SERVICES.find((service) => concurrency[service] !== undefined && !key.services.includes(service));
    const changing = key.services.filter((service) => concurrency[service] !== undefined);
    if (unmade && changing.length === 0) return answer(texts.keys.leftOutBecause(unmade));
    if (to !== undefined && key.isOwn && key.scope.id !== accountId) {
      return answer(texts.keys.theirOwn(escapeText(key.name), typedName(key.name)));
    }
    const owners = await keyring.owners(organisationId);
    const whose = to === undefined ? undefined : readKeyOwner(String(to), owners, conversation);
    if (whose && !whose.ok) return unfit("to", keyProblemText(whose.problem, texts));
    const assigning = keyring.assign(organisationId, key.id, { scope: whose?.scope, concurrency }, actor);
    const changed = await assigning.catch((error: unknown) => {
      if (error instanceof OwnerGoneError) return "owner_gone" as const;
      if (error instanceof OperatorsKeyError) return "operators_key" as const;
      if (error instanceof SecretHereError || error instanceof TooManySlotsError) return error;
      throw error;
    });
    if (changed === "owner_gone") return unfit("to", keyProblemText({ rule: changed }, texts));
    if (changed === "operators_key") return answer(texts.keys.operatorsSlots(escapeText(key.name)));
    if (changed instanceof SecretHereError) {
      return unfit("to", keyProblemText({ rule: "secret_here", name: changed.keyName }, texts));
    }
    if (changed instanceof TooManySlotsError) {
      return unfit(
        atOnceField(changed.service),
        keyProblemText({ rule: "too_many_slots", service: changed.service }, texts),
      );
    }
    if (!changed) return answer(texts.gone);
    const { before, after, stranded } = changed;
    const whoseOf = ({ scope }: typeof before): string => whoseText(scope, owners, conversation, texts);
    const atOnceOf = (one: typeof before): string =>
      changing.map((service) => texts.keys.jobsAtOnce(service, one.slots[service].of)).join(", ");
    return answer(
      [
        ...(whose ? [changeText(after, whoseOf(before), whoseOf(after), texts)] : []),
        ...(changing.length === 0 ? [] : [changeText(after, atOnceOf(before), atOnceOf(after), texts)]),
        ...strandedLines(stranded, texts),
      ].join("\n"),
    );
  },
};

function atOnceField(service: Service): string {
  return service === "image" ? "pictures_at_once" : "clips_at_once";
}

function readConcurrency(
  options: OptionValues,
):
  | { readonly ok: true; readonly concurrency: Readonly<Partial<Record<Service, number>>> }
  | { readonly ok: false; readonly problem: RequestProblem } {
  const concurrency: Partial<Record<Service, number>> = {};
  for (const [option, services] of SETS) {
    const given = options[option];
    if (typeof given !== "number") continue;
    if (given < AT_ONCE.min || given > AT_ONCE.max) {
      return { ok: false, problem: { rule: "out_of_range", option, given: String(given), ...AT_ONCE } };
    }
    for (const service of services) concurrency[service] = given;
  }
  return { ok: true, concurrency };
}
