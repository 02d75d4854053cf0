import { describePlay } from "../../support/play/play.ts";
import { consoleStage } from "../../support/play/console.ts";

describePlay("at the Console", consoleStage);
