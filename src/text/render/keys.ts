import { escapeText } from "../../core/chat/message.ts";
import { encodeWorkspace, type Conversation } from "../../core/chat/conversation.ts";
import {
  healthOf,
  type Key,
  type KeyProblem,
  type KeySlots,
  type ServiceCheck,
  type Stranded,
} from "../../core/account/keys/key.ts";
import type { KeyOwners, RefusedKey } from "../../core/account/keys/key-store.ts";
import type { Scope } from "../../core/account/policy/scope.ts";
import { KEY_NAME_CHARACTERS, MAX_KEY_CONCURRENCY, MAX_KEYS, MAX_SLOTS } from "../../lib/limits.ts";
import type { Service } from "../../core/job/job.ts";
import type { Locale } from "../../lib/locale.ts";
import { gatewayWords } from "./gateway/gateway-words.ts";
import { shownMoment } from "./measures.ts";
import { shown } from "./shown.ts";
import { textsFor, type Texts } from "../texts.ts";

/** The most characters of an answer that is quoted within a sentence. */
const SHOWN_ANSWER = 60;

/** One key on one line: its name, services, users and state. */
export function keyLine(
  key: Key,
  at: { readonly texts: Texts; readonly locale: Locale; readonly now: number; readonly whose: string },
): string {
  const { texts, locale, now, whose } = at;
  const say = texts.keys;
  const parts = [
    `**${escapeText(key.name)}** \`${key.masked}\``,
    servicesText(key.services, texts),
    say.for(whose),
    ...key.services.map((service) => slotsText(service, key.slots[service], texts)),
    healthText(key, texts, locale, now),
    ...(key.invalidAt ? [] : key.refusedBy.map((service) => say.refusedFor(service))),
    ...(key.origin === "configuration" ? [say.configured] : []),
    ...(key.checkedAt ? [say.checked(shownMoment(key.checkedAt.getTime(), locale))] : []),
    ...(key.twins.length > 0 ? [say.twins(texts.list(key.twins.map(escapeText)))] : []),
  ];
  return parts.join(" · ");
}

/** How many jobs of a service the key has at the gateway, and how many it may have. */
function slotsText(service: Service, { of, held, unknown }: KeySlots, texts: Texts): string {
  const say = texts.keys.slots;
  return texts.phrases([say.held(service, held, of), ...(unknown > 0 ? [say.unknown(unknown)] : [])]);
}

function healthText(key: Key, texts: Texts, locale: Locale, now: number): string {
  const health = healthOf(key, now);
  if (health !== "spent") return texts.keys.health[health];
  return texts.keys.spent(shownMoment(key.restingUntil?.getTime() ?? now, locale));
}

export function servicesText(services: readonly Service[], texts: Texts): string {
  return texts.list(services.map((service) => texts.keys.service(service)));
}

/** Who may use a key, as seen from the reader's place. `name`: how names are shown. */
export function whoseText(
  scope: Scope,
  owners: KeyOwners,
  from: Conversation,
  texts: Texts,
  name: (written: string) => string = escapeText,
): string {
  const say = texts.keys.whose;
  switch (scope.kind) {
    case "organisation":
      return say.everyone;
    case "workspace":
      return scope.id === encodeWorkspace(from) ? say.workspace : say.otherWorkspace(scope.id);
    case "group": {
      const group = owners.groups.find(({ id }) => id === scope.id);
      return group ? say.group(name(group.name)) : say.gone;
    }
    default: {
      const account = owners.accounts.find(({ id }) => id === scope.id);
      return account ? say.account(name(account.name)) : say.gone;
    }
  }
}

/** Why a key was not added, without any part of the key. */
export function keyProblemText(problem: KeyProblem, texts: Texts): string {
  const say = texts.keys.problem;
  switch (problem.rule) {
    case "name_missing":
      return say.nameMissing;
    case "name_is_secret":
      return say.nameIsSecret;
    case "name_taken":
      return say.nameTaken(shown(problem.name));
    case "name_too_long":
      return say.nameTooLong(problem.length, KEY_NAME_CHARACTERS);
    case "secret_missing":
      return say.secretMissing;
    case "secret_unsendable":
      return say.secretUnsendable;
    case "secret_here":
      return say.secretHere(escapeText(problem.name));
    case "secret_refused":
      return say.secretRefused;
    case "service_off":
      return say.serviceOff(problem.service);
    case "service_unknown_key":
      return say.serviceUnknownKey(problem.service);
    case "service_forbidden":
      return say.serviceForbidden(problem.service, gatewayAnswer(problem.code ?? "403"));
    case "unreachable":
      return say.unreachable(problem.service, gatewayAnswer(problem.reason));
    case "at_once":
      return say.atOnce(shown(problem.given), MAX_KEY_CONCURRENCY);
    case "no_such_owner":
      return say.noSuchOwner(shown(problem.given), problem.suggestion && escapeText(problem.suggestion));
    case "owner_gone":
      return say.ownerGone;
    case "too_many":
      return say.tooMany;
    case "organisation_full":
      return say.organisationFull(MAX_KEYS);
    case "too_many_slots":
      return say.tooManySlots(problem.service, MAX_SLOTS);
  }
}

/** The gateway's error code, or why there was no answer. */
export function gatewayAnswer(said: string): string {
  return gatewayWords(said, SHOWN_ANSWER);
}

/** One service's answer about a key. */
export function checkText(check: ServiceCheck | undefined, texts: Texts): string {
  const say = texts.keys.check;
  if (!check) return say.off;
  switch (check.kind) {
    case "forbidden":
      return say.forbidden(gatewayAnswer(check.code ?? "403"));
    case "unreachable":
      return say.unreachable(gatewayAnswer(check.reason));
    case "ok":
      return check.list === undefined ? say.ok : say.unreadableList;
    default:
      return say[check.kind];
  }
}

/** A line for each service whose requests wait for a key. */
export function strandedLines(stranded: readonly Stranded[], texts: Texts): string[] {
  return stranded.map(({ service, waiting }) => texts.keys.stranded(service, waiting));
}

/** The message to admins about a key that the gateway refuses. */
export function keyRefusedText({ name, masked, service, usedBy, stranded }: RefusedKey, locale: Locale): string {
  const texts = textsFor(locale);
  const line = texts.keys.refused(escapeText(name), masked, usedBy.length === 0 ? undefined : service);
  return [line, ...strandedLines(stranded, texts)].join("\n");
}
