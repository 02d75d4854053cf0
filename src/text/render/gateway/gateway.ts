import { gatewayEn, type GatewayAdvice, type GatewayTexts } from "../../en/gateway.ts";
import { gatewayZhCN } from "../../zh-cn/gateway.ts";
import type { GatewaySentence } from "../../../core/job/gateway-faults.ts";
import type { Locale } from "../../../lib/locale.ts";

const CATALOGUE: Record<Locale, GatewayTexts> = { en: gatewayEn, "zh-CN": gatewayZhCN };

/** What a member and an admin read about a fault. */
export function gatewayAdvice(sentence: GatewaySentence, locale: Locale): GatewayAdvice {
  return CATALOGUE[locale][sentence];
}
