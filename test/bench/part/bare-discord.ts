import { Client, Events, GatewayIntentBits } from "discord.js";
import postgres from "postgres";
import { answerWith } from "../harness/part.ts";

interface Given {
  readonly databaseUrl: string;
  readonly token: string;
  readonly apiUrl: string;
}

let client: Client | undefined;
let sql: postgres.Sql | undefined;

answerWith({ start }, async () => {
  await client?.destroy();
  await sql?.end();
});

/** The leanest bot that loses nothing: for each interaction, it commits one row and defers. */
async function start({ databaseUrl, token, apiUrl }: Given): Promise<void> {
  const writer = postgres(databaseUrl, { max: 4, onnotice: () => {} });
  sql = writer;
  await writer`create table interactions (id text primary key, options jsonb not null)`;
  client = new Client({ intents: [GatewayIntentBits.Guilds], waitGuildTimeout: 100, rest: { api: apiUrl } });
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const options = JSON.stringify(interaction.options.data.map(({ name, value }) => [name, value]));
    void writer`insert into interactions (id, options) values (${interaction.id}, ${options}::jsonb)`.then(() =>
      interaction.deferReply({ withResponse: true }),
    );
  });
  const ready = new Promise<void>((resolve) => client?.once(Events.ClientReady, () => resolve()));
  await client.login(token);
  await ready;
}
