/** Requests to our route that Slack did not sign. */
export const UNSIGNED_REQUESTS = {
  name: "easel_slack_unsigned_requests_total",
  help: "requests to /slack/events that Slack did not sign, or too long ago",
} as const;
