import type { Locale } from "../../../lib/locale.ts";

/** The words of the Console's log-in page in English. The server renders that page, so the Console's own page doesn't load them. */
const en = {
  password: "Password",
  enter: "Log in",
  wrong: "That is not the password.",
  away: "The database is unavailable. Try again in a moment.",
  wait: (seconds: number) =>
    `Too many wrong passwords. Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
};

export type ConsoleLoginTexts = typeof en;

const zhCN: ConsoleLoginTexts = {
  password: "密码",
  enter: "登录",
  wrong: "密码不正确。",
  away: "数据库暂时无法访问，请稍后重试。",
  wait: (seconds) => `密码错误次数过多。请在 ${seconds} 秒后重试。`,
};

const CATALOGUE: Record<Locale, ConsoleLoginTexts> = { en, "zh-CN": zhCN };

/** The words of the log-in page in one language. */
export function consoleLoginTexts(locale: Locale): ConsoleLoginTexts {
  return CATALOGUE[locale];
}
