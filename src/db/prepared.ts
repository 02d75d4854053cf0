import type postgres from "postgres";

/**
 * Wraps a client so that statements are parsed and planned once per connection instead of on every call; drizzle supports that
 * only for queries compiled in advance. Statements are identified by their text, and the server keeps each for as long as its
 * connection lasts. So no text may depend on the number of values: pass them as one array or one JSON.
 *
 * @param textOf the text that is sent for a statement.
 */
export function preparing(client: postgres.Sql, textOf = (text: string): string => text): postgres.Sql {
  const unsafeOf = ({ unsafe }: Pick<postgres.Sql, "unsafe">) => {
    return (text: string, values?: Parameters<typeof unsafe>[1], options?: Parameters<typeof unsafe>[2]) =>
      unsafe(textOf(text), values, { ...options, prepare: true });
  };
  /** A transaction has its own client. */
  const inside = (transaction: Pick<postgres.Sql, "unsafe">) => {
    return (_target: postgres.Sql, name: string | symbol): unknown =>
      name === "unsafe" ? unsafeOf(transaction) : Reflect.get(transaction, name, transaction);
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "unsafe") return unsafeOf(target);
      if (name === "begin") {
        return (work: (transaction: postgres.Sql) => Promise<unknown>) =>
          target.begin((transaction) => work(new Proxy(target, { get: inside(transaction) })));
      }
      return Reflect.get(target, name, target);
    },
  });
}
