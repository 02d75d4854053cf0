/** Requests to our route without a valid signature from Slack. */
export const UNSIGNED_REQUESTS = {
  name: "easel_slack_unsigned_requests_total",
  help: "requests to /slack/events with a missing, wrong or outdated signature",
} as const;
