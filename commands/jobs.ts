import { escapeText, shortened, type Button } from "../src/chat/message.ts";
import {
  answer,
  refuse,
  type Command,
  type CommandContext,
  type Invocation,
  type Reply,
} from "../src/command/command.ts";
import { isOpen, shortId, stateText } from "../src/command/job-list.ts";
import { mayReach } from "../src/command/reach.ts";
import { recipeOf } from "../src/command/recipe.ts";
import { SUGGESTIONS } from "../src/limits.ts";
import type { Batch, Job } from "../src/job/store.ts";
import { oneOf } from "../src/request/given.ts";
import type { RequestProblem } from "../src/request/problem.ts";
import type { Texts } from "../src/text/texts.ts";
import { cancelBatch } from "../src/command/cancel.ts";

const ACTIONS = ["list", "show", "cancel"] as const;
const SHOWN = 10;
const SHOWN_PROMPT = 80;
const SHOWN_ON_BUTTON = 30;

interface Entry {
  readonly batch: Batch;
  readonly jobs: readonly Job[];
}

/** `/jobs`: the member's latest requests, one of them in full, and the way to cancel what is under way. */
export const jobs: Command = {
  spec: {
    name: "jobs",
    textOption: "action",
    options: [
      { name: "action", type: "text", suggestions: ACTIONS },
      { name: "job", type: "text" },
    ],
  },

  async run(invocation, context) {
    // In free text both stand there without their names: `/jobs cancel 1a2b3c4d`.
    const [first = "list", ...rest] = String(invocation.options["action"] ?? "list")
      .trim()
      .split(/\s+/);
    const named = String(invocation.options["job"] ?? rest.join(" ")).trim();
    const problems: RequestProblem[] = [];
    const action = oneOf("action", first, ACTIONS, problems);
    if (action === undefined) return refuse(problems);
    if (action === "list") return list(invocation, context);
    const entry = await find(named, invocation, context);
    if (!entry)
      return answer(named === "" ? context.texts.jobs.whichJob : context.texts.jobs.noSuchJob(escapeText(named)));
    return action === "cancel" ? cancelBatch(entry.batch, invocation.actor, context) : show(entry, invocation, context);
  },
};

async function list(invocation: Invocation, { jobs: service, standings, texts }: CommandContext): Promise<Reply> {
  const standing = await standings.standingOf(invocation);
  const latest = standing ? await service.latest(standing.accountId, SHOWN) : [];
  if (latest.length === 0) return answer(texts.jobs.none);
  const lines = latest.map((entry) => `• ${lineOf(entry, texts)}`);
  const open = latest.filter((entry) => isOpen(entry.jobs)).slice(0, 5);
  return {
    kind: "answer",
    message: {
      text: [texts.jobs.title, ...lines].join("\n"),
      buttons: open.map((entry) => cancelButton(entry, texts)),
    },
  };
}

async function show(entry: Entry, { actor }: Invocation, context: CommandContext): Promise<Reply> {
  const { texts } = context;
  const recipe = (await recipeOf(entry.batch.id, actor, context)) ?? texts.gone;
  return {
    kind: "answer",
    message: {
      text: [lineOf(entry, texts), recipe].join("\n"),
      ...(isOpen(entry.jobs) ? { buttons: [cancelButton(entry, texts)] } : {}),
    },
  };
}

/** By the id that the list shows, or by the whole one. Only the latest are known by the short one, which need not be unique. */
async function find(
  named: string,
  invocation: Invocation,
  { jobs: service, standings }: CommandContext,
): Promise<Entry | undefined> {
  const wanted = named.toLowerCase();
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted)) {
    const found = await service.batch(wanted);
    return found && mayReach(found.batch, invocation.conversation, invocation.actor) ? found : undefined;
  }
  if (wanted === "") return undefined;
  const standing = await standings.standingOf(invocation);
  const latest = standing ? await service.latest(standing.accountId, SUGGESTIONS) : [];
  const matching = latest.filter(({ batch }) => batch.id.startsWith(wanted));
  return matching.length === 1 ? matching[0] : undefined;
}

function cancelButton({ batch }: Entry, texts: Texts): Button {
  const label = `${texts.notice.cancel}: ${shortened(batch.request.prompt, SHOWN_ON_BUTTON)}`;
  return { id: `cancel:${batch.id}`, label, style: "secondary" };
}

function lineOf({ batch, jobs: members }: Entry, texts: Texts): string {
  const prompt = escapeText(shortened(batch.request.prompt, SHOWN_PROMPT));
  return `\`${shortId(batch.id)}\` · ${texts.jobs.line(stateText(members, texts), prompt)}`;
}
