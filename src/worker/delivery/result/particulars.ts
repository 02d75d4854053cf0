import { codeText, escapeText } from "../../../core/chat/message.ts";
import type { MediaRequest } from "../../../core/request/request.ts";
import { undocumentedValues, type UndocumentedValue } from "../../../core/request/undocumented-values.ts";
import { findVideoModel } from "../../../core/request/video/video-models.ts";
import { shown } from "../../../text/render/shown.ts";
import type { Texts } from "../../../text/texts.ts";

/**
 * What a member must know about a request before it is made, one per line: the files as the prompt names them, the billed
 * seconds of a clip, and remarks on its options.
 */
export function particulars(request: MediaRequest, texts: Texts): readonly string[] {
  const price = request.kind === "video" ? [texts.cost.willBill(request.billedSeconds)] : [];
  return [...fileLines(request, texts), ...price, ...remarkLines(request, texts)];
}

/** The files of a request, as the prompt names them. */
export function fileLines(request: MediaRequest, texts: Texts): readonly string[] {
  const files = filesOf(request, texts);
  return files.length === 0 ? [] : [texts.notice.references(files.join(", "))];
}

/** Warns that a model's options are undocumented, or that only the gateway can judge a value. */
export function remarkLines(request: MediaRequest, texts: Texts): readonly string[] {
  if (request.kind === "image") return undocumentedValues(request).map((one) => uncommonText(one, texts));
  const isUndocumented = findVideoModel(request.model).kind === "undocumented";
  return isUndocumented ? [texts.notice.undocumented(codeText(request.model))] : [];
}

function uncommonText({ option, value, why, usual }: UndocumentedValue, { notice: say }: Texts): string {
  const listed = usual.join(", ");
  return why === "edge" ? say.longEdge(shown(value), listed) : say.uncommonValue(option, shown(value), listed);
}

/** Numbered within their kind, as prompts name them. First and last frames count as pictures. */
function filesOf(request: MediaRequest, texts: Texts): string[] {
  const say = texts.notice;
  const counts = { image: 0, video: 0, audio: 0 };
  const references = request.references.map(({ kind, role, name, converted }) => {
    counts[kind]++;
    const numbered = say.reference(kind, counts[kind], escapeText(name));
    const notes = [
      role === "first_frame" ? say.firstFrame : "",
      role === "last_frame" ? say.lastFrame : "",
      converted === undefined ? "" : say.converted(converted),
    ].filter((note) => note !== "");
    return notes.length === 0 ? numbered : `${numbered} (${notes.join(", ")})`;
  });
  const mask = request.kind === "image" ? request.mask : undefined;
  return mask ? [...references, say.mask(escapeText(mask.name))] : references;
}
