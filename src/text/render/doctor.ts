import { CERTIFICATE_DAYS, type AddressAnswer, type AddressFacts, type Finding } from "../../core/account/doctor.ts";
import { codeText, escapeText } from "../../core/chat/message.ts";
import type { Locale } from "../../lib/locale.ts";
import { joined } from "./failures.ts";
import { checkText } from "./keys.ts";
import { platformName } from "./platform-name.ts";
import { shownBytes } from "../shown-bytes.ts";
import { shownMoment } from "./measures.ts";
import { textsFor, type Texts } from "../texts.ts";

/** Above this delay, people notice that the database is slow. */
const SLOW_MS = 100;
/** Beyond this, times in messages and the validity of links are visibly wrong. */
const CLOCK_SKEW_MS = 5_000;
/** A longer wait is reported: the job is not simply next in line. */
const LONG_MS = 10 * 60_000;

/** A finding as one line, with the fix if it needs one. */
export function findingLine(finding: Finding, locale: Locale): string {
  const texts = textsFor(locale);
  const { line, isWell } = judged(finding, texts, locale);
  return isWell ? texts.doctor.well(line) : texts.doctor.bad(line);
}

/** Whether a part needs no attention. */
export function needsNothing(finding: Finding, locale: Locale): boolean {
  return judged(finding, textsFor(locale), locale).isWell;
}

function judged(finding: Finding, texts: Texts, locale: Locale): { readonly line: string; readonly isWell: boolean } {
  const say = texts.doctor;
  switch (finding.part) {
    case "database":
      return databaseJudged(finding, texts, locale);
    case "pooler":
      return { line: say.pooler[finding.mode], isWell: true };
    case "store":
      if (finding.folderTrouble !== undefined) {
        return { line: texts.machine.folder[finding.folderTrouble], isWell: false };
      }
      if (finding.trouble !== undefined) return { line: say.storeTrouble(escapeText(finding.trouble)), isWell: false };
      if (finding.isFull) return { line: say.storeFull, isWell: false };
      return { line: finding.place === "s3" ? say.storeS3 : say.storeFolder, isWell: true };
    case "disk":
      return { line: texts.machine.diskLow(shownBytes(finding.freeBytes)), isWell: false };
    case "backup": {
      const at = shownMoment(finding.at.getTime(), locale);
      return finding.isOld
        ? { line: texts.machine.backupOld(at), isWell: false }
        : { line: texts.machine.backup(at), isWell: true };
    }
    case "bloat":
      return { line: texts.machine.bloat(codeText(finding.tables)), isWell: false };
    case "platform":
      return platformJudged(finding, texts);
    case "address":
      return addressJudged(finding, texts);
    case "clip_files":
      return { line: say.noClipFiles, isWell: false };
    case "plain_http":
      return { line: texts.machine.plainHttp[finding.what], isWell: false };
    case "service":
      return serviceJudged(finding, texts, locale);
    case "key":
      return { line: say.key(escapeText(finding.name), say.health[finding.health]), isWell: false };
    case "refused_key": {
      const { name, at, origin } = finding;
      return { line: say.refusedKey[origin](escapeText(name), shownMoment(at.getTime(), locale)), isWell: false };
    }
    case "partly_refused_key":
      return { line: say.partlyRefusedKey(escapeText(finding.name), finding.service), isWell: false };
    case "claim":
      return { line: say.claim(codeText(finding.code)), isWell: true };
    case "organisation":
      return { line: organisationLine(finding, texts, locale), isWell: true };
    case "workers":
      return finding.alive === 0
        ? { line: say.noWorkers, isWell: false }
        : {
            line: joined(
              [say.workers(finding.alive), ...(finding.chats > 0 ? [say.chats(finding.chats)] : [])],
              locale,
            ),
            isWell: true,
          };
    case "other_version": {
      const { kind, version, isNewer, processes } = finding;
      const name = version && say.versionName(codeText(version.name), version.schema);
      return { line: (isNewer ? say.newer : say.older)[kind](processes, name), isWell: false };
    }
    case "silent":
      return { line: say.silent(codeText(finding.workspace), finding.hours), isWell: false };
    case "quotas":
      return { line: say.quotas(finding.usedUp), isWell: false };
    case "unpriced_quotas":
      return { line: say.unpricedQuotas(finding.quotas, finding.currency), isWell: false };
    case "busy":
      return { line: say.busy(finding.waiting), isWell: false };
    case "undelivered":
      return { line: say.undelivered(finding.results), isWell: false };
    case "slots":
      return { line: say.slots(finding.unknown), isWell: false };
    case "jobs": {
      const { waiting, held, running, unknown, waitingMs } = finding;
      const isLong = waiting > 0 && waitingMs > LONG_MS;
      const line = say.jobs(running, waiting, held, unknown);
      return isLong
        ? { line: joined([line, say.longWait(Math.round(waitingMs / 60_000))], locale), isWell: false }
        : { line, isWell: true };
    }
  }
}

function organisationLine(
  { name, workspaces, code }: Extract<Finding, { part: "organisation" }>,
  texts: Texts,
  locale: Locale,
): string {
  const say = texts.doctor.organisation;
  const line = say.line(name === undefined ? say.unnamed : codeText(name), texts.list(workspaces.map(codeText)));
  return name === undefined || code === undefined
    ? line
    : joined([line, say.code(codeText(code), codeText(name))], locale);
}

function databaseJudged(finding: Extract<Finding, { part: "database" }>, texts: Texts, locale: Locale) {
  const say = texts.doctor;
  if (finding.kind === "away") return { line: say.databaseAway, isWell: false };
  const { ms, aheadMs, version, schema, expectedSchema, missingRole, isOpenToServer } = finding;
  const line = say.database(codeText(version), ms, schema);
  if (schema !== expectedSchema)
    return { line: joined([line, say.otherSchema(expectedSchema)], locale), isWell: false };
  const isOff = Math.abs(aheadMs) > CLOCK_SKEW_MS;
  const clock = isOff ? [say.otherClock(Math.round(Math.abs(aheadMs) / 1_000), aheadMs > 0)] : [];
  const open = [
    ...(missingRole === undefined ? [] : [say.noRole(codeText(missingRole))]),
    ...(isOpenToServer ? [say.openToServer] : []),
  ];
  const fixed = open.length > 0 ? [...open, say.fixedByOperator] : [];
  if (isOff || open.length > 0) return { line: joined([line, ...clock, ...fixed], locale), isWell: false };
  return ms > SLOW_MS ? { line: joined([line, say.slow], locale), isWell: false } : { line, isWell: true };
}

function addressJudged(finding: Extract<Finding, { part: "address" }>, texts: Texts) {
  const say = texts.doctor;
  if (finding.url === undefined) {
    return finding.isNeeded
      ? { line: say.noAddress, isWell: false }
      : { line: texts.machine.needsNoAddress, isWell: true };
  }
  const { url, answer, certificate } = finding;
  const problems = [...answerProblems(answer, texts), ...certificateProblems(certificate, texts)];
  return { line: [say.address(codeText(url)), ...problems].join(" "), isWell: problems.length === 0 };
}

function answerProblems(answer: AddressAnswer, texts: Texts): string[] {
  const say = texts.machine.addressAnswers;
  switch (answer.kind) {
    case "here":
      return [];
    case "silent":
      return [say.silent(answer.code === undefined ? undefined : codeText(answer.code))];
    default:
      return [say[answer.kind](answer.status)];
  }
}

function certificateProblems(certificate: AddressFacts["certificate"], texts: Texts): string[] {
  const say = texts.machine.certificate;
  if (certificate === undefined) return [];
  if (certificate === "unreadable") return [say.unreadable];
  if (certificate.days < 0) return [say.expired];
  return certificate.days < CERTIFICATE_DAYS ? [say.expires(certificate.days)] : [];
}

function platformJudged({ platform, state }: Extract<Finding, { part: "platform" }>, texts: Texts) {
  const say = texts.doctor.platforms;
  const name = platformName(platform, texts);
  switch (state.kind) {
    case "connected":
    case "posting":
    case "standby":
      return { line: say[state.kind](name), isWell: true };
    case "connecting":
      return { line: say.connecting(name, escapeText(state.reason)), isWell: false };
    case "refused":
      return { line: say.refused[state.why](name, state.variable), isWell: false };
  }
}

function serviceJudged(finding: Extract<Finding, { part: "service" }>, texts: Texts, locale: Locale) {
  const say = texts.doctor;
  const name = texts.keys.service(finding.service);
  if (finding.kind === "off") return { line: say.serviceOff(finding.service, name), isWell: false };
  const url = codeText(finding.url);
  const where = finding.isSandbox ? say.sandbox(name) : say.service(name, url);
  const { known, usable, askedWith, check } = finding;
  if (!check) return { line: joined([where, known === 0 ? say.noKey : say.noneUsable(known)], locale), isWell: false };
  const line = joined([where, say.said(usable, checkText(check, texts))], locale);
  if (check.kind === "invalid" && askedWith !== undefined) {
    return { line: joined([line, say.refusedNow(escapeText(askedWith))], locale), isWell: false };
  }
  return { line, isWell: check.kind === "ok" && check.list === undefined };
}
