-- The schema of Easel, as src/db/schema/ declares it, where each column is explained. Functions and triggers are in src/db/functions/.

-- ==== Who uses Easel, and with which keys ====

-- The tenant.
CREATE TABLE organisations (
  id uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
  name text,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE UNIQUE INDEX organisations_named ON organisations (lower(name));

-- A Discord guild, a Slack team, or the Console's one.
CREATE TABLE workspaces (
  platform text NOT NULL,
  external_id text NOT NULL,
  organisation_id uuid NOT NULL,
  time_zone text DEFAULT 'UTC' NOT NULL,
  admin_channel text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT workspaces_platform_external_id_pk PRIMARY KEY (platform, external_id)
);

-- A person.
CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
  organisation_id uuid NOT NULL,
  display_name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT accounts_id_organisation_id_unique UNIQUE (id, organisation_id)
);

-- A person's name on one platform.
CREATE TABLE identities (
  platform text NOT NULL,
  workspace text NOT NULL,
  user_id text NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT identities_platform_workspace_user_id_pk PRIMARY KEY (platform, workspace, user_id)
);

-- The workspace that someone chose for their direct messages, where a platform has these apart from its workspaces.
CREATE TABLE homes (
  platform text NOT NULL,
  user_id text NOT NULL,
  workspace text NOT NULL,
  CONSTRAINT homes_platform_user_id_pk PRIMARY KEY (platform, user_id)
);

-- A gateway key. The secret is sealed with the key of the process; the fingerprint is an HMAC of it. Several may be one
-- key at the gateway: entered for several groups, or both configured and entered.
CREATE TABLE credentials (
  id uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
  organisation_id uuid NOT NULL,
  name text DEFAULT '' NOT NULL,
  origin text DEFAULT 'configuration' NOT NULL,
  scope text DEFAULT 'organisation' NOT NULL,
  is_own boolean DEFAULT false NOT NULL,
  masked text DEFAULT '' NOT NULL,
  fingerprint text NOT NULL,
  seal_key_id text DEFAULT '' NOT NULL,
  sealed_secret text NOT NULL,
  services text[] NOT NULL,
  concurrency integer NOT NULL,
  clip_concurrency integer NOT NULL,
  video_models text[],
  invalid_at timestamp with time zone,
  resting_until timestamp with time zone,
  disabled_at timestamp with time zone,
  removed_at timestamp with time zone,
  checked_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE UNIQUE INDEX credentials_configured ON credentials (organisation_id, fingerprint) WHERE origin = 'configuration' and removed_at is null;
CREATE UNIQUE INDEX credentials_named ON credentials (organisation_id, lower(name)) WHERE origin = 'people' and removed_at is null;
CREATE INDEX credentials_of_fingerprint ON credentials (fingerprint);

-- ==== What is allowed, what it may cost, and what was done ====

-- Accounts that share keys, policy and quota.
CREATE TABLE groups (
  id uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
  organisation_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT groups_organisation_id_name_unique UNIQUE (organisation_id, name)
);

-- Who belongs to a group: single accounts, or everyone with a role or in a user group of a platform (`Subject`).
CREATE TABLE group_members (
  group_id uuid NOT NULL,
  organisation_id uuid NOT NULL,
  subject text NOT NULL,
  CONSTRAINT group_members_group_id_subject_pk PRIMARY KEY (group_id, subject)
);
CREATE INDEX group_members_of_subject ON group_members (organisation_id, subject);

-- What a scope says about what is allowed: `PolicySettings`. `version` grows with each change.
CREATE TABLE policies (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  settings jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT policies_organisation_id_scope_pk PRIMARY KEY (organisation_id, scope)
);

-- Scopes, keys among them, in which nothing new is created.
CREATE TABLE pauses (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  paused_by text NOT NULL,
  paused_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT pauses_organisation_id_scope_pk PRIMARY KEY (organisation_id, scope)
);

-- How much of a unit a scope may use in each window.
CREATE TABLE quotas (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  unit text NOT NULL,
  span text NOT NULL,
  amount bigint NOT NULL,
  set_in text NOT NULL,
  time_zone text NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT quotas_organisation_id_scope_unit_span_pk PRIMARY KEY (organisation_id, scope, unit, span)
);
CREATE INDEX quotas_of_keys ON quotas (organisation_id, scope) WHERE scope like 'key:%';

-- One window of a quota: what is reserved or charged of it, and what admins granted on top.
CREATE TABLE quota_windows (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  unit text NOT NULL,
  span text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  used bigint DEFAULT 0 NOT NULL,
  granted bigint DEFAULT 0 NOT NULL,
  warned smallint DEFAULT 0 NOT NULL,
  CONSTRAINT quota_windows_organisation_id_scope_unit_span_starts_at_pk PRIMARY KEY (organisation_id, scope, unit, span, starts_at)
);

-- The usage warnings of a quota window, each sent once: to the member whose batch reached the percentage, and to admins.
CREATE TABLE quota_warnings (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  unit text NOT NULL,
  span text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  percent smallint NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  batch_id uuid NOT NULL,
  used bigint NOT NULL,
  amount bigint NOT NULL,
  told boolean DEFAULT false NOT NULL,
  CONSTRAINT quota_warnings_organisation_id_scope_unit_span_starts_at_percent_pk PRIMARY KEY (organisation_id, scope, unit, span, starts_at, percent)
);
CREATE INDEX quota_warnings_of_batch ON quota_warnings (batch_id);
CREATE INDEX quota_warnings_untold ON quota_warnings (organisation_id) WHERE not told;

-- What was spent, as rows that are only ever added: for each job `reserved` once, and later exactly one of `charged`,
-- `released` and `assumed`. Only `assumed` may be followed by `refunded`.
CREATE TABLE ledger (
  organisation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  workspace text NOT NULL,
  channel text NOT NULL,
  batch_id uuid NOT NULL,
  job_id uuid NOT NULL,
  credential_id uuid,
  model text NOT NULL,
  entry text NOT NULL,
  unit text NOT NULL,
  amount bigint NOT NULL,
  net bigint NOT NULL,
  counts_at timestamp with time zone NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ledger_job_id_entry_pk PRIMARY KEY (job_id, entry)
);
CREATE INDEX ledger_of_account ON ledger (organisation_id, account_id, counts_at, unit, net) WHERE net <> 0;
CREATE INDEX ledger_of_organisation ON ledger (organisation_id, counts_at, unit, net) WHERE net <> 0;
CREATE INDEX ledger_assumed ON ledger (organisation_id, batch_id) WHERE entry = 'assumed';

-- Every act of an admin and every change of a key, only ever added to.
CREATE TABLE audit (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name audit_id_seq INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
  organisation_id uuid NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  account_id uuid,
  actor_name text NOT NULL,
  workspace text NOT NULL,
  action text NOT NULL,
  scope text,
  before jsonb,
  after jsonb
);
CREATE INDEX audit_of_organisation ON audit (organisation_id, id);

-- Codes that join two accounts or two organisations, by their hash; each works once.
CREATE TABLE codes (
  hash text PRIMARY KEY NOT NULL,
  purpose text NOT NULL,
  organisation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  workspace text NOT NULL,
  expires_at timestamp with time zone NOT NULL
);

-- Wrong codes of an identity since a moment, so that nobody finds one by trying.
CREATE TABLE code_tries (
  who text PRIMARY KEY NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  wrong integer NOT NULL
);

-- Options that people saved under a name, for themselves (`account:`) or for a channel (`channel:`).
CREATE TABLE presets (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  name text NOT NULL,
  command text NOT NULL,
  options jsonb NOT NULL,
  created_by uuid NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT presets_organisation_id_scope_name_pk PRIMARY KEY (organisation_id, scope, name)
);

-- What admins are to be told in their channel, once: written by whatever it is about, in the same transaction.
CREATE TABLE admin_notes (
  id uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
  organisation_id uuid NOT NULL,
  conversation text NOT NULL,
  platform text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  state text DEFAULT 'due' NOT NULL,
  failure text,
  tries integer DEFAULT 0 NOT NULL,
  not_before timestamp with time zone DEFAULT now() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT admin_notes_organisation_id_subject_conversation_unique UNIQUE (organisation_id, subject, conversation)
);
CREATE INDEX admin_notes_due ON admin_notes (platform, not_before) WHERE state = 'due';

-- ==== Requests, and how they are made and delivered ====

-- Processes that work, by the database's clock.
CREATE TABLE workers (
  id uuid PRIMARY KEY NOT NULL,
  beat timestamp with time zone DEFAULT now() NOT NULL
);

-- What only one worker does at a time, such as posting for a workspace. A lease ends with its worker's row, so that it is
-- never free while its holder may still be at it.
CREATE TABLE leases (
  name text PRIMARY KEY NOT NULL,
  worker_id uuid NOT NULL
);

-- What one member asked for at once.
CREATE TABLE batches (
  id uuid PRIMARY KEY NOT NULL,
  platform text NOT NULL,
  event_key text NOT NULL,
  organisation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  conversation text NOT NULL,
  requester_id text NOT NULL,
  requester_name text NOT NULL,
  locale text NOT NULL,
  request_message text,
  service text NOT NULL,
  request jsonb NOT NULL,
  count integer NOT NULL,
  sandbox boolean NOT NULL,
  intake jsonb,
  parent_id uuid,
  parent_ordinals integer[],
  acknowledged text,
  actions_requested integer DEFAULT 0 NOT NULL,
  worker_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  closed_at timestamp with time zone,
  CONSTRAINT batches_platform_event_key_unique UNIQUE (platform, event_key),
  CONSTRAINT batches_written CHECK (intake is null or closed_at is null)
);
CREATE INDEX batches_open ON batches (worker_id) WHERE closed_at is null;
CREATE INDEX batches_of_conversation ON batches (conversation, created_at);
CREATE INDEX batches_of_account ON batches (account_id, created_at DESC NULLS FIRST);

-- One picture or one clip.
CREATE TABLE jobs (
  id uuid PRIMARY KEY NOT NULL,
  batch_id uuid NOT NULL,
  organisation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  service text NOT NULL,
  ordinal integer NOT NULL,
  state text NOT NULL,
  fence integer DEFAULT 0 NOT NULL,
  worker_id uuid,
  not_before timestamp with time zone DEFAULT now() NOT NULL,
  waiting_since timestamp with time zone DEFAULT now() NOT NULL,
  refusals integer DEFAULT 0 NOT NULL,
  create_tries integer DEFAULT 0 NOT NULL,
  handled_by uuid,
  deaths uuid[] DEFAULT '{}' NOT NULL,
  scopes text[] DEFAULT '{}' NOT NULL,
  at_once integer,
  own_keys boolean DEFAULT false NOT NULL,
  cost integer DEFAULT 0 NOT NULL,
  credential_id uuid,
  base_url text,
  path text NOT NULL,
  body text NOT NULL,
  body_hash text NOT NULL,
  idempotency_key text NOT NULL,
  submitted_at timestamp with time zone,
  remote_id text,
  request_id text,
  guidance jsonb,
  deadline_at timestamp with time zone,
  overdue boolean DEFAULT false NOT NULL,
  cancel_requested_at timestamp with time zone,
  ended_at timestamp with time zone,
  failure jsonb,
  usage jsonb,
  settlement text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT jobs_batch_id_ordinal_unique UNIQUE (batch_id, ordinal)
);
CREATE INDEX jobs_waiting ON jobs (organisation_id, service, account_id, created_at, ordinal, coalesce(at_once, 2147483647)) WHERE state = 'waiting';
CREATE INDEX jobs_under_way ON jobs (organisation_id, account_id, service) WHERE state in ('submitting', 'running', 'unknown');
CREATE INDEX jobs_held ON jobs (organisation_id, account_id, waiting_since) WHERE state = 'held';
CREATE INDEX jobs_owned ON jobs (worker_id) WHERE worker_id is not null;
CREATE INDEX jobs_unknown ON jobs (submitted_at) WHERE state = 'unknown';
CREATE INDEX jobs_deadly ON jobs (id) WHERE deaths <> '{}';
CREATE INDEX jobs_to_cancel ON jobs (worker_id) WHERE cancel_requested_at is not null and ended_at is null;

-- Places at the gateway: one row for each job of a service that a key may have at once. A slot belongs to the remote job,
-- but a job in `unknown` holds one only for a while (`free_unknown_slots`).
CREATE TABLE slots (
  key_fingerprint text NOT NULL,
  service text NOT NULL,
  n integer NOT NULL,
  job_id uuid,
  CONSTRAINT slots_key_fingerprint_service_n_pk PRIMARY KEY (key_fingerprint, service, n),
  CONSTRAINT slots_job_id_unique UNIQUE (job_id)
);

-- Whose turn it is: the organisation that was served least recently, and of it the member who was. An organisation was
-- served when one of its members was.
CREATE TABLE lanes (
  organisation_id uuid NOT NULL,
  service text NOT NULL,
  account_id uuid NOT NULL,
  last_served timestamp with time zone DEFAULT '-infinity' NOT NULL,
  CONSTRAINT lanes_organisation_id_service_account_id_pk PRIMARY KEY (organisation_id, service, account_id)
);
CREATE INDEX lanes_served ON lanes (organisation_id, service, last_served);

-- What a job made: due until its bytes are in the media store.
CREATE TABLE artifacts (
  job_id uuid PRIMARY KEY NOT NULL,
  batch_id uuid NOT NULL,
  state text NOT NULL,
  hash text,
  bytes bigint,
  mime_type text,
  width integer,
  height integer,
  failure jsonb,
  post text,
  succeeded_at timestamp with time zone DEFAULT now() NOT NULL
);

-- Messages of a batch: intended before they are sent, so that after a crash it is known what to look for.
CREATE TABLE posts (
  batch_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  message_id text,
  failure text,
  awaited uuid[] DEFAULT '{}' NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT posts_batch_id_kind_pk PRIMARY KEY (batch_id, kind)
);
CREATE INDEX posts_of_message ON posts (message_id) WHERE message_id is not null;

-- Messages of others that someone wants edited or animated, while they fill in the form for it: files have no room in its
-- id.
CREATE TABLE targets (
  id uuid PRIMARY KEY NOT NULL,
  conversation text NOT NULL,
  message_id text NOT NULL,
  attachments jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

-- ==== Requests that wait for a yes ====

-- Held batches that wait for an admin, where the question stands, and how it was decided.
CREATE TABLE approvals (
  batch_id uuid PRIMARY KEY NOT NULL,
  organisation_id uuid NOT NULL,
  reasons text[] NOT NULL,
  conversation text,
  message_id text,
  state text DEFAULT 'asked' NOT NULL,
  decided_by text,
  decided_at timestamp with time zone,
  declined_because text,
  blocked_because text,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX approvals_open ON approvals (created_at) WHERE state = 'asked';

-- Checked requests that their members have still to say yes to: to the price, to asking an admin, or to making it at all.
CREATE TABLE proposals (
  id uuid PRIMARY KEY NOT NULL,
  organisation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  conversation text NOT NULL,
  request jsonb NOT NULL,
  request_message text,
  parent_id uuid,
  parent_ordinals integer[],
  is_private boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX proposals_by_age ON proposals (created_at);

-- ==== The media store ====

-- The contents of the media store, by what they are called there.
CREATE TABLE media (
  hash text PRIMARY KEY NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  deleting_since timestamp with time zone
);
CREATE INDEX media_unused ON media (last_used_at) WHERE deleting_since is null;
CREATE INDEX media_deleting ON media (hash) WHERE deleting_since is not null;

-- Smaller versions of contents, for platforms that don't take the whole.
CREATE TABLE fittings (
  hash text NOT NULL,
  max_bytes bigint NOT NULL,
  fitted_hash text,
  bytes bigint,
  mime_type text,
  width integer,
  height integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT fittings_hash_max_bytes_pk PRIMARY KEY (hash, max_bytes)
);

-- ==== Discord ====

-- Who holds a platform connection that only one process may have, by the database's clock. It is no worker's lease: a
-- process that only takes requests in is no worker.
CREATE TABLE connections (
  name text PRIMARY KEY NOT NULL,
  holder uuid NOT NULL,
  beat timestamp with time zone DEFAULT now() NOT NULL
);

-- Messages of ours in Discord: intended before they are sent, so that after a crash it is known what to look for.
CREATE TABLE discord_posts (
  key text PRIMARY KEY NOT NULL,
  channel text NOT NULL,
  digests text[] NOT NULL,
  tries integer DEFAULT 1 NOT NULL,
  message_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX discord_posts_message ON discord_posts (message_id);

-- The commands that an application has registered, as a hash of their definitions.
CREATE TABLE discord_registrations (
  application text PRIMARY KEY NOT NULL,
  hash text NOT NULL
);

-- Interactions that were acknowledged before their outcome was known: a process that died over one owes an answer.
CREATE TABLE discord_pending (
  interaction text PRIMARY KEY NOT NULL,
  channel text NOT NULL,
  locale text NOT NULL,
  holder uuid,
  token text,
  begun_at timestamp with time zone DEFAULT now() NOT NULL
);

-- ==== Slack ====

-- Messages of ours in Slack: intended before they are sent, so that after a crash it is known what to look for.
CREATE TABLE slack_posts (
  key text PRIMARY KEY NOT NULL,
  workspace text NOT NULL,
  channel text NOT NULL,
  thread text,
  ts text,
  has_files boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX slack_posts_place ON slack_posts (workspace, channel, ts);

-- The steps of each file on its way into Slack, so that no file is shared twice after a crash.
CREATE TABLE slack_uploads (
  post_key text NOT NULL,
  ordinal integer NOT NULL,
  file_id text NOT NULL,
  step text NOT NULL,
  share_ts text,
  CONSTRAINT slack_uploads_post_key_ordinal_pk PRIMARY KEY (post_key, ordinal)
);
CREATE INDEX slack_uploads_share ON slack_uploads (share_ts);

-- Events that were taken in, by each name that Slack has for them: it delivers again under new event ids.
CREATE TABLE slack_events (
  key text PRIMARY KEY NOT NULL,
  done boolean NOT NULL,
  taken_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX slack_events_taken ON slack_events (taken_at);

-- ==== The Console ====

-- One row: the revision of the newest change in the Console. A change takes the next one in its own transaction and holds
-- the row until it commits, so revisions become visible in their order and a reader never skips one.
CREATE TABLE console_counter (
  id integer PRIMARY KEY NOT NULL,
  revision bigint NOT NULL,
  CONSTRAINT console_counter_one_row CHECK (id = 1)
);

-- Where people talk. The id is the name people see, in lower case. A removed channel keeps its row, so that every page
-- hears of the removal, and what still comes for it has a place.
CREATE TABLE console_channels (
  id text PRIMARY KEY NOT NULL,
  revision bigint NOT NULL,
  created_by text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  removed_at timestamp with time zone
);
CREATE INDEX console_channels_of_person ON console_channels (created_by) WHERE created_by is not null and removed_at is null;

-- Everything said, by people and by Easel. A removed message stays as an empty row, so that others hear of the removal.
CREATE TABLE console_messages (
  id text PRIMARY KEY NOT NULL,
  channel_id text NOT NULL,
  author text NOT NULL,
  visible_to text,
  post_key text,
  position bigint NOT NULL,
  revision bigint NOT NULL,
  text text NOT NULL,
  reply_to text,
  content jsonb NOT NULL,
  removed boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  edited_at timestamp with time zone,
  CONSTRAINT console_messages_post_key_unique UNIQUE (post_key)
);
CREATE INDEX console_messages_history ON console_messages (channel_id, position);
CREATE INDEX console_messages_changes ON console_messages (revision);

-- Who is logged in, where the Console has a password. The browser alone has the token.
CREATE TABLE console_sessions (
  token_hash text PRIMARY KEY NOT NULL,
  password_mark text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL
);
CREATE INDEX console_sessions_seen ON console_sessions (seen_at);

-- Files that can be opened by their unguessable id: what people uploaded and what Easel posted. Bytes are in the media
-- store.
CREATE TABLE console_files (
  id text PRIMARY KEY NOT NULL,
  message_id text,
  uploaded_by text,
  hash text NOT NULL,
  name text NOT NULL,
  mime_type text NOT NULL,
  bytes bigint NOT NULL,
  taken_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX console_files_of_message ON console_files (message_id);
CREATE INDEX console_files_unused ON console_files (uploaded_by, created_at) WHERE message_id is null and taken_at is null;

-- ==== Functions ====

-- The functions of `src/db/functions/` as they are in this database.
CREATE TABLE sql_functions (
  name text PRIMARY KEY NOT NULL,
  hash text NOT NULL,
  revision integer NOT NULL
);

-- ==== Storage ====

-- Rows of these tables change several times in their short life. Free space in each page keeps the new versions beside the old
-- ones, so that indexes need no change, and vacuum comes after 2 % of dead rows.
ALTER TABLE workers SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE batches SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE jobs SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE slots SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE lanes SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE artifacts SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE posts SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE quota_windows SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

-- ==== References between tables ====

ALTER TABLE console_files ADD CONSTRAINT console_files_message_id_console_messages_id_fk FOREIGN KEY (message_id) REFERENCES console_messages(id) ON DELETE CASCADE;
ALTER TABLE console_messages ADD CONSTRAINT console_messages_channel_id_console_channels_id_fk FOREIGN KEY (channel_id) REFERENCES console_channels(id);
ALTER TABLE approvals ADD CONSTRAINT approvals_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE proposals ADD CONSTRAINT proposals_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE proposals ADD CONSTRAINT proposals_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE artifacts ADD CONSTRAINT artifacts_job_id_jobs_id_fk FOREIGN KEY (job_id) REFERENCES jobs(id);
ALTER TABLE batches ADD CONSTRAINT batches_account_fk FOREIGN KEY (account_id, organisation_id) REFERENCES accounts(id, organisation_id) ON UPDATE CASCADE;
ALTER TABLE jobs ADD CONSTRAINT jobs_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
ALTER TABLE jobs ADD CONSTRAINT jobs_credential_id_credentials_id_fk FOREIGN KEY (credential_id) REFERENCES credentials(id);
ALTER TABLE leases ADD CONSTRAINT leases_worker_id_workers_id_fk FOREIGN KEY (worker_id) REFERENCES workers(id) ON DELETE CASCADE;
ALTER TABLE posts ADD CONSTRAINT posts_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
ALTER TABLE accounts ADD CONSTRAINT accounts_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE credentials ADD CONSTRAINT credentials_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE identities ADD CONSTRAINT identities_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE workspaces ADD CONSTRAINT workspaces_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE admin_notes ADD CONSTRAINT admin_notes_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE codes ADD CONSTRAINT codes_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE codes ADD CONSTRAINT codes_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE group_members ADD CONSTRAINT group_members_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
ALTER TABLE group_members ADD CONSTRAINT group_members_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE groups ADD CONSTRAINT groups_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE pauses ADD CONSTRAINT pauses_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE policies ADD CONSTRAINT policies_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE presets ADD CONSTRAINT presets_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE quota_warnings ADD CONSTRAINT quota_warnings_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE quota_windows ADD CONSTRAINT quota_windows_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE quotas ADD CONSTRAINT quotas_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE slack_uploads ADD CONSTRAINT slack_uploads_post_key_slack_posts_key_fk FOREIGN KEY (post_key) REFERENCES slack_posts(key) ON DELETE CASCADE;
