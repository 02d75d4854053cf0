import { answer, type Reply } from "../reply.ts";
import type { AuditFilter, AuditLog } from "../../core/account/audit-log.ts";
import type { Texts } from "../../text/texts.ts";
import type { CsvRow } from "../../lib/csv.ts";
import { csvFile } from "./csv-file.ts";

/** Entries per database query. */
const AUDIT_PAGE = 1_000;
/** Bytes of the entries of one query. A rule's entry may have several hundred kilobytes, and several times as much parsed. */
export const AUDIT_PAGE_BYTES = 1024 * 1024;

const HEADER = ["id", "at", "who", "account", "workspace", "what", "scope", "before", "after"];

/** Organisations whose file this process is writing. */
const writing = new Set<string>();

/**
 * The newest entries that fit into one file; reads no more than these. An organisation's files are written one at a time, because
 * each takes megabytes of memory; meanwhile the answer is that Easel is busy.
 */
export async function auditFile(
  organisationId: string,
  filter: AuditFilter,
  { audit, texts }: { readonly audit: Pick<AuditLog, "recent">; readonly texts: Texts },
): Promise<Reply> {
  if (writing.has(organisationId)) return answer(texts.audit.busy);
  writing.add(organisationId);
  try {
    const entries = rowsOf(organisationId, filter, audit);
    const { file, rows, complete } = await csvFile("audit.csv", texts.audit.file, HEADER, entries);
    if (rows === 0) return answer(texts.audit.none);
    return { kind: "answer", message: { text: complete ? texts.audit.all(rows) : texts.audit.some, files: [file] } };
  } finally {
    writing.delete(organisationId);
  }
}

/** Every entry, newest first. A page is read when its first row is needed. */
async function* rowsOf(
  organisationId: string,
  filter: AuditFilter,
  audit: Pick<AuditLog, "recent">,
): AsyncGenerator<CsvRow> {
  for (let { before } = filter; ;) {
    const from = { ...filter, ...(before === undefined ? {} : { before }) };
    const page = await audit.recent(organisationId, from, AUDIT_PAGE, AUDIT_PAGE_BYTES);
    for (const act of page) {
      const { id, at, name, accountId, workspace, action, scope } = act;
      const states = [jsonOf(act.before), jsonOf(act.after)];
      yield [id, at.toISOString(), name, accountId, workspace, action, scope, ...states];
    }
    before = page.at(-1)?.id;
    if (before === undefined) return;
  }
}

function jsonOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
