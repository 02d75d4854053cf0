import type { Invocation } from "../src/command/invocation.ts";
import { answer, refuse, type Reply } from "../src/command/reply.ts";
import { escapeText, shortened, shownText, type Button } from "../src/core/chat/message.ts";
import { type Command, type CommandContext } from "../src/command/command.ts";
import { isOpen, shortId, stateText } from "../src/command/job-list.ts";
import { notAdminText } from "../src/command/admin/not-admin.ts";
import { mayReach, maySee } from "../src/command/files/reach.ts";
import { recipeOf } from "../src/command/make/recipe.ts";
import { fetchButtons } from "../src/worker/delivery/result/result-buttons.ts";
import { SUGGESTIONS } from "../src/lib/limits.ts";
import type { Batch, Job, Within } from "../src/core/job/job-store.ts";
import { oneOf } from "../src/core/request/given.ts";
import type { RequestProblem } from "../src/core/request/problem.ts";
import type { Texts } from "../src/text/texts.ts";
import { cancelBatch, isTheirs } from "../src/command/cancel.ts";

/** How many requests of a channel or workspace are examined to find enough that the reader may see. */
const JOBS_LOOKED_AT = 50;

const ACTIONS = ["list", "show", "cancel"] as const;
/** The member's own, those of this channel, or, for admins, those of the whole workspace. */
const SCOPES = ["own", "channel", "all"] as const;
type JobScope = (typeof SCOPES)[number];
const SHOWN = 10;
const SHOWN_PROMPT = 80;
const SHOWN_ON_BUTTON = 30;

interface Entry {
  readonly batch: Batch;
  readonly jobs: readonly Job[];
}

/** `/jobs`: the member's latest requests, one request in full, and cancelling. */
export const jobs: Command = {
  spec: {
    name: "jobs",
    example: "show 1a2b3c4d",
    textOption: "action",
    options: [
      { name: "action", type: "text", suggestions: ACTIONS },
      { name: "job", type: "text" },
      { name: "scope", type: "text", suggestions: SCOPES },
    ],
  },

  async run(invocation, context) {
    // In free text both come without their option names: `/jobs cancel 1a2b3c4d`.
    const [first = "list", ...rest] = String(invocation.options["action"] ?? "list")
      .trim()
      .split(/\s+/);
    const named = String(invocation.options["job"] ?? rest.join(" ")).trim();
    const problems: RequestProblem[] = [];
    const action = oneOf("action", first, ACTIONS, problems);
    const { scope: givenScope } = invocation.options;
    const scope = oneOf("scope", givenScope === undefined ? "own" : String(givenScope), SCOPES, problems);
    if (action === undefined || scope === undefined) return refuse(problems);
    if (scope === "all" && !invocation.actor.isAdmin) return answer(notAdminText(invocation.actor, context));
    if (action === "list") return list(invocation, scope, context);
    const entry = await find(named, invocation, scope, context);
    if (!entry)
      return answer(
        named === "" ? context.texts.jobs.whichJob(action) : context.texts.jobs.noSuchJob(escapeText(named)),
      );
    return action === "cancel" ? cancelBatch(entry.batch, invocation.actor, context) : show(entry, invocation, context);
  },
};

async function list(invocation: Invocation, scope: JobScope, context: CommandContext): Promise<Reply> {
  const { texts } = context;
  const latest = await latestOf(invocation, scope, SHOWN, context);
  if (latest.length === 0) return answer(scope === "own" ? texts.jobs.none : texts.jobs.noneHere);
  const lines = latest.map((entry) => {
    const whose = scope === "own" ? "" : ` · ${escapeText(entry.batch.requesterName)}`;
    return `• ${lineOf(entry, texts)}${whose}`;
  });
  const mine = latest.filter(({ batch }) => isTheirs(batch, invocation.actor));
  const open = mine.filter((entry) => isOpen(entry.jobs)).slice(0, 5);
  return {
    kind: "answer",
    message: {
      text: [texts.jobs.titles[scope], ...lines].join("\n"),
      buttons: open.map((entry) => cancelButton(entry, texts)),
    },
  };
}

async function latestOf(
  invocation: Invocation,
  scope: JobScope,
  limit: number,
  context: CommandContext,
): Promise<readonly Entry[]> {
  const { jobs: service, memberships } = context;
  const membership = await memberships.membershipOf(invocation);
  if (!membership) return [];
  const { conversation } = invocation;
  const within: Within =
    scope === "own"
      ? { kind: "account", accountId: membership.accountId }
      : { kind: scope === "all" ? "workspace" : "channel", conversation };
  if (scope === "own") return service.latest(membership.organisationId, within, limit);
  // Private threads, channels and direct messages are shown only to those who can read them, so some requests are left out.
  const latest = await service.latest(membership.organisationId, within, JOBS_LOOKED_AT);
  const seen = await Promise.all(latest.map(({ batch }) => maySee(batch, invocation, context)));
  return latest.filter((_, index) => seen[index]).slice(0, limit);
}

async function show(entry: Entry, invocation: Invocation, context: CommandContext): Promise<Reply> {
  const { texts } = context;
  const { id } = entry.batch;
  const [recipe = texts.gone, view] = await Promise.all([recipeOf(id, invocation, context), context.results.view(id)]);
  const buttons = [
    ...(view ? fetchButtons(view, view.jobs, texts) : []),
    ...(isOpen(entry.jobs) ? [cancelButton(entry, texts)] : []),
  ];
  return {
    kind: "answer",
    message: {
      text: [lineOf(entry, texts), recipe].join("\n"),
      ...(buttons.length > 0 ? { buttons } : {}),
    },
  };
}

/**
 * Finds a request by its full id, or by the short id that the list shows. Short ids match the latest requests only, and may be
 * ambiguous.
 */
async function find(
  named: string,
  invocation: Invocation,
  scope: JobScope,
  context: CommandContext,
): Promise<Entry | undefined> {
  const wanted = named.toLowerCase();
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted)) {
    const found = await context.jobs.batch(wanted);
    return found && (await mayReach(found.batch, invocation, context)) ? found : undefined;
  }
  if (wanted === "") return undefined;
  const latest = await latestOf(invocation, scope, SUGGESTIONS, context);
  const matching = latest.filter(({ batch }) => batch.id.startsWith(wanted));
  return matching.length === 1 ? matching[0] : undefined;
}

function cancelButton({ batch }: Entry, texts: Texts): Button {
  const label = `${texts.notice.cancel}: ${promptOf(batch, SHOWN_ON_BUTTON)}`;
  return { id: `cancel:${batch.id}`, label, style: "secondary" };
}

function lineOf({ batch, jobs: members }: Entry, texts: Texts): string {
  const prompt = escapeText(promptOf(batch, SHOWN_PROMPT));
  return `\`${shortId(batch.id)}\` · ${texts.jobs.line(escapeText(stateText(members, texts)), prompt)}`;
}

/** The beginning of a prompt, on one line and without what people can't see. Not escaped. */
function promptOf({ request }: Batch, maxLength: number): string {
  return shortened(shownText(request.prompt).replaceAll(/\s+/g, " ").trim(), maxLength);
}
