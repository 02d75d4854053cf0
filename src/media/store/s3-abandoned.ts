import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
} from "@aws-sdk/client-s3";

/**
 * Pages of a listing per run, each of up to 1,000 entries. Killed processes leave a few entries; a run stays short even if a
 * bucket is full of them, and the next one continues, because what was removed is no longer listed.
 */
const ABANDONED_PAGES = 10;

/** The bucket, and the beginning of the names of unfinished objects. */
interface Unfinished {
  readonly Bucket: string;
  readonly Prefix: string;
}

/** Removes unfinished objects, and aborts unfinished uploads, that are older than this moment. */
export async function removeAbandonedFrom(client: S3Client, where: Unfinished, before: number): Promise<void> {
  const isOld = (since: Date | undefined): boolean => (since?.getTime() ?? Infinity) < before;
  const { Bucket } = where;
  let from: string | undefined;
  for (let pages = 0; pages < ABANDONED_PAGES; pages++) {
    const page = await client.send(new ListObjectsV2Command({ ...where, ContinuationToken: from }));
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key !== undefined && isOld(LastModified)) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    }
    from = page.NextContinuationToken;
    if (page.IsTruncated !== true || from === undefined) break;
  }
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (let pages = 0; pages < ABANDONED_PAGES; pages++) {
    // Some servers don't list these, and clean them up by themselves.
    const page = await client.send(new ListMultipartUploadsCommand({ ...where, ...marker })).catch(() => undefined);
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (!isOld(Initiated)) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
    }
    marker = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
    if (page?.IsTruncated !== true || marker.KeyMarker === undefined) break;
  }
}
