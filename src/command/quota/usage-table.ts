import { Readable } from "node:stream";
import type { Span } from "../../core/account/quota/quota.ts";
import type { UsageDay } from "../../core/account/quota/usage.ts";
import type { OutgoingFile } from "../../core/chat/message.ts";
import { csvOf } from "../../lib/csv.ts";

/** Usage as a CSV file. Column names are the same in every language, so that scripts can rely on them. */
export function usageTable(days: readonly UsageDay[], span: Span, description: string): OutgoingFile {
  const header = ["day", "member", "account", "channel", "model", "jobs", "images", "seconds"];
  const rows = days.map((one) => [
    one.day,
    one.member,
    one.accountId,
    one.channel,
    one.model,
    one.jobs,
    one.images,
    one.seconds,
  ]);
  const bytes = Buffer.from(csvOf(header, rows));
  return {
    name: `usage-${span}.csv`,
    mimeType: "text/csv",
    bytes: bytes.length,
    description,
    open: async () => Readable.from([bytes]),
  };
}
