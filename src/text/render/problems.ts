import { codeText, shortened } from "../../core/chat/message.ts";
import type { JsonFault } from "../../core/request/json-fault.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { allowedSeconds } from "../../core/request/video/seconds.ts";
import type { SecondsRule } from "../../core/request/video/video-rules.ts";
import { fileProblemText } from "./file-problems.ts";
import { policyProblemText } from "./policy-problems.ts";
import { shown } from "./shown.ts";
import type { Texts } from "../texts.ts";

const SHOWN_CHARACTERS = 60;
/** Problems in one answer: more than honest mistakes cause. A crafted text can have thousands. */
const SHOWN_PROBLEMS = 10;

/** Rules that no change to the request can satisfy. */
const NOT_ABOUT_THE_REQUEST: ReadonlySet<RequestProblem["rule"]> = new Set([
  "paused",
  "too_many_waiting",
  "not_for_you",
  "guest_unknown",
  "roles_unknown",
]);

/** The parts of the refused command that the answer needs. */
export interface RefusedCommand {
  readonly name: string;
  readonly effect?: "makes" | "changes";
  readonly example?: string;
}

/** Problems with the form of a command, for which an example helps. */
const ABOUT_FORM: ReadonlySet<RequestProblem["rule"]> = new Set([
  "missing_value",
  "missing_option",
  "unexpected_words",
  "unknown_option",
  "unclosed_quote",
]);

/**
 * The problems as one answer: what is wrong, in which option, what is allowed, and that nothing was spent or changed, which a
 * command that only shows something doesn't need. Shows the first problems and the number of the others.
 */
export function problemsText(
  problems: readonly RequestProblem[],
  texts: Texts,
  about: RefusedCommand = { name: "", effect: "makes" },
): string {
  const lines = problems.slice(0, SHOWN_PROBLEMS).map((problem) => problemText(problem, texts));
  const others = problems.length - lines.length;
  const all = others === 0 ? lines : [...lines, texts.problem.others(others)];
  const list = all.length === 1 ? all : all.map((line) => `• ${line}`);
  const spent = isFixable(problems) ? texts.problem.nothingSpent : texts.problem.nothingSent;
  const end = { makes: [spent], changes: [texts.problem.nothingChanged], tells: [] }[about.effect ?? "tells"];
  const isUnclear = about.example !== undefined && problems.some(({ rule }) => ABOUT_FORM.has(rule));
  const example = isUnclear ? [texts.problem.example(`/${about.name} ${about.example}`)] : [];
  return [texts.problem.intro(problems.length), ...list, ...example, ...end].join("\n");
}

/** Whether changing the request can help. It can't help a member who may not make anything here. */
export function isFixable(problems: readonly RequestProblem[]): boolean {
  return problems.some(({ rule }) => !NOT_ABOUT_THE_REQUEST.has(rule));
}

/** One problem as a sentence. */
export function problemText(problem: RequestProblem, texts: Texts): string {
  const say = texts.problem;
  switch (problem.rule) {
    case "empty":
      return say.empty(problem.option);
    case "not_allowed":
      return say.notAllowed(problem.option, shown(problem.given), texts.list(problem.allowed));
    case "unknown_model":
      return say.unknownModel(
        shown(problem.given),
        problem.suggestion && named(problem.suggestion),
        codeList(problem.allowed, texts),
      );
    case "model_of_other_kind":
      return say.modelOfOtherKind(named(problem.given), problem.makes, codeList(problem.allowed, texts));
    case "unlisted_model":
      return say.unlistedModel(named(problem.given), codeList(problem.allowed, texts));
    case "out_of_range":
      return say.outOfRange(problem.option, shown(problem.given), problem.min, problem.max);
    case "too_long":
      return say.tooLong(problem.option, problem.length, problem.max);
    case "size":
      return sizeText(problem, texts);
    case "not_for_model":
      return say.notForModel(
        problem.option,
        shown(problem.given),
        named(problem.model),
        codeList(problem.models, texts),
      );
    case "conflict":
      if (problem.option === problem.other) {
        return say.givenTwice(problem.option, shown(problem.given), shown(problem.otherGiven));
      }
      return say.conflict(problem.option, shown(problem.given), problem.other, shown(problem.otherGiven));
    case "unknown_option":
      return say.unknownOption(
        named(problem.option),
        problem.suggestion,
        codeList(
          problem.allowed.map((name) => `--${name}`),
          texts,
        ),
      );
    case "near_option":
      return say.nearOption(named(problem.given), named(problem.corrected), problem.textOption);
    case "missing_value":
      return say.missingValue(problem.option);
    case "missing_option":
      return say.missingOption(problem.option);
    case "unexpected_words":
      return problem.allowed.length === 0
        ? say.noOptions(shown(problem.words))
        : say.unexpectedWords(
            shown(problem.words),
            codeList(
              problem.allowed.map((name) => `--${name}`),
              texts,
            ),
          );
    case "not_json":
      if (problem.fault) return say.jsonFault(problem.option, faultPlace(problem.fault, texts), problem.example);
      return say.notJson(problem.option, shown(problem.given), problem.example);
    case "native_field":
      return say.nativeField(problem.option, named(problem.given), problem.instead);
    case "unsafe_json":
      return problem.what === "name"
        ? say.unsafeJson.name(problem.option, named(problem.given ?? ""))
        : say.unsafeJson[problem.what](problem.option);
    case "not_of_clips":
      return say.notOfClips(problem.option);
    case "unclosed_quote":
      return say.unclosedQuote;
    case "too_many_files":
      return say.tooManyFiles(problem.kind, problem.count, problem.max);
    case "no_such_file":
      return say.noSuchFile(problem.option, shown(problem.given), texts.list(problem.allowed.map(shown)));
    case "not_a_link":
      return say.notALink(problem.option, shown(problem.given));
    case "too_many_files_in_all":
      return say.tooManyFilesInAll(problem.count, problem.max);
    case "image_required":
      return say.imageRequired;
    case "seconds":
      return say.seconds(
        problem.option,
        shown(problem.given),
        named(problem.model),
        secondsText(problem.allowed, texts),
      );
    case "tier":
      return say.tier(
        shown(problem.given),
        named(problem.model),
        problem.tier,
        problem.sibling && named(problem.sibling),
      );
    case "reference_not_taken":
      return say.referenceNotTaken(
        problem.kind,
        shownList(problem.names, texts),
        named(problem.model),
        codeList(problem.models, texts),
      );
    case "reference_required":
      return say.referenceRequired(problem.kind, problem.min, named(problem.model));
    case "role_not_taken":
      return say.roleNotTaken(problem.role, shown(problem.name), named(problem.model), codeList(problem.models, texts));
    case "role_repeated":
      return say.roleRepeated(problem.role, shownList(problem.names, texts));
    case "not_mp3":
      return say.notMp3(shown(problem.name), shown(problem.mimeType), named(problem.model));
    case "reference_length":
      return say.referenceLength(shown(problem.name), problem.seconds, problem.max);
    case "link":
    case "message_link":
    case "too_many_message_links":
    case "files_too_large":
    case "store_full":
    case "file_empty":
    case "file_unavailable":
    case "file_not_kept":
    case "file_too_large":
    case "file_type":
    case "file_undecodable":
    case "file_damaged":
    case "file_refused":
    case "file_disguise":
    case "too_many_pixels":
    case "mask_type":
    case "mask_opaque":
    case "mask_too_large":
    case "mask_size":
      return fileProblemText(problem, texts);
    case "model_forbidden":
    case "billed_too_long":
    case "too_many_pictures":
    case "too_many_waiting":
    case "blocked_words":
    case "too_long_to_check":
    case "not_for_you":
    case "guest_unknown":
    case "roles_unknown":
    case "paused":
      return policyProblemText(problem, texts);
    case "unexpected_attachment":
      return say.unexpectedAttachment(shown(problem.name));
  }
}

/** The same beside the field that it is about, whose name it leaves out; undefined if it says more than that name. */
export function problemAtField(problem: RequestProblem, texts: Texts): string | undefined {
  const say = texts.problem.atField;
  switch (problem.rule) {
    case "empty":
      return say.empty;
    case "missing_option":
      return say.missing;
    case "not_allowed":
      return say.notAllowed(shown(problem.given), problem.allowed.join(", "));
    case "out_of_range":
      return say.outOfRange(shown(problem.given), problem.min, problem.max);
    case "too_long":
      return say.tooLong(problem.length, problem.max);
    case "not_json":
      return problem.fault ? say.jsonFault(faultPlace(problem.fault, texts), problem.example) : undefined;
    default:
      return undefined;
  }
}

/** The place of a fault, what belongs there, and what is there. */
function faultPlace({ line, column, expected, found }: JsonFault, { problem: { jsonFaultAt: say } }: Texts): string {
  const isLineEnd = found === "\n" || found === "\r";
  const there = found === undefined ? say.end : isLineEnd ? say.lineEnd : say.found(shown(found));
  return say.place(line, column, say.expected[expected], there);
}

function sizeText(
  { given, model, tiers, pixels }: Extract<RequestProblem, { rule: "size" }>,
  { problem: say, list }: Texts,
): string {
  return pixels === undefined
    ? say.sizeTier(shown(given), named(model), list(tiers))
    : say.sizePixels(shown(given), named(model), list(tiers), pixels.maxEdge);
}

/** The allowed lengths. */
function secondsText(allowed: SecondsRule, texts: Texts): string {
  const say = texts.problem;
  return allowed.kind === "range"
    ? say.secondsBetween(allowed.min, allowed.max)
    : say.secondsOneOf(texts.list(allowedSeconds(allowed).map(String)));
}

function shownList(given: readonly string[], { list }: Texts): string {
  return list(given.map(shown));
}

/** The same for a name that is shown as code. */
function named(given: string): string {
  return shortened(codeText(given), SHOWN_CHARACTERS);
}

function codeList(names: readonly string[], { list }: Texts): string {
  return list(names.map((name) => `\`${named(name)}\``));
}
