import { discordStage } from "../../support/play/discord.ts";
import { describeOutcomes } from "../../support/play/outcomes.ts";

describeOutcomes("on Discord", discordStage);
