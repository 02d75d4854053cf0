import type postgres from "postgres";
import { DatabaseUnavailableError } from "../../lib/errors.ts";
import { isConnectionLost } from "../database-failure.ts";
import { preparing } from "../prepared.ts";
import type { SessionSettings } from "../session-settings.ts";

type Unsafe = postgres.Sql["unsafe"];
type Transaction = Pick<postgres.Sql, "unsafe">;

/**
 * Wraps a client for a pooler in transaction mode: each transaction may run in a different session, so every transaction begins
 * with `settings`, and every single statement is a transaction.
 *
 * @param client prepares statements only if `tag` is given.
 * @param tag makes this schema version's statements differ from other versions', because a pooler keeps one plan per text.
 *   Undefined if the pooler doesn't keep prepared statements: each is then parsed and planned on every call.
 */
export function throughPooler(client: postgres.Sql, settings: SessionSettings, tag: string | undefined): postgres.Sql {
  const values = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const opening = `select ${values.join(", ")}`;
  const given = tag === undefined ? client : preparing(client, (text) => `/* ${tag} */ ${text}`);

  const begin = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<unknown> => {
    let committing: Promise<postgres.RowList<postgres.Row[]>> | undefined;
    let done: T | undefined;
    const ending = given.begin(async (transaction) => {
      // Sent together with the first statement, which fails too if this does.
      void transaction.unsafe(opening).execute();
      done = await work(transaction);
      committing = transaction.unsafe("commit and chain").execute();
    });
    // postgres.js prepares its own `commit`. If the pooler has lost that statement, the transaction is rolled back, and postgres.js
    // reports success, or fails although everything is committed.
    const [ended] = await Promise.allSettled([ending]);
    const [answer] = await Promise.allSettled([committing]);
    const command = answer.status === "fulfilled" ? answer.value?.command : undefined;
    if (command === "COMMIT") return done;
    if (ended.status === "rejected") throw ended.reason;
    throw new DatabaseUnavailableError(`the pooler did not commit: ${command ?? "no answer"}`);
  };
  const unsafe = (...statement: Parameters<Unsafe>): Promise<unknown> => {
    let wantsArrays = false;
    const answer = Promise.resolve().then(() =>
      begin(async (transaction) => {
        const query = transaction.unsafe(...statement);
        try {
          return await (wantsArrays ? query.values() : query);
        } catch (error) {
          if (!isConnectionLost(error)) throw error;
          // Sends no rollback: postgres.js would write it to a closed socket. The lost connection rejects the caller's promise.
          return new Promise<never>(() => {});
        }
      }),
    );
    return Object.assign(answer, {
      values: () => {
        wantsArrays = true;
        return answer;
      },
    });
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "unsafe") return unsafe;
      if (name === "begin") return begin;
      return Reflect.get(target, name, target);
    },
  });
}
