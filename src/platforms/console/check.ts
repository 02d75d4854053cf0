import { textsFor } from "../../text/texts.ts";
import type { CheckedPlatform, StartContext } from "../entry.ts";
import { createConsole } from "./open.ts";
import type { ConsoleSettings } from "./settings.ts";

/** Always succeeds, because the Console is part of Easel and needs no remote service. */
export async function checkConsole(
  { on, password }: ConsoleSettings,
  { clock, random, log }: StartContext,
): Promise<CheckedPlatform> {
  return {
    account: undefined,
    away: undefined,
    open(parts) {
      const { db, media, served, thumbnails, keepFile, commands, memberships, lineages, channelRecords } = parts;
      const { secretKeys, publicUrl, ownFileBytes } = parts;
      const opened = createConsole({
        db,
        media,
        served,
        thumbnails,
        keepFile,
        commands,
        memberships,
        lineages,
        records: channelRecords,
        secretKey: secretKeys.current,
        clock,
        random,
        log,
        texts: textsFor,
        ...(ownFileBytes === undefined ? {} : { maxFileBytes: ownFileBytes }),
        ...(password === undefined ? {} : { password }),
        ...(publicUrl === undefined ? {} : { allowedOrigins: [new URL(publicUrl).origin] }),
      });
      return {
        platform: opened.platform,
        routes: { local: on ? [opened.routes] : [], outside: [] },
        state: undefined,
        facts: () => undefined,
        counts: {},
        isLoggedIn: on ? opened.isLoggedIn : undefined,
        close: async () => {},
      };
    },
  };
}
