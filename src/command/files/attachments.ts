import { linkName } from "../../media/link/link-name.ts";
import type { Attachment } from "../../core/chat/event.ts";
import type { Checked, RequestProblem } from "../../core/request/problem.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { AttachmentOptionSpec, AttachmentsOptionSpec, CommandSpec } from "../parse/spec.ts";

/** Options without those that name files, and the files, each with its option. */
export interface Assigned {
  readonly options: OptionValues;
  readonly attachments: readonly GivenFile[];
}

/**
 * Finds the files that a line of text names: `--mask 2` is the second attachment, `--mask hole.png` the attachment with that
 * name, and `--image https://...`, which may be repeated, the file behind that link. Attachments come first, in order, as prompts
 * count them. Links follow, grouped by option in the order of first use.
 */
export function assignAttachments(
  values: OptionValues,
  attachments: readonly Attachment[],
  spec: CommandSpec,
): Checked<Assigned> {
  const problems: RequestProblem[] = [];
  const options: Record<string, OptionValues[string]> = {};
  const attached: GivenFile[] = [...attachments];
  const linked: GivenFile[] = [];
  for (const [name, given] of Object.entries(values)) {
    const option = fileOption(name, spec);
    if (!option) {
      options[name] = given;
      continue;
    }
    for (const text of Array.isArray(given) ? given : [String(given)]) {
      const link = linkIn(text);
      const index = option.type === "attachment" ? indexOf(text, attachments) : -1;
      const file = attached[index];
      if (link !== undefined) linked.push(linkedFile(link, option));
      else if (file) attached[index] = { ...file, option: name, kind: option.accept };
      else if (option.type === "attachments") problems.push({ rule: "not_a_link", option: name, given: text });
      else {
        const allowed = attachments.map((attachment) => attachment.name);
        problems.push({ rule: "no_such_file", option: name, given: text, allowed });
      }
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { options, attachments: [...attached, ...linked] } };
}

function fileOption(name: string, spec: CommandSpec): AttachmentOptionSpec | AttachmentsOptionSpec | undefined {
  const option = spec.options.find((known) => known.name === name);
  return option?.type === "attachment" || option?.type === "attachments" ? option : undefined;
}

/** A link, possibly in the brackets that suppress a chat's preview. Problems with it are reported later. */
function linkIn(text: string): string | undefined {
  return /^<?([a-z][a-z\d+.-]*:\/\/[^\s>]+)>?$/i.exec(text)?.[1];
}

/** The file's properties are unknown yet. Linked pictures without a role have no option, like attached ones. */
function linkedFile(link: string, { name, type, accept }: AttachmentOptionSpec | AttachmentsOptionSpec): GivenFile {
  const file = { source: link, name: linkName(link), mimeType: "", bytes: 0, link: true, kind: accept } as const;
  return type === "attachment" ? { ...file, option: name } : file;
}

function indexOf(given: string, attachments: readonly Attachment[]): number {
  if (/^\d{1,2}$/.test(given)) return Number(given) - 1;
  return attachments.findIndex((attachment) => attachment.name.toLowerCase() === given.toLowerCase());
}
