import { codeText, escapeText } from "../../core/chat/message.ts";
import {
  failureCode,
  sumsOf,
  type FailedJob,
  type FailedRequest,
  type RecoverySums,
} from "../../core/job/recovery/plan.ts";
import { RETRY_OUTCOMES, type EndedRetry, type RecoveryState } from "../../core/job/recovery/recoveries.ts";
import type { Locale } from "../../lib/locale.ts";
import { shownMomentIn } from "../../text/render/measures.ts";
import { usedText } from "../../text/render/usage.ts";
import { textsFor, type Texts } from "../../text/texts.ts";

/** Characters of the gateway's code in a line: some are sentences. */
const CODE_CHARACTERS = 60;

/** Failures with one reason and one key, with their sums. */
export interface FailureGroup {
  readonly code: string;
  readonly credentialId: string | undefined;
  readonly sums: RecoverySums;
}

/** Failures by reason and key, most requests first. */
export function groupsOf(requests: readonly FailedRequest[]): readonly FailureGroup[] {
  const all = requests.flatMap((request) => request.jobs.map((job) => ({ request, job })));
  const groups = Map.groupBy(all, ({ job }) => `${job.credentialId ?? ""} ${failureCode(job.failure)}`);
  return [...groups.values()]
    .flatMap((members) => {
      const [first] = members;
      if (!first) return [];
      const { failure, credentialId } = first.job;
      return [{ code: failureCode(failure), credentialId, sums: sumsOf(byRequest(members)) }];
    })
    .toSorted((one, other) => other.sums.requests - one.sums.requests);
}

function byRequest(members: readonly { readonly request: FailedRequest; readonly job: FailedJob }[]) {
  return [...Map.groupBy(members, ({ request }) => request)].map(([request, ofIt]) => ({
    request,
    jobs: ofIt.map(({ job }) => job),
  }));
}

/** The number of requests and members, and the sums. */
export function sumsText({ requests, members, images, seconds }: RecoverySums, texts: Texts): string {
  return texts.recovery.sums(requests, members, usedText(images, seconds, texts));
}

/** A reason as the gateway named it. */
export function codeShown(code: string): string {
  const short = code.length > CODE_CHARACTERS ? `${code.slice(0, CODE_CHARACTERS)}…` : code;
  return `\`${codeText(short)}\``;
}

/** A line of the view: reason, key and sums. */
export function groupLine(
  { code, credentialId, sums }: FailureGroup,
  keyNames: ReadonlyMap<string, string>,
  texts: Texts,
): string {
  const { recovery: say, audit } = texts;
  const name = credentialId === undefined ? undefined : keyNames.get(credentialId);
  const known = name === undefined ? audit.gone.key : say.withKey(escapeText(name));
  const parts = [
    codeShown(code),
    credentialId === undefined ? say.withoutKey : known,
    sumsText(sums, texts),
    ...(sums.uncertain === 0 ? [] : [say.uncertain(sums.uncertain)]),
  ];
  return `• ${parts.join(" · ")}`;
}

/** A confirmed recovery with its progress, and a line per outcome. */
export function stateLines(
  { kind, sums, outcomes, confirmedAt }: RecoveryState,
  saying: { readonly texts: Texts; readonly timeZone: string; readonly locale: Locale },
): readonly string[] {
  const { texts, timeZone, locale } = saying;
  const when = shownMomentIn(confirmedAt, timeZone, locale);
  const say = texts.recovery.state;
  const all = sumsText(sums, texts);
  if (kind === "refund") return [`• ${say.refund(when, all)}`];
  const done = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return [
    `• ${say.retry(when, done, sums.requests, all)}`,
    ...outcomeTexts(outcomes, texts).map((outcome) => `– ${outcome}`),
  ];
}

/** The note for admins when a retry is done. */
export function endedText({ sums, outcomes, locale }: EndedRetry): string {
  const texts = textsFor(locale);
  return texts.recovery.ended(sums.requests, outcomeTexts(outcomes, texts));
}

function outcomeTexts(outcomes: EndedRetry["outcomes"], texts: Texts): readonly string[] {
  return RETRY_OUTCOMES.flatMap((outcome) => {
    const count = outcomes[outcome] ?? 0;
    return count === 0 ? [] : [texts.recovery.outcomes[outcome](count)];
  });
}
