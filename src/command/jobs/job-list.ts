import type { Place } from "../../core/account/membership.ts";
import { linkToPosted } from "../jump-link.ts";
import {
  escapeText,
  type Button,
  type Menu,
  type Message,
  type Section,
  type Thumbnail,
} from "../../core/chat/message.ts";
import type { Conversation } from "../../core/chat/conversation.ts";
import type { BatchView } from "../../core/delivery/delivery-store.ts";
import type { ListedBatch } from "../../core/job/job-store.ts";
import type { Texts } from "../../text/texts.ts";
import { postedPicture } from "../../worker/delivery/result/posted-picture.ts";
import { isTheirs } from "../cancel.ts";
import type { CommandContext } from "../command.ts";
import { unstarButton } from "../make/star.ts";
import { entryLine, latestOf, promptOf, starredBy } from "./entries.ts";
import { readerOf, type Reader } from "./posted-message.ts";
import { isOpen } from "./states.ts";
import { isOwnScope, JOB_SCOPES, jobsPressId, listedIn, type JobScope } from "./view-id.ts";

/** Requests on a page: what fits a phone's screen, and Discord's components with two buttons each. */
const PAGE = 5;

/** A page of requests, each with its state, its message and its actions. A page beyond the end is the last one. */
export async function jobList(
  asked: { readonly scope: JobScope; readonly page: number },
  place: Place,
  context: CommandContext,
): Promise<Message> {
  const { texts } = context;
  const { scope } = asked;
  const most = listedIn(scope);
  const wanted = Math.min(asked.page, most / PAGE - 1);
  // One more, to know whether there is another page.
  const latest = await latestOf(place, scope, Math.min((wanted + 1) * PAGE + 1, most), context);
  const page = Math.max(0, Math.min(wanted, Math.ceil(latest.length / PAGE) - 1));
  const shown = latest.slice(page * PAGE, (page + 1) * PAGE);
  const title = scope === "starred" && place.isDirect ? texts.jobs.ownStars : texts.jobs.titles[scope];
  const ids = shown.map(({ batch }) => batch.id);
  const starred = scope === "starred" ? await starredBy(ids, place, context) : new Set<string>();
  return {
    text: shown.length === 0 ? noneText(scope, texts) : page === 0 ? title : texts.jobs.page(title, page + 1),
    sections: await Promise.all(
      shown.map((entry) => {
        const actions = starred.has(entry.batch.id)
          ? [unstarButton(entry.batch.id, texts)]
          : cancelButton(entry, scope, place, texts);
        return entrySection(entry, { scope, actions }, place, context);
      }),
    ),
    menus: [scopeMenu(scope, place, texts)],
    buttons: pageButtons({ scope, page, hasOlder: latest.length > (page + 1) * PAGE }, texts),
  };
}

function noneText(scope: JobScope, { jobs: say }: Texts): string {
  const { none: own, noneRunning: running, noneHere, noneStarred: starred } = say;
  return { own, running, channel: noneHere, starred, all: noneHere }[scope];
}

/** The button that cancels a request in a list, if the reader may. */
export function cancelButton({ batch, jobs }: ListedBatch, scope: JobScope, { actor }: Place, texts: Texts): Button[] {
  if (!isOpen(jobs) || !isTheirs(batch, actor)) return [];
  const id = jobsPressId({ kind: "cancel", scope, batchId: batch.id });
  return [{ id, label: texts.notice.cancel, style: "secondary" }];
}

async function entrySection(
  entry: ListedBatch,
  { scope, actions }: { readonly scope: JobScope; readonly actions: readonly Button[] },
  { conversation, actor }: Place,
  context: CommandContext,
): Promise<Section> {
  const { texts } = context;
  const { batch } = entry;
  const reader = readerOf(batch, actor);
  const view = await context.results.view(batch.id);
  const url = view && (await linkToPosted(view, actor, context.platform));
  const thumbnail = view && thumbnailOf(view, conversation, reader);
  const whose = isOwnScope(scope) ? "" : ` · ${escapeText(batch.requesterName)}`;
  const show = {
    id: jobsPressId({ kind: "show", scope, batchId: batch.id }),
    label: texts.jobs.show,
    style: "secondary",
  } as const;
  return {
    text: `${entryLine(entry, view, texts)}${whose}`,
    ...(url === undefined ? {} : { link: { label: texts.jobs.jump, url } }),
    ...(thumbnail ? { thumbnail } : {}),
    buttons: [show, ...actions],
  };
}

/** The first picture in a request's messages. None from another workspace: only its members see its messages. */
function thumbnailOf(view: BatchView, { platform, workspace }: Conversation, reader: Reader): Thumbnail | undefined {
  const there = view.batch.conversation;
  if (there.platform !== platform || there.workspace !== workspace) return undefined;
  for (const job of view.jobs) {
    const posted = postedPicture(view, job, reader);
    if (posted?.mimeType.startsWith("image/")) return { posted, description: promptOf(view.batch) };
  }
  return undefined;
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
