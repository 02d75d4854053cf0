import { optionsNamed } from "../fake-discord/command-schema.ts";
import type { FakeDiscord } from "../fake-discord/fake-discord.ts";
import type { Acted } from "../fake-discord/person.ts";
import { sentText } from "../fake-discord/reading.ts";
import type { FakeChannel, FakeMessage, FakeUser } from "../fake-discord/world.ts";
import type { Stranger } from "./stranger.ts";

/** A person on Discord with a custom client, which presses buttons and submits forms that Easel never showed. */
export function discordStranger(
  discord: FakeDiscord,
  user: FakeUser,
  where: FakeChannel,
  { isAdmin, shown }: { readonly isAdmin: boolean; readonly shown: FakeMessage },
): Stranger {
  const person = discord.as(user, where);
  const told = async (acted: Acted): Promise<string> => {
    const { interaction, answered } = acted;
    // If a press is acknowledged late, its message with the button counts as the answer. Until the text changes, it isn't one.
    const pressed = interaction.source && sentText(interaction.source);
    const callback = await answered;
    if (callback.type === 9) return JSON.stringify(callback.data);
    const answer = await discord.until("an answer", () =>
      [interaction.original, ...interaction.followUps].find(
        (message) =>
          message !== undefined &&
          sentText(message) !== "" &&
          (message !== interaction.source || sentText(message) !== pressed),
      ),
    );
    return `${sentText(answer)} ${JSON.stringify(answer.components)}`;
  };
  /** The answers to the forged forms. */
  let opened: Acted | undefined;
  return {
    isAdmin,
    command: (name, options) => told(person.command(name, options)),
    async typing(name, option, typed) {
      const isOffered = optionsNamed(name, discord.commands())?.some(
        (one) => one.name === option && "autocomplete" in one && one.autocomplete,
      );
      return isOffered ? JSON.stringify(await person.typing(name, option, typed).answered) : "";
    },
    press(button) {
      const row = { type: 1, components: [{ type: 2, style: 2, label: "forged", custom_id: button }] };
      return told(person.press({ ...shown, components: [row] }, "forged"));
    },
    async submit(form) {
      if (opened === undefined) await told((opened = person.command("models")));
      const field = { type: 18, label: "Prompt", component: { type: 4, custom_id: "prompt", style: 2 } } as const;
      const data = { custom_id: form, title: "forged", components: [field], texts: [] };
      const interaction = { ...opened.interaction, callback: { type: 9 as const, data } };
      return told(person.submit({ ...opened, interaction }, { prompt: "make it blue" }));
    },
  };
}
