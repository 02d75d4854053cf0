import type { RemoteJob } from "../../core/job/remote.ts";
import { addressWithKey } from "../http/address.ts";

/** Routes of the image service below its base URL. Source: `docs/gateway.md#images-endpoints`. */
const JOBS = "/api/v1/images/jobs/";
export const IMAGE_FILES = "/api/v1/images/files/";

export type JobRoute = "" | "/result" | "/events";

/** The address and key for reading a job. Throws a `NotSentError` when no request can be made of them. */
export function jobAddress(remote: RemoteJob, route: JobRoute): { readonly url: URL; readonly apiKey: string } {
  return addressWithKey(remote.baseUrl, remote.apiKey, `${JOBS}${encodeURIComponent(remote.remoteId)}${route}`);
}
