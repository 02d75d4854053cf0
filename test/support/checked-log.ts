import postgres from "postgres";
import { secretsIn, type Config } from "../../src/config/config.ts";
import { createLog, type Logger } from "../../src/lib/log/log.ts";

/** Patterns of keys, tokens and passwords. Masked keys appear as `sk-…abcd`. */
const SECRET = /\b(?:sk-\w|xox[a-z]-\w|xapp-\w|Bearer \w|password=\w)/;
/** A shorter prompt could be part of any text. */
const SHORTEST_PROMPT = 12;
/** The field of the log message. The code sets its text, which could happen to equal a person's prompt. */
const MESSAGE = /"msg":"[^"]*"/;

/** The log of a process, as the program writes it. */
export interface CheckedLog {
  readonly log: Logger;
  /** Rejects if a line holds a secret, or the prompt of a batch in this database. Call it when Easel has stopped. */
  check(databaseUrl: string): Promise<void>;
}

export function createCheckedLog(config: Config): CheckedLog {
  const lines: string[] = [];
  const secrets = secretsIn(config);
  const options = { secrets, role: config.role, isTraced: config.traces !== undefined };
  return {
    log: createLog("info", { write: (line) => void lines.push(line) }, options),
    async check(databaseUrl) {
      const hidden = [...secrets, ...(await promptsIn(databaseUrl))].map((text) => JSON.stringify(text).slice(1, -1));
      const holdsAny = (text: string): boolean => hidden.some((one) => text.includes(one));
      const leak = lines.find((line) => SECRET.test(line) || holdsAny(line.replace(MESSAGE, "")));
      if (leak !== undefined) throw new Error(`the log holds a secret or a prompt: ${leak}`);
    },
  };
}

/** None if the database is gone. */
async function promptsIn(databaseUrl: string): Promise<string[]> {
  const client = postgres(databaseUrl, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const rows = await client<{ prompt: string | null }[]>`select distinct request->>'prompt' as prompt from batches`;
    return rows.flatMap(({ prompt }) => (prompt !== null && prompt.length >= SHORTEST_PROMPT ? [prompt] : []));
  } catch {
    return [];
  } finally {
    await client.end();
  }
}
