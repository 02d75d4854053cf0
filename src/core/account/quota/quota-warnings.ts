import type { Locale } from "../../../lib/locale.ts";
import type { QuotaWarning } from "./quota.ts";

/** A warning that admins have not received yet. */
export interface UnsentWarning extends QuotaWarning {
  /** The name of a group, person or key. */
  readonly name: string | undefined;
  /** The member whose request reached the level, and their language, because a channel has none. */
  readonly requesterName: string;
  readonly locale: Locale;
}

/** The port to quota warnings. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface QuotaWarningStore {
  /** Stores a note with this text for each unsent warning; each once, even if several processes do this. */
  warnAdmins(textOf: (warning: UnsentWarning) => string): Promise<void>;
}
