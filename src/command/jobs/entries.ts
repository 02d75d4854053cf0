import type { Place } from "../../core/account/membership.ts";
import { encodeConversation } from "../../core/chat/conversation.ts";
import { escapeText, shortened, shownText } from "../../core/chat/message.ts";
import type { BatchView } from "../../core/delivery/delivery-store.ts";
import type { Batch, ListedBatch, Within } from "../../core/job/job-store.ts";
import { SUGGESTIONS } from "../../lib/limits.ts";
import type { Texts } from "../../text/texts.ts";
import { undelivered } from "../../worker/delivery/batch-status.ts";
import type { CommandContext } from "../command.ts";
import { mayReach, maySee } from "../files/may-reach.ts";
import { isOpen, shortId, stateText } from "./states.ts";
import { isOwnScope, listedIn, type JobScope } from "./view-id.ts";

const SHOWN_PROMPT = 80;
/** Requests whose visibility is checked concurrently. */
const EXAMINED_AT_ONCE = 10;
/** The most places to ask the platform about for one list. */
const ASKED_PLACES = 50;

/** The latest requests that the reader may see, newest first. Of other members' requests, a limited number is examined. */
export async function latestOf(
  place: Place,
  scope: JobScope,
  limit: number,
  context: CommandContext,
): Promise<readonly ListedBatch[]> {
  const { jobs: service, memberships } = context;
  const membership = await memberships.membershipOf(place);
  if (!membership) return [];
  const { conversation } = place;
  const { accountId, organisationId } = membership;
  const own = { kind: "account", accountId } as const;
  if (scope === "own") return service.latest(organisationId, own, limit);
  if (scope === "running") {
    const latest = await service.latest(organisationId, own, listedIn(scope));
    return latest.filter(({ jobs }) => isOpen(jobs)).slice(0, limit);
  }
  const within: Within =
    scope === "starred"
      ? { kind: scope, accountId, conversation }
      : { kind: scope === "all" ? "workspace" : "channel", conversation };
  // Private threads, channels and direct messages are shown only to those who can read them, so some requests are left out.
  const latest = await service.latest(organisationId, within, listedIn(scope));
  const maySeeIt = visibility(place, context);
  const shown: ListedBatch[] = [];
  for (let at = 0; at < latest.length && shown.length < limit; at += EXAMINED_AT_ONCE) {
    const some = latest.slice(at, at + EXAMINED_AT_ONCE);
    const seen = await Promise.all(some.map(({ batch }) => maySeeIt(batch)));
    shown.push(...some.filter((_, index) => seen[index]));
  }
  return shown.slice(0, limit);
}

/** Whether the reader may see a request. Checked once per place, and only for the newest places: each may cost a call. */
function visibility(place: Place, context: CommandContext): (batch: Batch) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return async (batch) => {
    if (batch.requesterId === place.actor.userId) return maySee(batch, place, context);
    const where = encodeConversation(batch.conversation);
    const answer = known.get(where) ?? (known.size < ASKED_PLACES ? maySee(batch, place, context) : undefined);
    if (answer) known.set(where, answer);
    return (await answer) === true;
  };
}

/**
 * Finds a request by its full id, or by the short id that the list shows. Short ids match the latest requests only, and may be
 * ambiguous. With the scopes `own` and `running`, the requests of the reader's account are found wherever they were made. With
 * `all`, which only admins may use, those of other channels are found if the platform lets the reader read them. With `starred`,
 * so are those that the reader starred.
 */
export async function findEntry(
  named: string,
  place: Place,
  scope: JobScope,
  context: CommandContext,
): Promise<ListedBatch | undefined> {
  const wanted = named.toLowerCase();
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted)) {
    const found = await context.jobs.batch(wanted);
    if (!found) return undefined;
    if (isOwnScope(scope) && found.batch.accountId === (await context.memberships.membershipOf(place))?.accountId) {
      return found;
    }
    if (scope === "starred" && (await isStarredBy(found.batch, place, context))) return found;
    return (await (scope === "all" ? maySee : mayReach)(found.batch, place, context)) ? found : undefined;
  }
  if (wanted === "") return undefined;
  const latest = await latestOf(place, scope, SUGGESTIONS, context);
  const matching = latest.filter(({ batch }) => batch.id.startsWith(wanted));
  const [found, ...others] = matching;
  // The list has only the beginning of its prompt.
  return found && others.length === 0 ? context.jobs.batch(found.batch.id) : undefined;
}

/** Whether the reader starred a request's result, wherever in the workspace, and may still see it. */
async function isStarredBy(batch: Batch, place: Place, context: CommandContext): Promise<boolean> {
  return (await starredBy([batch.id], place, context)).has(batch.id) && maySee(batch, place, context);
}

/** The requests among these ids that the reader starred. */
export async function starredBy(
  ids: readonly string[],
  place: Place,
  { memberships, results }: CommandContext,
): Promise<ReadonlySet<string>> {
  const membership = await memberships.membershipOf(place);
  return membership ? results.starredOf(ids, membership) : new Set();
}

/** A request in one line: its short id, its state, and the beginning of its prompt. `view`: undefined while its jobs are not written. */
export function entryLine({ batch, jobs }: ListedBatch, view: BatchView | undefined, texts: Texts): string {
  const prompt = escapeText(promptOf(batch));
  const state = stateText(jobs, texts, view ? undelivered(view).length : 0);
  return `\`${shortId(batch.id)}\` · ${texts.jobs.line(escapeText(state), prompt)}`;
}

/** The beginning of a prompt, on one line and without invisible characters. Not escaped. */
export function promptOf({ request }: Batch): string {
  return shortened(shownText(request.prompt).replaceAll(/\s+/g, " ").trim(), SHOWN_PROMPT);
}
