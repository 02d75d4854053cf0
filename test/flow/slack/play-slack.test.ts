import { describePlay } from "../../support/play/play.ts";
import { slackStage } from "../../support/play/slack.ts";

describePlay("in Slack", slackStage);
