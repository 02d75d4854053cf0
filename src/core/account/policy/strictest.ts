import type { PolicySettings } from "./policy.ts";

/**
 * Combines two scopes' settings into one: the stricter limit, the narrower lists, and the first one's defaults. Of amounts in two
 * currencies, which can't be compared, the first remains.
 */
export function strictest(first: PolicySettings, second: PolicySettings): PolicySettings {
  const merged: PolicySettings = { ...second, ...first };
  for (const name of [
    "maxSeconds",
    "maxCount",
    "jobsAtOnce",
    "jobsWaiting",
    "uploadMib",
    "consoleChannels",
    "confirmSeconds",
    "approveSeconds",
    "approveCount",
  ] as const) {
    const [one, other] = [first[name], second[name]];
    if (one !== undefined && other !== undefined) merged[name] = Math.min(one, other);
  }
  const [money, otherMoney] = [first.approveMoney, second.approveMoney];
  if (money && otherMoney && money.currency === otherMoney.currency) {
    merged.approveMoney =
      money.amount * 10 ** otherMoney.digits <= otherMoney.amount * 10 ** money.digits ? money : otherMoney;
  }
  for (const name of ["models", "access"] as const) {
    const [one, other] = [first[name], second[name]];
    if (one && other) merged[name] = one.filter((value) => other.includes(value));
  }
  for (const name of ["blocked", "blockedWords"] as const) {
    const [one, other] = [first[name], second[name]];
    if (one && other) merged[name] = [...new Set([...one, ...other])];
  }
  for (const name of ["ownKeys", "guests"] as const) {
    const [one, other] = [first[name], second[name]];
    if (one !== undefined && other !== undefined) merged[name] = one && other;
  }
  if (first.talk === "ask" || second.talk === "ask") merged.talk = "ask";
  return merged;
}
