import { codeText } from "../../core/chat/message.ts";
import type { FileFault, FileProblem, LinkFault, SizedPicture } from "../../core/request/file-problem.ts";
import { shown } from "./shown.ts";
import type { Texts } from "../texts.ts";

const MIB = 1024 * 1024;

/** Why a file was refused, as a sentence that names its option, the file, what it is, and what is allowed. */
export function fileProblemText(problem: FileProblem, texts: Texts): string {
  const sentence = sentenceOf(problem, texts);
  return problem.option === undefined ? sentence : texts.fileProblem.inOption(problem.option, sentence);
}

function sentenceOf(problem: FileProblem, texts: Texts): string {
  const say = texts.fileProblem;
  switch (problem.rule) {
    case "file_empty":
      return say.empty(shown(problem.name));
    case "store_full":
      return say.storeFull(shown(problem.name));
    case "files_too_large":
      return say.tooLargeTogether(Math.ceil(problem.bytes / MIB), Math.floor(problem.max / MIB));
    case "link":
      return linkProblemText(problem.link, problem.fault, texts);
    case "message_link":
      return texts.messageLink[problem.fault](shown(problem.link));
    case "too_many_message_links":
      return texts.messageLink.too_many(problem.max);
    case "file_unavailable":
      return say.unavailable(shown(problem.name));
    case "file_refused":
      return fileFaultText(shown(problem.name), problem.fault, texts);
    case "file_not_kept":
      return say.notKept(shown(problem.name));
    case "file_too_large":
      return say.tooLarge(shown(problem.name), problem.max / MIB);
    case "file_type":
      return say.type(shown(problem.name), problem.found, problem.allowed, problem.saveAs);
    case "file_undecodable":
      return say.undecodable(shown(problem.name), problem.type, problem.saveAs);
    case "file_damaged":
      return say.damaged(shown(problem.name), problem.type, problem.damage);
    case "file_disguise":
      return say.disguise(shown(problem.name), problem.type, problem.other);
    case "too_many_pixels":
      return say.tooManyPixels(shown(problem.name), pixels(problem), problem.max / 1_000_000);
    case "mask_type":
      return say.maskType(shown(problem.name), problem.found);
    case "mask_opaque":
      return say.maskOpaque(shown(problem.name));
    case "mask_too_large":
      return say.maskTooLarge(shown(problem.name), (problem.bytes / MIB).toFixed(1), problem.max / MIB);
    case "mask_size":
      return say.maskSize(shown(problem.mask.name), pixels(problem.mask), pixels(problem.image));
  }
}

function fileFaultText(name: string, fault: FileFault, { fileFault: say }: Texts): string {
  switch (fault.why) {
    case "scope":
      return say.scope(name, codeText(fault.scope));
    case "host":
      return say.host(name, shown(fault.host));
    case "page":
    case "foreign":
    case "external":
    case "gone":
      return say[fault.why](name);
  }
}

function linkProblemText(link: string, fault: LinkFault, texts: Texts): string {
  const say = texts.linkProblem;
  // Never repeat the password, not even to the person who typed it.
  const name = shown(link.replace(/\/\/[^/?#]*@/, "//"));
  if (fault.why === "status") return say.status(name, fault.status);
  return say[fault.why === "private" ? "unreachable" : fault.why](name);
}

function pixels({ width, height }: Omit<SizedPicture, "name">): string {
  return `${width}x${height}`;
}
