import postgres from "postgres";
import type { Cluster } from "./cluster.ts";
import { DATABASE_ROLE } from "./initdb.ts";

/** Our server answers within milliseconds. One that takes this long is restarted. */
const SERVER_CONNECT_SECONDS = 5;

/** The address of the cluster's database. It contains the password: never log it. */
export function serverUrl(cluster: Pick<Cluster, "password">, port: number): string {
  return `postgres://${DATABASE_ROLE}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/postgres`;
}

/** Whether a server there accepts the password. */
export async function canConnect(url: string): Promise<boolean> {
  const client = postgres(url, {
    max: 1,
    connect_timeout: SERVER_CONNECT_SECONDS,
    fetch_types: false,
    onnotice: () => {},
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), SERVER_CONNECT_SECONDS * 1_000);
  });
  try {
    const answered = client`select 1`.then(
      () => true,
      () => false,
    );
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
    await client.end({ timeout: 0 });
  }
}
