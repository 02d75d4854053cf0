import { healthOf } from "../../core/account/keys/key.ts";
import { allowedModelsOf } from "../../core/account/policy/allowed-models.ts";
import { videoKeysOf } from "../../core/account/policy/model-list.ts";
import { ORGANISATION_SCOPE, placeScope, workspaceScope } from "../../core/account/policy/scope.ts";
import { codeText, escapeText, type Message, type Section } from "../../core/chat/message.ts";
import { SUGGESTION_MS } from "../../lib/limits.ts";
import { withTimeLimit } from "../../lib/time-limit.ts";
import { needsNothing } from "../../text/render/doctor.ts";
import { actingOf, type Acting } from "../acting.ts";
import { examine } from "../admin/examine-setup.ts";
import type { CommandContext } from "../command.ts";
import { pausedText } from "../policy/pausing.ts";
import { setupButton } from "../setup/setup-setting.ts";
import { PENDING_LISTED } from "./approvals-view.ts";
import { button, fittedTogether, subjectMenu, VIEW_CHARACTERS, type Viewer } from "./view-parts.ts";
import { quotaBars } from "./quota-bars.ts";

/** How long the overview waits for the doctor, which asks the gateway. */
const DOCTOR_MS = 1_000;
const SHOWN_PAUSES = 5;

/** Easel's settings and state in a few lines, with a menu of everything that an admin can see and change. */
export async function homeView(viewer: Viewer, context: CommandContext): Promise<Message> {
  const { texts } = context;
  return {
    text: texts.overview.title,
    sections: await factsOf(viewer, context),
    menus: [subjectMenu("home", viewer, texts)],
    buttons: [setupButton(texts), button({ kind: "home" }, texts.overview.refresh)],
  };
}

/** The overview as text, for places without menus. */
export async function homeText(viewer: Viewer, context: CommandContext): Promise<string> {
  const sections = await factsOf(viewer, context);
  return [context.texts.overview.title, ...sections.map(({ text }) => text)].join("\n");
}

async function factsOf(viewer: Viewer, context: CommandContext): Promise<readonly Section[]> {
  const { facts: say } = context.texts.overview;
  const acting = await actingOf(viewer, context);
  const [models, quotas, pauses, pending, keys, doctor] = await Promise.all([
    modelsLine(acting, context),
    quotaLines(viewer, acting, context),
    pauseLines(viewer, acting, context),
    pendingLine(viewer, acting, context),
    keysLine(acting, context),
    doctorLine(viewer, context),
  ]);
  const { title, cut } = context.texts.overview;
  const lists = [
    { heading: say.here, lines: [models, ...quotas] },
    { heading: say.now, lines: [...pauses, pending, keys, doctor] },
  ];
  const fixed = [title, ...lists.flatMap(({ heading }) => [heading, cut])].join("\n").length;
  const shown = fittedTogether(
    lists.map(({ lines }) => lines.map((line) => `• ${line}`)),
    VIEW_CHARACTERS - fixed,
  );
  return lists.map(({ heading }, index) => ({
    heading,
    text: shown[index]?.lines.join("\n") ?? "",
    ...(shown[index]?.isCut ? { facts: cut } : {}),
  }));
}

async function modelsLine({ membership }: Acting, { listVideoModels, texts }: CommandContext): Promise<string> {
  const { facts: say } = texts.overview;
  const asked = listVideoModels(videoKeysOf(membership), AbortSignal.timeout(SUGGESTION_MS));
  const allowed = allowedModelsOf(membership.policy, await asked.catch(() => undefined));
  const named = (name: string | undefined): string => (name === undefined ? say.noModel : `\`${codeText(name)}\``);
  return say.models(named(allowed.imageModel), named(allowed.videoModel()));
}

async function quotaLines(viewer: Viewer, acting: Acting, context: CommandContext): Promise<readonly string[]> {
  const { conversation, isDirect = false } = viewer;
  const scopes = [ORGANISATION_SCOPE, workspaceScope(conversation), placeScope(conversation, isDirect)];
  const all = await context.quotas.state(acting.organisationId, scopes);
  const bars = await quotaBars(all, viewer, acting, context);
  return bars.length === 0 ? [context.texts.overview.facts.noQuotas] : bars;
}

async function pauseLines(viewer: Viewer, acting: Acting, context: CommandContext): Promise<readonly string[]> {
  const { facts: say } = context.texts.overview;
  const pauses = await context.policies.pauses(acting.organisationId);
  const lines = await Promise.all(
    pauses
      .slice(0, SHOWN_PAUSES)
      .map(async ({ scope, by }) => say.paused(await pausedText(scope, viewer, acting, context), escapeText(by))),
  );
  const more = pauses.length > SHOWN_PAUSES ? [say.morePauses(pauses.length - SHOWN_PAUSES)] : [];
  return lines.length === 0 ? [say.notPaused] : [...lines, ...more];
}

async function pendingLine(viewer: Viewer, acting: Acting, { approvals, texts }: CommandContext): Promise<string> {
  const pending = await approvals.pending(acting.organisationId, viewer.conversation, PENDING_LISTED);
  return texts.overview.facts.pending(pending.length, pending.length < PENDING_LISTED);
}

async function keysLine(acting: Acting, { keyring, clock, texts }: CommandContext): Promise<string> {
  const keys = await keyring.list(acting.organisationId);
  const unusable = keys.filter((key) => healthOf(key, clock.now()) !== "ok");
  return texts.overview.facts.keys(keys.length, unusable.length);
}

/** The number of problems. The doctor asks the gateway, which may take longer than people wait. */
async function doctorLine(viewer: Viewer, context: CommandContext): Promise<string> {
  const { facts: say } = context.texts.overview;
  const late = new Error(`the doctor took longer than ${DOCTOR_MS} ms`);
  try {
    const { findings, here } = await withTimeLimit(DOCTOR_MS, (signal) => examine(viewer, signal, context), {
      clock: context.clock,
      signal: new AbortController().signal,
      late: () => late,
    });
    const problems = findings.filter((finding) => !needsNothing(finding, viewer.actor.locale));
    return say.doctor(problems.length + here.length);
  } catch (error) {
    if (error !== late) throw error;
    return say.doctorLate;
  }
}
