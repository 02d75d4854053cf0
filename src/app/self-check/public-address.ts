import type { AddressAnswer, AddressFacts } from "../../core/account/doctor.ts";
import { CERTIFICATE_DAYS } from "../../core/account/doctor.ts";
import type { Config } from "../../config/config.ts";
import type { Clock } from "../../lib/clock.ts";
import { openableAddress } from "../../lib/http/address-scope.ts";
import { examineAddress } from "../checks/public-address.ts";
import { needsAddress } from "../http/addresses.ts";
import { bad, well, type Line } from "./line.ts";

/**
 * Whether this Easel answers at `PUBLIC_URL`, and how long its certificate is valid.
 * @param secretKey undefined if there is none yet, because Easel has never been started
 */
export async function publicAddressLines(
  config: Pick<Config, "publicUrl" | "platforms">,
  secretKey: string | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<Line[]> {
  const { publicUrl } = config;
  if (publicUrl === undefined) {
    return [
      needsAddress(config)
        ? bad(
            "PUBLIC_URL is not set: chat platforms get no links to large results, and no configured video service can load files from Easel.",
          )
        : well(
            "PUBLIC_URL is not set. The Console alone needs none, unless a configured video service loads files from Easel.",
          ),
    ];
  }
  const { answer, certificate } = await examineAddress(publicUrl, secretKey, clock, signal);
  const lines = [answerLine(publicUrl, answer)];
  if (openableAddress(publicUrl) === undefined) {
    const text = `PUBLIC_URL ${publicUrl} leads to this machine or a private network: members elsewhere can't open its links.`;
    lines.push(bad(text));
  }
  if (certificate !== undefined) lines.push(certificateLine(new URL(publicUrl).hostname, certificate));
  return lines;
}

function answerLine(publicUrl: string, answer: AddressAnswer): Line {
  switch (answer.kind) {
    case "here":
      return well(`PUBLIC_URL ${publicUrl} leads to this Easel.`);
    case "other":
      return bad(
        `PUBLIC_URL ${publicUrl} answers ${answer.status}, but not as this Easel: does it lead to PUBLIC_PORT, and have all processes the same SECRET_KEY and version?`,
      );
    case "failing":
      return bad(
        `PUBLIC_URL ${publicUrl} answers ${answer.status}: does the proxy lead to PUBLIC_PORT, and does Easel run?`,
      );
    case "silent": {
      const why = answer.code === undefined ? "" : ` (${answer.code})`;
      return bad(`PUBLIC_URL ${publicUrl} does not answer${why}: check its name, the proxy and the firewall.`);
    }
  }
}

function certificateLine(hostname: string, certificate: NonNullable<AddressFacts["certificate"]>): Line {
  if (certificate === "unreadable") {
    return bad(`The certificate of ${hostname} can't be read: check the TLS settings of the proxy.`);
  }
  const { days } = certificate;
  if (days < 0) return bad(`The certificate of ${hostname} has expired: renew it.`);
  if (days < CERTIFICATE_DAYS) return bad(`The certificate of ${hostname} expires in ${days} days: renew it.`);
  return well(`The certificate of ${hostname} is valid for ${days} days.`);
}
