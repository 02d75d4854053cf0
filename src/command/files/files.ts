import type { Platform } from "../../core/chat/platform.ts";
import { INTAKE_BYTES, REQUEST_BODY_BYTES, REQUEST_FILES } from "../../lib/limits.ts";
import type { TurnOf } from "../../media/fair-queue.ts";
import type { IncomingFile, Intake, Taken } from "../../media/intake.ts";
import type { Links } from "../../media/link/linked-file.ts";
import type { MediaStore } from "../../media/store/media-store.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";
import type { Checked, RequestProblem } from "../../core/request/problem.ts";
import type { Reference, FileKind } from "../../core/request/reference.ts";

/** A file of an invocation, stored and checked by its bytes. */
export interface ReceivedFile {
  readonly option: string | undefined;
  readonly reference: Reference;
}

/** Receives an invocation's files, in the member's turns. Reports all problems at once. */
export type ReceiveFiles = (
  files: readonly GivenFile[],
  kinds: readonly FileKind[],
  by: TurnOf,
  signal: AbortSignal,
) => Promise<Checked<readonly ReceivedFile[]>>;

/** Receives files one by one, so that memory use stays flat: each may be large. */
export function createReceiveFiles(
  intake: Pick<Intake, "take">,
  from: {
    readonly links: Pick<Links, "open">;
    readonly media: Pick<MediaStore, "open">;
    readonly platform: Pick<Platform, "openAttachment">;
  },
): ReceiveFiles {
  const incoming = (file: GivenFile, signal: AbortSignal): IncomingFile => {
    const { source, name } = file;
    if (file.kept) return { name, open: () => from.media.open(source) };
    if (!file.link) return { name, open: () => from.platform.openAttachment(file, signal) };
    const open = async () => (await from.links.open(source, { maxBytes: INTAKE_BYTES, signal })).body;
    return { name, link: source, open };
  };

  return async (files, kinds, by, signal) => {
    if (files.length > REQUEST_FILES) {
      return refused([{ rule: "too_many_files_in_all", count: files.length, max: REQUEST_FILES }]);
    }
    const taken: ReceivedFile[] = [];
    const problems: RequestProblem[] = [];
    let bytes = 0;
    for (const file of files) {
      const result = await intake
        .take(incoming(file, signal), acceptedFor(file, kinds), by, signal)
        .catch((error: unknown) => tooSlow(file, signal, error));
      if (!result.ok) {
        problems.push(file.option === undefined ? result.problem : { ...result.problem, option: file.option });
        if (signal.aborted) break;
        continue;
      }
      const { reference, isAsGiven } = result;
      // A converted file has no public address: the platform serves the original.
      const publicUrl = isAsGiven ? file.publicUrl : undefined;
      taken.push({ option: file.option, reference: publicUrl ? { ...reference, publicUrl } : reference });
      bytes += reference.bytes;
      // Loading the remaining files would be pointless.
      if (bytes > REQUEST_BODY_BYTES) {
        return refused([...problems, { rule: "files_too_large", bytes, max: REQUEST_BODY_BYTES }]);
      }
    }
    return problems.length > 0 ? refused(problems) : { ok: true, value: taken };
  };
}

/** If the invocation runs out of time, the error names the file. Other errors are passed on. */
function tooSlow({ name }: GivenFile, signal: AbortSignal, error: unknown): Extract<Taken, { ok: false }> {
  const reason: unknown = signal.reason;
  if (!(reason instanceof DOMException && reason.name === "TimeoutError")) throw error;
  return { ok: false, problem: { rule: "file_unavailable", name } };
}

function acceptedFor({ kind }: GivenFile, kinds: readonly FileKind[]): readonly FileKind[] {
  return kind !== undefined && kinds.includes(kind) ? [kind] : kinds;
}

function refused(problems: readonly RequestProblem[]): Checked<never> {
  return { ok: false, problems };
}
