import { EaselError } from "../../lib/errors.ts";
import type { LinkFault } from "../../core/request/file-problem.ts";

/** What a link leads to can't be had, or may not be asked for. The message holds no address: links are secrets at times. */
export class LinkError extends EaselError {
  readonly fault: LinkFault;

  constructor(fault: LinkFault, cause?: unknown) {
    super(`link_${fault.why}`, fault.why === "status" ? `a link answered ${fault.status}` : `link: ${fault.why}`, {
      retryable: fault.why === "unreachable" || fault.why === "slow",
      cause,
    });
    this.fault = fault;
  }
}
