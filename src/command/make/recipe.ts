import { answer, type Reply } from "../reply.ts";
import type { Conversation } from "../../core/chat/conversation.ts";
import type { Actor } from "../../core/chat/event.ts";
import { escapeText, shortened, type Button, type Message } from "../../core/chat/message.ts";
import type { ChainStep, StepJob } from "../../core/delivery/result-store.ts";
import { optionsOf, type MediaRequest } from "../../core/request/request.ts";
import { explained, labelled, unknownText, type FailureReader } from "../../text/render/failures.ts";
import { saidText } from "../../text/render/gateway/gateway-said.ts";
import { gatewayCode, gatewayId } from "../../text/render/gateway/gateway-words.ts";
import { shownMomentIn } from "../../text/render/measures.ts";
import type { Texts } from "../../text/texts.ts";
import { type CommandContext } from "../command.ts";
import { maySee } from "../files/may-reach.ts";
import { linkToPosted } from "../jump-link.ts";
import { recipePages, type RecipeParts } from "./recipe-pages.ts";
import type { Locale } from "../../lib/locale.ts";

/** The most steps of a chain in a recipe. */
const RECIPE_STEPS = 20;

/** Earlier steps get one line each. */
const SHOWN_PROMPT = 200;

/** The person who asks for a recipe, and where. */
interface Asking {
  readonly conversation: Conversation;
  readonly actor: Actor;
}

/** Formats a time in the time zone of the workspace where the batch was requested. */
type Moment = (at: Date) => string;

/** Replies with a batch's recipe and the steps that led to it. `page`: the one that replaces the view with the button. */
export async function tellRecipe(
  batchId: string,
  asking: Asking,
  context: CommandContext,
  page?: number,
): Promise<Reply> {
  const message = await recipeView(batchId, asking, context, { page });
  if (!message) return answer(context.texts.gone);
  return { kind: "answer", message, ...(page === undefined ? {} : { closes: true }) };
}

/**
 * A page of the recipe as a view, with a link to the result; undefined if there is no such batch. A page beyond the end is the
 * last one. `above`: a line above the recipe.
 */
export async function recipeView(
  batchId: string,
  asking: Asking,
  context: CommandContext,
  { page: wanted = 1, above, buttons = [] }: RecipeView = {},
): Promise<Message | undefined> {
  const { texts, results, platform } = context;
  const [parts, view] = await Promise.all([partsOf(batchId, asking, context), results.view(batchId)]);
  if (!parts) return undefined;
  const pages = recipePages(parts, texts, asking.actor.locale);
  const page = Math.max(1, Math.min(wanted, pages.length));
  const url = view && (await linkToPosted(view, asking.actor, platform));
  const title = page === 1 ? texts.recipe.title : texts.jobs.page(texts.recipe.title, page);
  const turn = (label: string, to: number): Button => ({ id: `recipe:${batchId}:${to}`, label, style: "secondary" });
  const all = [
    ...(page > 1 ? [turn(texts.recipe.previousPage, page - 1)] : []),
    ...(page < pages.length ? [turn(texts.recipe.nextPage, page + 1)] : []),
    ...buttons,
  ];
  return {
    text: [...(above === undefined ? [] : [above]), title, pages[page - 1] ?? ""].join("\n"),
    sections: url === undefined ? [] : [{ link: { label: texts.jobs.jump, url } }],
    ...(all.length > 0 ? { buttons: all } : {}),
  };
}

interface RecipeView {
  readonly page?: number | undefined;
  readonly above?: string;
  readonly buttons?: readonly Button[];
}

/**
 * Undefined if there is no such batch. Leaves out earlier steps that the reader may not see. Admins also see which key made it.
 */
async function partsOf(batchId: string, asking: Asking, context: CommandContext): Promise<RecipeParts | undefined> {
  const { results, keyring, policies, texts } = context;
  const { locale, isAdmin } = asking.actor;
  const chain = await results.chain(batchId, RECIPE_STEPS);
  const seen = await Promise.all(
    chain.map(async ({ batch }) => batch.id === batchId || maySee(batch, asking, context)),
  );
  const steps = chain.filter((_, index) => seen[index]);
  const last = steps.at(-1);
  if (!last) return undefined;
  const used = isAdmin ? await keyring.usedFor(last.batch.organisationId, batchId) : [];
  const keys = used.map(({ name, masked, ordinals }) => {
    const key = `${escapeText(name)} \`${masked}\``;
    return used.length === 1 ? key : texts.usage.chart.item(key, texts.list(ordinals.map((ordinal) => `#${ordinal}`)));
  });
  const { organisationId, conversation } = last.batch;
  const timeZone = await policies.timeZone(organisationId, conversation);
  const moment: Moment = (at) => shownMomentIn(at, timeZone, locale);
  const parts = recipeParts(steps, last, { texts, locale, isAdmin, moment });
  const key = keys.length === 0 ? [] : [labelled(texts.keys.usedKey, texts.list(keys), locale)];
  return { ...parts, facts: [...parts.facts, ...key] };
}

/** The reader of a recipe. */
interface Reader {
  readonly texts: Texts;
  readonly locale: Locale;
  readonly isAdmin: boolean;
  readonly moment: Moment;
}

/** The request, its cost, times, and what the gateway said; and the earlier steps in short, oldest first. */
function recipeParts(steps: readonly ChainStep[], last: ChainStep, reader: Reader): RecipeParts {
  const { texts, locale, moment } = reader;
  const say = texts.recipe;
  const line = (name: string, value: string): string => labelled(name, escapeText(value), locale);
  const { batch, jobs } = last;
  const { request } = batch;
  const before = steps.slice(0, -1).map((step, index) => `${index + 1}. ${stepLine(step.batch.request)}`);
  const options = optionsOf(request).map(([name, value]) => `${name} ${value}`);
  return {
    before: before.length === 0 ? [] : [say.before, ...before, `${steps.length}. ${say.thisOne}`],
    prompt: request.prompt,
    facts: [
      line(say.model, request.model),
      ...(options.length === 0 ? [] : [line(say.options, texts.list(options))]),
      line(say.asked, batch.requesterName),
      line(say.cost, costText(last, texts)),
      line(say.queued, moment(batch.createdAt)),
      ...jobs.flatMap((job) => jobLine(job, jobs.length, last, reader)),
    ],
  };
}

function stepLine(request: MediaRequest): string {
  const prompt = escapeText(shortened(request.prompt.replaceAll(/\s+/g, " "), SHOWN_PROMPT));
  const options = optionsOf(request).map(([name, value]) => `${name} ${value}`);
  return [prompt, escapeText(request.model), ...options.map(escapeText)].join(" · ");
}

function costText({ batch, jobs }: ChainStep, texts: Texts): string {
  const say = texts.recipe;
  const { request } = batch;
  const isBilled = jobs.every(({ settlement }) => settlement === "charged");
  const seconds = isBilled ? say.billedSeconds : say.seconds;
  const amount = request.kind === "video" ? seconds(request.billedSeconds) : say.pictures(jobs.length);
  const counts = new Map<StepJob["settlement"], number>();
  for (const { settlement } of jobs) counts.set(settlement, (counts.get(settlement) ?? 0) + 1);
  const settled = [...counts].map(([settlement, count]) =>
    counts.size === 1 ? say.settled[settlement] : `${count} × ${say.settled[settlement]}`,
  );
  return texts.phrases([amount, ...settled]);
}

function jobLine(job: StepJob, of: number, { batch }: ChainStep, { texts, locale, isAdmin, moment }: Reader): string[] {
  const say = texts.recipe;
  // The request ids of its creation and of the answer that ended it.
  const requestIds = new Set([job.requestId, job.failure?.requestId].flatMap((id) => codeOf(gatewayCode(id ?? ""))));
  const remoteId = codeOf(gatewayId(job.remoteId ?? ""));
  const facts = [
    job.submittedAt ? `${say.started} ${moment(job.submittedAt)}` : "",
    job.endedAt ? `${say.ended} ${moment(job.endedAt)}` : "",
    whyText(job, { request: batch.request, locale, isAdmin }),
    requestIds.size === 0 ? "" : `${say.request} ${texts.list([...requestIds])}`,
    ...remoteId.map((id) => `${say.remote} ${id}`),
    saidText(job.usage, texts) ?? "",
  ].filter((part) => part !== "");
  if (facts.length === 0) return [];
  const text = facts.join(" · ");
  return [
    texts.result.item({ thing: batch.service, ordinals: [job.ordinal], of, text: of === 1 ? capitalised(text) : text }),
  ];
}

/** For a line of its own. */
function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Text in backticks; nothing if it is empty. */
function codeOf(text: string): string[] {
  return text === "" ? [] : [`\`${text}\``];
}

/** Why there is no result, where there is none. */
function whyText({ state, failure }: StepJob, reader: FailureReader): string {
  if (state === "unknown") return unknownText(failure, reader);
  return failure ? explained(failure, reader) : "";
}
