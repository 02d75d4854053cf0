import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import type { AddressAnswer, AddressFacts } from "../../core/account/doctor.ts";
import type { Clock } from "../../lib/clock.ts";
import { rootCode } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/limits.ts";
import { askIdentity } from "../http/identity-routes.ts";

const ANSWER_MS = 5_000;
/** More than Easel ever answers to this question. */
const ANSWER_BYTES = 1_000;

/**
 * What answers at the public address, and how long its certificate is valid. The request comes from this machine, so a firewall
 * may still refuse others.
 * @param secretKey of the Easel that should answer; undefined: it has none yet
 */
export async function examineAddress(
  publicUrl: string,
  secretKey: string | undefined,
  clock: Pick<Clock, "now">,
  signal: AbortSignal,
): Promise<AddressFacts> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  const [answer, certificate] = await Promise.all([
    answerOf(publicUrl, secretKey, limit),
    publicUrl.startsWith("https:") ? certificateOf(publicUrl, clock, limit) : undefined,
  ]);
  return { answer, certificate };
}

async function answerOf(publicUrl: string, secretKey: string | undefined, signal: AbortSignal): Promise<AddressAnswer> {
  // Without a secret key, no answer can be verified; any question will do.
  const question = askIdentity(secretKey ?? "");
  try {
    const response = await fetch(`${publicUrl}${question.path}`, { redirect: "manual", signal });
    const { status } = response;
    if (status >= 500) {
      await response.body?.cancel();
      return { kind: "failing", status };
    }
    const isHere = secretKey !== undefined && question.isProof(await shortJson(response));
    return isHere ? { kind: "here" } : { kind: "other", status };
  } catch (error) {
    return { kind: "silent", code: rootCode(error) };
  }
}

/** Undefined unless the body is short JSON: another site may answer with anything. */
async function shortJson(response: Response): Promise<unknown> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > ANSWER_BYTES) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function certificateOf(
  publicUrl: string,
  clock: Pick<Clock, "now">,
  signal: AbortSignal,
): Promise<AddressFacts["certificate"]> {
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  // The request above reports an invalid certificate. Here only its date matters.
  const socket: TLSSocket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect", { signal });
    return { days: Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - clock.now()) / DAY_MS) };
  } catch {
    return "unreadable";
  } finally {
    socket.destroy();
  }
}
