import type { Attachment } from "../chat/event.ts";
import type { Checked, RequestProblem } from "../request/problem.ts";
import type { OptionValues } from "./parse.ts";
import type { CommandSpec } from "./spec.ts";

/** Options without those that name files, and the files with the option each was given to. */
export interface Assigned {
  readonly options: OptionValues;
  readonly attachments: readonly Attachment[];
}

/**
 * Finds the files that a line of text names: `--mask 2` is the second attachment, `--mask hole.png` the one of that name. The
 * others keep their order.
 */
export function assignAttachments(
  values: OptionValues,
  attachments: readonly Attachment[],
  spec: CommandSpec,
): Checked<Assigned> {
  const problems: RequestProblem[] = [];
  const options: Record<string, string | number | boolean> = { ...values };
  const assigned = [...attachments];
  for (const { name, type } of spec.options) {
    const given = options[name];
    if (type !== "attachment" || given === undefined) continue;
    delete options[name];
    const index = indexOf(String(given), attachments);
    const file = assigned[index];
    if (file) assigned[index] = { ...file, option: name };
    else {
      const allowed = attachments.map((attachment) => attachment.name);
      problems.push({ rule: "no_such_file", option: name, given: String(given), allowed });
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { options, attachments: assigned } };
}

function indexOf(given: string, attachments: readonly Attachment[]): number {
  if (/^\d{1,2}$/.test(given)) return Number(given) - 1;
  return attachments.findIndex((attachment) => attachment.name.toLowerCase() === given.toLowerCase());
}
