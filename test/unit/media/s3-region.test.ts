import { expect, it } from "vitest";
import { regionOf } from "../../../src/media/store/s3-client.ts";

it.each([
  ["https://s3.eu-central-1.amazonaws.com", "eu-central-1"],
  ["https://s3.dualstack.us-gov-west-1.amazonaws.com", "us-gov-west-1"],
  ["https://s3.us-west-004.backblazeb2.com", "us-west-004"],
  ["https://s3.ap-northeast-1.wasabisys.com", "ap-northeast-1"],
  ["https://media.s3.eu-west-3.amazonaws.com", "eu-west-3"],
  ["https://s3.amazonaws.com", "us-east-1"],
  ["https://account.r2.cloudflarestorage.com", "us-east-1"],
  ["http://127.0.0.1:9000", "us-east-1"],
  ["https://minio.example.com:9000/s3.eu-west-1.x", "us-east-1"],
])("the region of %s is %s", (endpoint, region) => {
  expect(regionOf(endpoint)).toBe(region);
});
