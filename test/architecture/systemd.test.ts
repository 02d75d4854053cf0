import { access, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";

const root = new URL("../../", import.meta.url);
const INSTALLED = "/opt/easel";

it("the systemd unit for backups runs a script of this repository, and may write to Easel's data and to the copies", async () => {
  const unit = await readFile(new URL("scripts/systemd/easel-backup.service", root), "utf8");
  const settings = new Map([...unit.matchAll(/^(\w+)=(.+)$/gm)].map(([, name = "", value = ""]) => [name, value]));
  const [, script = "", folder = ""] = (settings.get("ExecStart") ?? "").split(" ");
  await access(fileURLToPath(new URL(script, root)));
  const writable = settings.get("ReadWritePaths")?.split(" ");
  expect(writable).toEqual([readConfig({}, INSTALLED).dataDir, folder]);
  expect(settings.get("Environment")).toContain(`PATH=${INSTALLED}/node_modules/.bin:`);
  const timer = await readFile(new URL("scripts/systemd/easel-backup.timer", root), "utf8");
  expect(timer).toMatch(/^OnCalendar=/m);
});

it("the systemd unit for Easel starts a program of this repository, and lets it write to Easel's data", async () => {
  const unit = await readFile(new URL("scripts/systemd/easel.service", root), "utf8");
  const settings = new Map([...unit.matchAll(/^(\w+)=(.+)$/gm)].map(([, name = "", value = ""]) => [name, value]));
  expect(settings.get("WorkingDirectory")).toBe(INSTALLED);
  const [program = "", script = ""] = (settings.get("ExecStart") ?? "").split(" ");
  for (const path of [program.replace(`${INSTALLED}/`, ""), script]) {
    await access(fileURLToPath(new URL(path, root)));
  }
  expect(settings.get("ReadWritePaths")).toBe(readConfig({}, INSTALLED).dataDir);
});
