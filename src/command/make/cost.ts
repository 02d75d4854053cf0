import { kindOf } from "../../core/request/reference.ts";
import type { CostQuery, WrittenFile } from "../../core/chat/event.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";
import { checkImageRequest, ImageOptions } from "../../core/request/image/image.ts";
import type { Reference } from "../../core/request/reference.ts";
import { takenBy, unpricedOf } from "../../core/account/quota/taken.ts";
import { priceOf } from "../../core/request/prices.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { checkVideoRequest, VideoOptions } from "../../core/request/video/video.ts";
import { SUGGESTION_MS } from "../../lib/limits.ts";
import { costText } from "../../text/render/cost.ts";
import type { Asking } from "../invocation.ts";
import type { Command, CommandContext } from "../command.ts";
import { takesFiles } from "../run.ts";
import { withPreset } from "../admin/presets.ts";
import { findCommand } from "../files/find.ts";
import { readFormId } from "../form/form-id.ts";
import { readForm } from "../form/read-form.ts";
import { loadSubject } from "../form/form-subject.ts";
import { splitCommandLine } from "../parse/command-names.ts";
import type { OptionValues } from "../parse/parse.ts";
import { readTyped, type ReadTyped } from "../parse/read-typed.ts";
import { approvedBy, confirmedBy } from "../../core/account/policy/thresholds.ts";
import { ownScopeNames } from "../quota/scope-names.ts";
import { findRequester } from "./make.ts";
import { suits } from "./make-clip.ts";

/** Replaces a missing prompt, which doesn't affect the cost. */
const SOME_PROMPT = "…";
/** Replaces an unknown length while the request is checked. It is not counted: see `withoutUnknown`. */
const SOME_SECONDS = 1;

/**
 * The cost of the request that a member is writing, as light Markdown. Undefined if it is unknown, because the request is
 * incomplete or has a problem, and for pictures that no quota counts. Reserves nothing.
 */
export async function costOfWritten(query: CostQuery, context: CommandContext): Promise<string | undefined> {
  const written = await readWritten(query, context);
  if (!written) return undefined;
  const { command, read } = written;
  const service = command.spec.name === "video" ? "video" : "image";
  const signal = AbortSignal.timeout(SUGGESTION_MS);
  const requester = await findRequester({ ...query, signal }, service, context);
  if (!requester.ok || !read.ok) return undefined;
  const { options, attachments } = read.value;
  const preset = await withPreset({ ...query, options }, requester.membership, service, context);
  if (!preset.ok) return undefined;
  const files = [...written.files, ...attachments];
  const checked = requestOf(service, { prompt: SOME_PROMPT, ...preset.options }, files, query.files, requester);
  if (!checked) return undefined;
  const unknown = files.filter((file) => lacksLength(file, query.files)).length;
  const request = withoutUnknown(checked, unknown);
  const { organisationId, scopes, policy } = requester.membership;
  const taken = takenBy(request, context.prices);
  const quotas = await context.quotas.state(organisationId, scopes);
  return costText(
    {
      request,
      taken,
      quotas,
      // Without prices, the sandbox may make it for free.
      unpriced: context.prices ? unpricedOf(taken, quotas) : [],
      confirms: confirmedBy(request, policy) !== undefined,
      approves: approvedBy(request, policy, priceOf(request, context.prices)) !== undefined,
      isOpenEnded: options["from"] !== undefined || unknown > 0,
    },
    { texts: context.texts, locale: query.actor.locale, names: ownScopeNames(requester, context) },
  );
}

interface Written {
  readonly command: Command;
  readonly read: ReadTyped;
  /** What the form works from. */
  readonly files: readonly GivenFile[];
}

/** Undefined for a form that makes nothing, and for an earlier request, whose message shows its cost. */
async function readWritten({ asked, ...query }: CostQuery, context: CommandContext): Promise<Written | undefined> {
  const attachments = query.files.map(attachmentOf);
  if (asked.kind === "line") {
    const names = context.commands.map(({ spec }) => spec.name);
    const line = splitCommandLine(asked.line, names);
    const found = line && findCommand(line.command, query.actor, context);
    if (!line || found?.kind !== "command" || !takesFiles(found.command)) return undefined;
    const { command } = found;
    return { command, read: readTyped(line.rest, { options: {}, attachments }, command.spec), files: [] };
  }
  const subject = readFormId(asked.form);
  if (subject?.kind !== "command" && subject?.kind !== "result" && subject?.kind !== "message") return undefined;
  const loaded = await loadSubject(subject, query, context);
  if (!loaded) return undefined;
  const read = readForm({ values: asked.values, attachments }, loaded, undefined, context.texts);
  return { command: loaded.command, read, files: loaded.sources.map(({ file, kind }) => ({ ...file, kind })) };
}

/** `source` is its place among the written files. */
function attachmentOf({ name, mimeType, option }: WrittenFile, index: number): GivenFile {
  return { source: String(index), name, mimeType, bytes: 0, ...(option === undefined ? {} : { option }) };
}

/** The request with placeholders for files that have not been read yet. */
function requestOf(
  service: "image" | "video",
  options: OptionValues,
  files: readonly GivenFile[],
  written: readonly WrittenFile[],
  { listed, allowedModels }: Asking,
): MediaRequest | undefined {
  if (service === "image") {
    const checked = checkImageRequest(ImageOptions.parse(options), { references: [] }, allowedModels.imageModel);
    return checked.ok ? checked.value : undefined;
  }
  const usual = {
    model: allowedModels.videoModel((model) => suits(model, files)),
    maxBilled: allowedModels.maxSeconds,
    offered: allowedModels.videoModels,
  };
  const references = files.flatMap((file) => referenceOf(file, written) ?? []);
  const checked = checkVideoRequest(VideoOptions.parse(options), references, listed, usual);
  return checked.ok ? checked.value : undefined;
}

/** Subtracts the placeholder lengths of `unknown` videos from the billed seconds. */
function withoutUnknown(request: MediaRequest, unknown: number): MediaRequest {
  if (request.kind === "image") return request;
  return { ...request, billedSeconds: request.billedSeconds - unknown * SOME_SECONDS };
}

function referenceOf(file: GivenFile, written: readonly WrittenFile[]): Reference | undefined {
  const { name, mimeType, option } = file;
  const kind = file.kind ?? kindOf(mimeType);
  if (!kind) return undefined;
  const seconds = kind === "video" ? { seconds: lengthOf(file, written) ?? SOME_SECONDS } : {};
  const role = option === "first_frame" || option === "last_frame" ? ({ role: option } as const) : {};
  return { kind, hash: "", mimeType, name, bytes: 0, ...seconds, ...role };
}

function lengthOf({ source }: GivenFile, written: readonly WrittenFile[]): number | undefined {
  return written[Number(source)]?.seconds;
}

function lacksLength(file: GivenFile, written: readonly WrittenFile[]): boolean {
  return (file.kind ?? kindOf(file.mimeType)) === "video" && lengthOf(file, written) === undefined;
}
