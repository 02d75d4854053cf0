import { gatewayEn } from "./gateway-en.ts";
import { gatewayZhCN } from "./gateway-zh-cn.ts";
import type { Locale } from "./locale.ts";

/** What a fault of the gateway is called in the catalogue of `gateway/errors.ts`. */
export type GatewaySentence = keyof typeof gatewayEn;

/** What people read of a fault: whole sentences in plain text, saying what happened and what mends it. */
export interface GatewayAdvice {
  readonly member: string;
  readonly admin: string;
}

/** The same sentences in every language, so that a missing one is a type error. */
export type GatewayTexts = Readonly<Record<GatewaySentence, GatewayAdvice>>;

const CATALOGUE: Record<Locale, GatewayTexts> = { en: gatewayEn, "zh-CN": gatewayZhCN };

/** What a member and an admin read of a fault. */
export function gatewayAdvice(sentence: GatewaySentence, locale: Locale): GatewayAdvice {
  return CATALOGUE[locale][sentence];
}
