import { describePlatformContract } from "./chat-contract.ts";
import { setUpSkeleton } from "./skeleton.ts";

// Not run as a test: `skeleton.test.ts` runs it to check its output.
describePlatformContract("skeleton", setUpSkeleton);
