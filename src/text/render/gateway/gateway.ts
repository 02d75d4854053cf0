import { gatewayEn } from "../../en/gateway.ts";
import { gatewayZhCN } from "../../zh-cn/gateway.ts";
import type { GatewaySentence } from "../../../core/job/gateway-faults.ts";
import type { Locale } from "../../../lib/locale.ts";

/**
 * What people read of a fault: whole sentences in plain text. They are true of pictures and clips, of a request that the gateway
 * refused, and of a job that it accepted and that failed later.
 */
export interface GatewayAdvice {
  /** What the gateway said. */
  readonly what: string;
  /** What the member who asked can do. */
  readonly member: string;
  /** What an admin can do, where that is something else. */
  readonly admin?: string;
}

/** The same sentences in every language, so that a missing one is a type error. */
export type GatewayTexts = {
  readonly [K in GatewaySentence]: { readonly [Part in keyof (typeof gatewayEn)[K]]: string };
};

const CATALOGUE: Record<Locale, GatewayTexts> = { en: gatewayEn, "zh-CN": gatewayZhCN };

/** What a member and an admin read of a fault. */
export function gatewayAdvice(sentence: GatewaySentence, locale: Locale): GatewayAdvice {
  return CATALOGUE[locale][sentence];
}
