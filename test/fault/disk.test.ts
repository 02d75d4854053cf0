import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { asking, sayUntilAccepted } from "../support/fault/fault-asking.ts";
import { audit, expectedFiles, settled, unmade } from "../support/fault/fault-ledger.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { openFaultWorld, type Replica } from "../support/fault/fault-world.ts";
import { png } from "../support/media/media-files.ts";
import { mountSmallDisk } from "../support/fault/small-disk.ts";

const sums = createSums();
const disk = await mountSmallDisk(4 * 1024);

afterAll(async () => {
  await disk?.[Symbol.asyncDispose]();
  sums.report("a full disk");
});

it.skipIf(!disk)("while the disk is full, files are refused, results wait, and no process ends", async () => {
  const world = await openFaultWorld({ mediaFolder: disk?.folder ?? "" });
  const ledger = emptyLedger();
  try {
    const replicas = [await world.start(), await world.start()] as const;
    const serving = (): Replica => replicas[Math.floor(Math.random() * replicas.length)] ?? replicas[0];
    const file = await upload(replicas[0]);
    expect(file.status).toBe(200);
    await disk?.fill();
    expect(await upload(replicas[0])).toMatchObject({ status: 507, said: expect.stringContaining("is full") });

    // The upload is already stored, but there is no room for its inspected copy.
    const edit = randomUUID();
    const answered = await fetch(`${replicas[0].url}/api/messages`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        id: edit,
        as: "member",
        locale: "en",
        channel: "general",
        text: "/edit a hat",
        attachments: [{ upload: /"id":"([^"]+)"/.exec(file.said)?.[1] }],
      }),
    });
    expect(answered.status).toBe(200);
    const [answer] = await world.sql`
      select text from console_messages where post_key like ${`answer:message:${edit}:%`}`;
    expect(answer?.["text"]).toContain("is full");
    const metrics = await (await fetch(`${replicas[0].url}/metrics`)).text();
    expect(metrics).toMatch(/^easel_disk_full 1$/m);

    const asked = [asking("image", "no room", 3), asking("image", "no room either", 2), asking("video", "no room")];
    await Promise.all(asked.map((one) => sayUntilAccepted(one, serving)));
    expect(await settled(world, 10_000)).not.toEqual([]);
    await disk?.makeRoom();
    expect(await settled(world, 60_000)).toEqual([]);
    expect(await audit(world, asked, ledger)).toEqual([]);
    expect(ledger).toMatchObject(NOTHING_WRONG);
    expect(await unmade(world, asked)).toEqual([]);
    expect(ledger.made).toBe(expectedFiles(asked));
    expect(replicas.some((replica) => replica.isGone())).toBe(false);
  } finally {
    sums.add(ledger);
    await world.close();
  }
});

async function upload(replica: Replica): Promise<{ status: number; said: string }> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(await png())], { type: "image/png" }), "cat.png");
  const response = await fetch(`${replica.url}/api/uploads?as=member`, { method: "POST", body: form });
  return { status: response.status, said: await response.text() };
}
