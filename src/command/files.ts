import type { Attachment } from "../chat/event.ts";
import type { Platform } from "../chat/platform.ts";
import type { Intake } from "../media/intake.ts";
import type { Checked, RequestProblem } from "../request/problem.ts";
import type { Reference } from "../request/reference.ts";
import type { FileKind } from "../text/sentence-parts.ts";

/** A file of an invocation, in the media store and checked by its bytes. */
export interface TakenFile {
  readonly option: string | undefined;
  readonly reference: Reference;
}

/** Takes an invocation's files in. All problems are found at once. */
export type TakeFiles = (
  attachments: readonly Attachment[],
  accept: readonly FileKind[],
  signal: AbortSignal,
) => Promise<Checked<readonly TakenFile[]>>;

/** One file after the other: each may be large, and memory stays flat. */
export function createTakeFiles(
  intake: Intake,
  platformOf: (attachment: Attachment) => Pick<Platform, "openAttachment">,
): TakeFiles {
  return async (attachments, accept, signal) => {
    const taken: TakenFile[] = [];
    const problems: RequestProblem[] = [];
    for (const attachment of attachments) {
      const open = () => platformOf(attachment).openAttachment(attachment, signal);
      const result = await intake.take({ name: attachment.name, open }, accept, signal);
      if (result.ok) taken.push({ option: attachment.option, reference: result.reference });
      else problems.push(result.problem);
    }
    return problems.length > 0 ? { ok: false, problems } : { ok: true, value: taken };
  };
}
