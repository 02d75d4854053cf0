import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createS3Client } from "../../../src/media/store/s3-client.ts";
import { removeAbandonedFrom } from "../../../src/media/store/s3-abandoned.ts";
import { startTestS3, type TestS3 } from "../../support/media/s3.ts";

/** More than one page of a listing. */
const MANY = 1_001;
const HOUR_MS = 3_600_000;
let s3: TestS3;

beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3.stop());

it("removes abandoned objects from every page of the listing, and no younger ones", async () => {
  await s3.addObjects(Array.from({ length: MANY }, (_, index) => `incoming/${String(index).padStart(5, "0")}`));
  const client = createS3Client(s3.address, 10);
  const where = { Bucket: s3.address.bucket, Prefix: "incoming/" };
  await removeAbandonedFrom(client, where, Date.now() - HOUR_MS);
  expect(await s3.objects()).toHaveLength(MANY);
  await removeAbandonedFrom(client, where, Date.now() + HOUR_MS);
  expect(await s3.objects()).toEqual([]);
  client.destroy();
});

it("aborts abandoned uploads on every page of the listing", async () => {
  const { server, aborted, endpoint } = await listingServer(["a", "b"]);
  const client = createS3Client({ ...s3.address, endpoint }, 10);
  await removeAbandonedFrom(client, { Bucket: "easel-media", Prefix: "incoming/" }, Date.now());
  expect(aborted).toEqual(["a", "b"]);
  client.destroy();
  await server.close();
});

/** A server that lists uploads, one per page; the usual test server lists none. */
async function listingServer(
  uploads: readonly string[],
): Promise<{ server: FastifyInstance; aborted: string[]; endpoint: string }> {
  const aborted: string[] = [];
  const server = fastify({ forceCloseConnections: true });
  server.all<{ Querystring: Record<string, string> }>("/*", async ({ method, query }, reply) => {
    if (method === "DELETE") aborted.push(query["uploadId"] ?? "");
    const index = uploads.indexOf(query["upload-id-marker"] ?? "") + 1;
    const id = uploads[index] ?? "";
    const body = `<ListMultipartUploadsResult><IsTruncated>${index + 1 < uploads.length}</IsTruncated>
      <NextKeyMarker>incoming/${id}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker><Upload>
      <Key>incoming/${id}</Key><UploadId>${id}</UploadId><Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload>
      </ListMultipartUploadsResult>`;
    return reply.type("application/xml").send("uploads" in query ? body : "<ListBucketResult></ListBucketResult>");
  });
  return { server, aborted, endpoint: await server.listen({ host: "127.0.0.1", port: 0 }) };
}
