import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import type { Clock } from "../../lib/clock.ts";
import { openableAddress } from "../../lib/http/public-address.ts";
import { DAY_MS } from "../../lib/limits.ts";
import { bad, well, type Line } from "./line.ts";

const ANSWER_MS = 10_000;
/** Certificates that are renewed by themselves are renewed 30 days before they expire. */
const EXPIRY_DAYS = 14;

/** Whether `PUBLIC_URL` answers, and how long its certificate is valid. From here, so a firewall in front may still refuse others. */
export async function publicAddressLines(publicUrl: string | undefined, clock: Clock): Promise<Line[]> {
  if (publicUrl === undefined) {
    return [
      well(
        "PUBLIC_URL is not set: Discord and Slack get no links to large results, and no configured video service can load files from Easel.",
      ),
    ];
  }
  const lines = [await answerLine(publicUrl)];
  if (openableAddress(publicUrl) === undefined) {
    lines.push(
      bad(
        `PUBLIC_URL ${publicUrl} leads to this machine or a private network: members elsewhere can't open its links.`,
      ),
    );
  }
  if (publicUrl.startsWith("https:")) lines.push(await certificateLine(publicUrl, clock));
  return lines;
}

async function answerLine(publicUrl: string): Promise<Line> {
  try {
    const response = await fetch(publicUrl, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
    await response.body?.cancel();
    if (response.status < 500) return well(`PUBLIC_URL ${publicUrl} answers.`);
    return bad(
      `PUBLIC_URL ${publicUrl} answers ${response.status}: does the proxy lead to PUBLIC_PORT, and does Easel run?`,
    );
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    return bad(`PUBLIC_URL ${publicUrl} does not answer${code}: check its name, the proxy and the firewall.`);
  }
}

async function certificateLine(publicUrl: string, clock: Clock): Promise<Line> {
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  // An invalid certificate is reported by the request above; here only its date matters.
  const socket: TLSSocket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(ANSWER_MS) });
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - clock.now()) / DAY_MS);
    if (days < 0) return bad(`The certificate of ${hostname} has expired: renew it.`);
    if (days < EXPIRY_DAYS) return bad(`The certificate of ${hostname} expires in ${days} days: renew it.`);
    return well(`The certificate of ${hostname} is valid for ${days} days.`);
  } catch {
    return bad(`The certificate of ${hostname} can't be read: check the TLS settings of the proxy.`);
  } finally {
    socket.destroy();
  }
}
