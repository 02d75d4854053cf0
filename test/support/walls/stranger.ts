import { commands } from "../../../commands/index.ts";
import {
  BUTTONS,
  COMMANDS,
  FORMS,
  LISTS,
  MARK_BEGINNING,
  nothingLike,
  withoutNames,
  type Options,
  type Secret,
} from "./probes.ts";

/**
 * A person who acts in one place. Each act resolves with everything they are shown: the answer's texts, buttons and forms.
 */
export interface Stranger {
  readonly isAdmin: boolean;
  command(name: string, options: Options): Promise<string>;
  /** Presses a button that their client never showed. */
  press?(button: string): Promise<string>;
  /** The suggestions for an option once they have typed this. */
  typing?(name: string, option: string, typed: string): Promise<string>;
  submit?(form: string): Promise<string>;
}

/** An act about a secret, or about something that doesn't exist. */
interface Attempt {
  readonly what: string;
  readonly about: (secret: Secret) => Promise<string>;
}

/** The answers that each stranger got about things that don't exist, by the act. */
const answersAboutNothing = new WeakMap<Stranger, Map<string, string>>();

/**
 * Tries everything that can name a secret. Returns each answer that reveals the secret, or differs from the answer about
 * something that doesn't exist.
 */
export async function leaksTo(stranger: Stranger, secret: Secret): Promise<readonly string[]> {
  const leaks: string[] = [];
  const nothing = nothingLike(secret);
  const known = answersAboutNothing.get(stranger) ?? new Map<string, string>();
  answersAboutNothing.set(stranger, known);
  /** Asks once for each act: the answer about nothing is always the same, unless the act contains the link or the mark. */
  async function aboutNothing(what: string, about: Attempt["about"]): Promise<string> {
    const isOfPlace = what.includes(secret.link) || what.includes(secret.mark);
    const act = withoutNames(what, secret);
    const answer = (isOfPlace ? undefined : known.get(act)) ?? withoutNames(await about(nothing), nothing);
    known.set(act, answer);
    return answer;
  }
  for (const { what, about } of attemptsOf(stranger, secret)) {
    const told = await about(secret);
    const same = await aboutNothing(what, about);
    if (saysMark(told, secret)) leaks.push(`${what} tells: ${told}`);
    else if (withoutNames(told, secret) !== same) {
      leaks.push(`${what} answers “${told}”, and about nothing “${same}”`);
    }
  }
  for (const options of LISTS) {
    const told = await stranger.command("jobs", options);
    if (told.includes(secret.mark)) leaks.push(`jobs ${JSON.stringify(options)} tells: ${told}`);
  }
  for (const { spec } of commands) {
    for (const { name } of spec.adminOnly && !stranger.isAdmin ? [] : spec.options) {
      const offered = (await offersTo(stranger, spec.name, name)) ?? "";
      if (offered.includes(secret.mark)) leaks.push(`/${spec.name} offers for ${name}: ${offered}`);
    }
  }
  return leaks;
}

/** The suggestions for a stranger who typed the beginning of all marks, by command and option. */
const knownOffers = new WeakMap<Stranger, Map<string, Promise<string>>>();

function offersTo(stranger: Stranger, command: string, option: string): Promise<string> | undefined {
  if (stranger.typing === undefined) return undefined;
  const known = knownOffers.get(stranger) ?? new Map<string, Promise<string>>();
  knownOffers.set(stranger, known);
  const which = `${command} ${option}`;
  const offered = known.get(which) ?? stranger.typing(command, option, MARK_BEGINNING);
  known.set(which, offered);
  return offered;
}

/** Whether an answer reveals more of the secret than the names that the stranger gave. */
function saysMark(told: string, secret: Secret): boolean {
  return withoutNames(told, secret).includes(secret.mark);
}

function attemptsOf(stranger: Stranger, example: Secret): Attempt[] {
  const attempts: Attempt[] = [];
  for (const { spec } of commands) {
    const probes = COMMANDS[spec.name];
    if (probes === undefined || probes === "bare" || (spec.adminOnly && !stranger.isAdmin)) continue;
    probes(example).forEach((options, index) => {
      attempts.push({
        what: `/${spec.name} ${JSON.stringify(options)}`,
        about: (secret) => stranger.command(spec.name, probes(secret)[index] ?? {}),
      });
    });
  }
  for (const [kind, probes] of Object.entries(BUTTONS)) {
    probes(example).forEach((_button, index) => {
      // An admin may decide about a held request.
      if (stranger.isAdmin && /^(?:approve|decline)$/.test(kind) && index > 1) return;
      const about =
        stranger.press && ((secret: Secret) => stranger.press?.(probes(secret)[index] ?? "") ?? impossible());
      if (about) attempts.push({ what: `the button ${kind} (${index})`, about });
    });
  }
  for (const [kind, probes] of Object.entries(FORMS)) {
    if (typeof probes === "string") continue;
    probes(example).forEach((_form, index) => {
      if (stranger.isAdmin && kind === "decline" && index > 0) return;
      const about =
        stranger.submit && ((secret: Secret) => stranger.submit?.(probes(secret)[index] ?? "") ?? impossible());
      if (about) attempts.push({ what: `the form ${kind} (${index})`, about });
    });
  }
  return attempts;
}

function impossible(): never {
  throw new Error("nobody does that");
}
