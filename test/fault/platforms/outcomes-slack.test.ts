import { slackStage } from "../../support/play/slack.ts";
import { describeOutcomes } from "../../support/play/outcomes.ts";

describeOutcomes("on Slack", slackStage);
