import { EaselError } from "../../lib/errors.ts";
import type { LinkFault } from "../../core/request/file-problem.ts";

/** A link's target is unavailable or forbidden. The message holds no address: some links are secrets. */
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
