import { describePlatformContract } from "./chat-contract.ts";
import { setUpSkeleton } from "./skeleton.ts";

// Not a test of its own: `skeleton.test.ts` runs it to check its output.
describePlatformContract("skeleton", setUpSkeleton);
