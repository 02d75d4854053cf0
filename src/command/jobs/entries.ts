import type { Place } from "../../core/account/membership.ts";
import { escapeText, shortened, shownText } from "../../core/chat/message.ts";
import type { Batch, ListedBatch, Within } from "../../core/job/job-store.ts";
import { SUGGESTIONS } from "../../lib/limits.ts";
import type { Texts } from "../../text/texts.ts";
import type { CommandContext } from "../command.ts";
import { mayReach, maySee } from "../files/reach.ts";
import { shortId, stateText } from "./states.ts";
import { JOBS_LISTED, type JobScope } from "./view-id.ts";

const SHOWN_PROMPT = 80;

/** The latest requests that the reader may see, newest first. Of a channel or workspace, only so many are examined. */
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
  const within: Within =
    scope === "own"
      ? { kind: "account", accountId: membership.accountId }
      : { kind: scope === "all" ? "workspace" : "channel", conversation };
  if (scope === "own") return service.latest(membership.organisationId, within, limit);
  // Private threads, channels and direct messages are shown only to those who can read them, so some requests are left out.
  const latest = await service.latest(membership.organisationId, within, JOBS_LISTED);
  const seen = await Promise.all(latest.map(({ batch }) => maySee(batch, place, context)));
  return latest.filter((_, index) => seen[index]).slice(0, limit);
}

/**
 * Finds a request by its full id, or by the short id that the list shows. Short ids match the latest requests only, and may be
 * ambiguous. With the scope `own`, the requests of the reader's account are found wherever they were made. With `all`, which
 * only admins may use, those of other channels are found as far as the platform lets the reader read them.
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
    if (scope === "own" && found.batch.accountId === (await context.memberships.membershipOf(place))?.accountId) {
      return found;
    }
    return (await (scope === "all" ? maySee : mayReach)(found.batch, place, context)) ? found : undefined;
  }
  if (wanted === "") return undefined;
  const latest = await latestOf(place, scope, SUGGESTIONS, context);
  const matching = latest.filter(({ batch }) => batch.id.startsWith(wanted));
  const [found, ...others] = matching;
  // The list has only the beginning of its prompt.
  return found && others.length === 0 ? context.jobs.batch(found.batch.id) : undefined;
}

/** A request in one line: its short id, its state, and the beginning of its prompt. */
export function entryLine({ batch, jobs }: ListedBatch, texts: Texts): string {
  const prompt = escapeText(promptOf(batch));
  return `\`${shortId(batch.id)}\` · ${texts.jobs.line(escapeText(stateText(jobs, texts)), prompt)}`;
}

/** The beginning of a prompt, on one line and without what people can't see. Not escaped. */
function promptOf({ request }: Batch): string {
  return shortened(shownText(request.prompt).replaceAll(/\s+/g, " ").trim(), SHOWN_PROMPT);
}
