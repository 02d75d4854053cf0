import type { Place } from "../../core/account/membership.ts";
import { escapeText, type Button, type Menu, type Message, type Section } from "../../core/chat/message.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Batch, ListedBatch } from "../../core/job/job-store.ts";
import type { Texts } from "../../text/texts.ts";
import { isTheirs } from "../cancel.ts";
import type { CommandContext } from "../command.ts";
import { entryLine, latestOf } from "./entries.ts";
import { isOpen } from "./states.ts";
import { JOB_SCOPES, JOBS_LISTED, jobsPressId, type JobScope } from "./view-id.ts";

/** Requests on a page: what fits a phone's screen, and Discord's components with two buttons each. */
const PAGE = 5;
const LAST_PAGE = JOBS_LISTED / PAGE - 1;

/** A page of requests, each with its state, its message and its actions. A page beyond the end is the last one. */
export async function jobList(
  asked: { readonly scope: JobScope; readonly page: number },
  place: Place,
  context: CommandContext,
): Promise<Message> {
  const { texts } = context;
  const { scope } = asked;
  const wanted = Math.min(asked.page, LAST_PAGE);
  // One more, to know whether there is another page.
  const latest = await latestOf(place, scope, Math.min((wanted + 1) * PAGE + 1, JOBS_LISTED), context);
  const page = Math.max(0, Math.min(wanted, Math.ceil(latest.length / PAGE) - 1));
  const shown = latest.slice(page * PAGE, (page + 1) * PAGE);
  const title = texts.jobs.titles[scope];
  const none = scope === "own" ? texts.jobs.none : texts.jobs.noneHere;
  return {
    text: shown.length === 0 ? none : page === 0 ? title : texts.jobs.page(title, page + 1),
    sections: await Promise.all(shown.map((entry) => entrySection(entry, scope, place, context))),
    menus: [scopeMenu(scope, place, texts)],
    buttons: pageButtons({ scope, page, hasOlder: latest.length > (page + 1) * PAGE }, texts),
  };
}

/** The button that cancels a request in a list, for those who may. */
export function cancelButton({ batch, jobs }: ListedBatch, scope: JobScope, { actor }: Place, texts: Texts): Button[] {
  if (!isOpen(jobs) || !isTheirs(batch, actor)) return [];
  const id = jobsPressId({ kind: "cancel", scope, batchId: batch.id });
  return [{ id, label: texts.notice.cancel, style: "secondary" }];
}

async function entrySection(
  entry: ListedBatch,
  scope: JobScope,
  place: Place,
  context: CommandContext,
): Promise<Section> {
  const { texts } = context;
  const { batch } = entry;
  const url = await addressOf(batch, context);
  const whose = scope === "own" ? "" : ` · ${escapeText(batch.requesterName)}`;
  const show = {
    id: jobsPressId({ kind: "show", scope, batchId: batch.id }),
    label: texts.jobs.show,
    style: "secondary",
  } as const;
  return {
    text: `${entryLine(entry, texts)}${whose}`,
    ...(url === undefined ? {} : { link: { label: texts.jobs.jump, url } }),
    buttons: [show, ...cancelButton(entry, scope, place, texts)],
  };
}

/** The address of a request's result, or else of its notice. A list without it is better than none. */
async function addressOf(
  { id, conversation }: Batch,
  { results, platform }: CommandContext,
): Promise<string | undefined> {
  // A linked account also lists requests of other platforms, whose messages this one can't link to.
  if (conversation.platform !== platform.name) return undefined;
  const view = await results.view(id);
  const posted = (kind: string) => view?.posts.find((post) => post.kind === kind && post.state === "posted")?.messageId;
  const messageId = posted("result") ?? posted("notice");
  if (messageId === undefined) return undefined;
  return platform.linkTo({ conversation, id: messageId }).catch((error: unknown) => {
    if (error instanceof PlatformError) return undefined;
    throw error;
  });
}

function scopeMenu(scope: JobScope, { actor }: Place, { jobs: say }: Texts): Menu {
  const offered = JOB_SCOPES.filter((one) => one !== "all" || actor.isAdmin);
  return {
    id: "scope",
    label: say.whose,
    choices: offered.map((one) => ({
      id: jobsPressId({ kind: "list", scope: one, page: 0 }),
      label: say.scopes[one],
      ...(one === scope ? { isChosen: true as const } : {}),
    })),
  };
}

function pageButtons(
  { scope, page, hasOlder }: { readonly scope: JobScope; readonly page: number; readonly hasOlder: boolean },
  { jobs: say }: Texts,
): readonly Button[] {
  const button = (label: string, to: number): Button => ({
    id: jobsPressId({ kind: "list", scope, page: to }),
    label,
    style: "secondary",
  });
  return [
    ...(page > 0 ? [button(say.newer, page - 1)] : []),
    ...(hasOlder ? [button(say.older, page + 1)] : []),
    button(say.refresh, page),
  ];
}
