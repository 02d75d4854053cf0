import { answer, type Reply } from "../reply.ts";
import type { Conversation } from "../../core/chat/conversation.ts";
import type { Actor } from "../../core/chat/event.ts";
import { escapeText, shortened } from "../../core/chat/message.ts";
import type { ChainStep, StepJob } from "../../core/delivery/result-store.ts";
import { optionsOf, type MediaRequest } from "../../core/request/request.ts";
import { explained, labelled, unknownText, type FailureReader } from "../../text/render/failures.ts";
import { saidText } from "../../text/render/gateway/gateway-said.ts";
import { gatewayCode, gatewayId } from "../../text/render/gateway/gateway-words.ts";
import { shownMomentIn } from "../../text/render/measures.ts";
import type { Texts } from "../../text/texts.ts";
import { type CommandContext } from "../command.ts";
import { maySee } from "../files/may-reach.ts";
import type { Locale } from "../../lib/locale.ts";

/** The most steps of a chain in a recipe. */
const RECIPE_STEPS = 20;

/** Characters of the prompt. No chat shows more than 40,000 of a message, and the rest of the recipe must fit. */
const RECIPE_PROMPT = 20_000;

/** Earlier steps get one line each. */
const SHOWN_PROMPT = 200;

/** The person who asks for a recipe, and where. */
interface Asking {
  readonly conversation: Conversation;
  readonly actor: Actor;
}

/** Formats a time in the time zone of the workspace where the batch was requested. */
type Moment = (at: Date) => string;

/** Replies with a batch's recipe and the steps that led to it. */
export async function tellRecipe(batchId: string, asking: Asking, context: CommandContext): Promise<Reply> {
  const text = await recipeOf(batchId, asking, context);
  return answer(text ?? context.texts.gone);
}

/**
 * The recipe as text; undefined if there is no such batch. Leaves out earlier steps that the reader may not see. Admins also see
 * which key made it.
 */
export async function recipeOf(batchId: string, asking: Asking, context: CommandContext): Promise<string | undefined> {
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
  const recipe = recipeText(steps, { texts, locale, isAdmin, moment });
  return keys.length === 0 ? recipe : `${recipe}\n${labelled(texts.keys.usedKey, texts.list(keys), locale)}`;
}

/** The reader of a recipe. */
interface Reader {
  readonly texts: Texts;
  readonly locale: Locale;
  readonly isAdmin: boolean;
  readonly moment: Moment;
}

/** The request, its cost, times, and what the gateway said; then the earlier steps in short, oldest first. */
function recipeText(steps: readonly ChainStep[], reader: Reader): string {
  const { texts, locale, moment } = reader;
  const say = texts.recipe;
  const line = (name: string, value: string): string => labelled(name, escapeText(value), locale);
  const last = steps.at(-1);
  if (!last) return texts.gone;
  const { batch, jobs } = last;
  const { request } = batch;
  const before = steps.slice(0, -1).map((step, index) => `${index + 1}. ${stepLine(step.batch.request)}`);
  const options = optionsOf(request).map(([name, value]) => `${name} ${value}`);
  return [
    say.title,
    ...(before.length === 0 ? [] : [say.before, ...before, `${steps.length}. ${say.thisOne}`]),
    line(say.prompt, shortened(request.prompt, RECIPE_PROMPT)),
    line(say.model, request.model),
    ...(options.length === 0 ? [] : [line(say.options, texts.list(options))]),
    line(say.asked, batch.requesterName),
    line(say.cost, costText(last, texts)),
    line(say.queued, moment(batch.createdAt)),
    ...jobs.flatMap((job) => jobLine(job, jobs.length, last, reader)),
  ].join("\n");
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
