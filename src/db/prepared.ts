import type postgres from "postgres";

/**
 * The same client, whose statements are parsed and planned once for each connection instead of each time: drizzle asks for
 * that only where every query is written out in advance. Statements are known by their text, and the server keeps each for as
 * long as its connection lasts, so no text may depend on how many values it is given: those go in as one array or one JSON.
 */
export function preparing(client: postgres.Sql): postgres.Sql {
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

/** A transaction has a client of its own. */
function inside(transaction: Pick<postgres.Sql, "unsafe">) {
  return (_target: postgres.Sql, name: string | symbol): unknown =>
    name === "unsafe" ? unsafeOf(transaction) : Reflect.get(transaction, name, transaction);
}

function unsafeOf({ unsafe }: Pick<postgres.Sql, "unsafe">) {
  return (text: string, values?: Parameters<typeof unsafe>[1], options?: Parameters<typeof unsafe>[2]) =>
    unsafe(text, values, { ...options, prepare: true });
}
