import type { HistoryEntry } from "../../core/account/personal-data.ts";
import type { AuditActor } from "../../core/account/audit.ts";
import { minutesUntil } from "../admin/linking.ts";
import type { CommandContext } from "../command.ts";
import type { Invocation } from "../invocation.ts";
import { shown } from "../../text/render/shown.ts";
import { answer, type Reply } from "../reply.ts";
import { exportFile } from "./export-file.ts";

/** Organisations whose export this process is writing. Each takes megabytes of memory. */
const writing = new Set<string>();

interface Asked {
  readonly organisationId: string;
  readonly accountId: string;
  /** The admin who asks for another person's data. */
  readonly admin: AuditActor | undefined;
  /** Whether an entry may be shown to the person who asks. */
  readonly shows: (entry: HistoryEntry) => Promise<boolean>;
  /** The answer's text about the file. */
  readonly about: string;
  /** The command that exports the rest, without its `before`. */
  readonly command: string;
}

/** An account's data as a file in a private answer, once in an hour, and one at a time for an organisation. */
export async function exportData(
  { organisationId, accountId, admin, shows, about, command }: Asked,
  { options }: Pick<Invocation, "options">,
  { personal, clock, texts }: Pick<CommandContext, "personal" | "clock" | "texts">,
): Promise<Reply> {
  const say = texts.personalData;
  const given = String(options["before"] ?? "").trim();
  const before = given === "" ? undefined : readMoment(given);
  if (given !== "" && !before) return answer(say.noSuchTime(shown(given)));
  if (writing.has(organisationId)) return answer(say.busy);
  writing.add(organisationId);
  try {
    const again = await personal.beginExport(organisationId, accountId, admin);
    if (again) return answer(say.again(minutesUntil(again, clock.now())));
    const asked = { organisationId, accountId, isOwn: admin === undefined, before, shows, now: clock.now() };
    const { file, hidden, cutAt } = await exportFile(asked, say.file, personal).catch(async (error: unknown) => {
      // Best effort: while the database is unavailable, the next call fails in the same way.
      await personal.cancelExport(organisationId, accountId).catch(() => {});
      throw error;
    });
    const text = [
      about,
      ...(hidden > 0 ? [say.hidden(hidden)] : []),
      ...(cutAt ? [say.cut(`${command} --before ${cutAt.toISOString()}`)] : []),
    ];
    return { kind: "answer", message: { text: text.join("\n"), files: [file] } };
  } finally {
    writing.delete(organisationId);
  }
}

/** A moment in UTC, or a day, which means its start in UTC. */
function readMoment(given: string): Date | undefined {
  const [, day, time = "T00:00:00Z"] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/i.exec(given) ?? [];
  const moment = new Date(`${day}${time}`.toUpperCase());
  // Rejects days such as 31 February, which Date would roll over.
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day ? undefined : moment;
}
