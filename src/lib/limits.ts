/**
 * Bounds that several parts share, or that the gateway's contracts set. Every other bound is beside its only user. Times are in
 * milliseconds unless the name says otherwise. Each bound has its reason, and names the document if one sets it.
 */

// Database
/** Creating the tables: another process may be doing it already, and an old database may be large. */
export const MIGRATE_MS = 10 * 60_000;
export const DATABASE_CONNECT_S = 5;
/** Background work may wait longer than people do. */
export const DATABASE_BACKGROUND_CALL_MS = 10_000;
/** PostgreSQL ends a statement by itself a little after we stop waiting for it, so that nothing runs on unseen. */
export const STATEMENT_TIMEOUT_MS = 10_000;
export const LOCK_TIMEOUT_MS = 5_000;
export const IDLE_IN_TRANSACTION_MS = 10_000;
/** Rows written in one statement: it holds its locks for well below a millisecond each. */
export const WRITTEN_TOGETHER = 100;

// Workers
/** How often a worker writes its heartbeat, by the database's clock. */
export const HEARTBEAT_MS = 5_000;
/** Without a confirmed heartbeat for this long, a worker stops its own calls: before anyone else may take over. */
export const SELF_FENCE_MS = 10_000;
/** Without a heartbeat for this long, others take over a worker's jobs. */
export const WORKER_EXPIRED_MS = 15_000;
/** The fallback for every lost notification. */
export const SWEEP_MS = 1_000;

/** The delay before a job is resumed after an unexpected error. */
export const STUMBLE_MS = 5_000;

/** A job is set aside after this many processes died while they handled its bytes: one or two may be chance. */
export const DEADLY_AFTER = 3;

// Creates
/** Tries of an image create whose outcome is unknown, all with the same key and bytes. */
export const CREATE_TRIES = 6;
/** The window in which these tries happen; afterwards the job is unknown. */
export const CREATE_WINDOW_MS = 10 * 60_000;
/** First wait between them; doubles each time. Six tries end well within the window. */
export const CREATE_BACKOFF_MS = 1_000;
/** A job that could not be submitted for this long has failed: nobody waits longer for a picture. */
export const WAITING_LIMIT_MS = 24 * 3_600_000;
/** An unknown create is given up after this long: the gateway would have shown it by then. */
export const UNKNOWN_LIMIT_MS = 2 * 3_600_000;

/**
 * A clip with an unknown outcome holds its slot for at most this long after its create, and all of them together at most half
 * of a key's clip slots: the contract states no limit for clips, and members must not wait for clips that may not exist.
 */
export const UNKNOWN_CLIP_SLOT_MS = 5 * 60_000;

// Watching
/** `docs/gateway.md#images-endpoints`, rule 4. */
export const IMAGE_POLL_MS = 1_500;
/** `docs/gateway.md#videos-limits`. */
export const VIDEO_POLL_MS = 15_000;
/** A clip is overdue after this long; then its notice says so, and it is polled less often. */
export const VIDEO_TIMEOUT_MS = 2 * 3_600_000;
/** An image job is overdue this long after its guidance time-out. */
export const GUIDANCE_GRACE_MS = 60_000;
/** If the gateway gives no time-out: longer than any picture takes. */
export const DEFAULT_IMAGE_TIMEOUT_MS = 10 * 60_000;
/**
 * The same for a picture, whose limit the contract states: by then even a picture that the last try created has ended at the
 * gateway.
 */
export const UNKNOWN_PICTURE_SLOT_MS = CREATE_WINDOW_MS + DEFAULT_IMAGE_TIMEOUT_MS + GUIDANCE_GRACE_MS;
/** Without an answered poll for this long a job is given up: the gateway keeps nothing longer (72 h). */
export const RUNNING_LIMIT_MS = 72 * 3_600_000;
/** Polls that must answer "missing" before it is believed, and the time between them. */
export const MISSING_LOOKS = 3;
export const MISSING_INTERVAL_MS = 3_600_000;

// Artifacts and delivery
/** The largest artifact we fetch: pictures are bounded by the service's own 80 MiB, with room for clips. */
export const ARTIFACT_BYTES = 1024 * 1024 * 1024;
/** Retention at the gateway: `docs/gateway.md#images-limits`. */
export const FETCH_WINDOW_MS = 72 * 3_600_000;
/** A failed post is tried again after this long; doubles up to the cap. */
export const POST_BACKOFF_MS = 1_000;
export const POST_BACKOFF_CAP_MS = 60_000;
/**
 * Discord accepts an acknowledgement within 3 s of the request. After this long its fate won't be reported: it is looked up.
 */
export const NOTICE_AWAITED_MS = 4_000;
/** The older a batch, the less often its notice is edited: its age, and the factor. On Discord every 5, 15 and 60 s. */
export const NOTICE_PATIENCE = [
  { fromMs: 2 * 60_000, factor: 3 },
  { fromMs: 15 * 60_000, factor: 12 },
] as const;

// Chains
/** Suggestions at once: Discord shows no more, and nobody reads more. */
export const SUGGESTIONS = 25;
/** The longest label of a suggestion: Discord's limit. */
export const SUGGESTION_CHARACTERS = 100;
/** Suggestions are answered within a second (Discord drops them after three); late ones are left out. */
export const SUGGESTION_MS = 800;
/** The longest title of a form: Discord's limit. */
export const FORM_TITLE_CHARACTERS = 45;

// Requests
/** Receiving an invocation's files may take this long; people have stopped waiting by then. */
export const INVOCATION_MS = 60_000;
/** Pictures of one `/imagine`: the command's design, and the most files that one Discord message holds. */
export const MAX_COUNT = 10;
// People
/** Bounds of groups: far above any use, so that lists stay readable. */
export const MAX_GROUPS = 100;
export const MAX_GROUP_MEMBERS = 500;
/** How long a code may be entered. */
export const CODE_MS = 10 * 60_000;
/** Presets of one member or one channel: no more are suggested at once. */
export const MAX_PRESETS = 25;
export const PRESET_NAME_CHARACTERS = 40;
/** Extension fields as JSON: Discord's limit for a text option. */
export const MAX_NATIVE_CHARACTERS = 6_000;
/** How deeply such JSON may be nested: programs that read it call themselves at each level, and their stack has an end. */
export const MAX_NATIVE_DEPTH = 32;
/** Fits on a line, and in the choices of every platform. */
export const GROUP_NAME_CHARACTERS = 50;

// Policy
/** Bounds of an admin's settings: far above any use, so that a row stays small and a check short. */
export const MAX_MODEL_GLOBS = 50;
export const MAX_POLICY_SUBJECTS = 200;
export const MAX_BLOCKED_WORDS = 500;
export const MAX_JOBS_AT_ONCE = 1_000;
export const MAX_JOBS_WAITING = 100_000;
/** Unsent uploads: four of the largest files. A smaller file counts as one MiB, since each is a row. */
export const DEFAULT_UPLOAD_MIB = 2_048;
export const MAX_UPLOAD_MIB = 1_048_576;
/** More channels than a person can find their way in. */
export const DEFAULT_CONSOLE_CHANNELS = 50;
export const MAX_CONSOLE_CHANNELS = 1_000;
/** A day of clips: more than any clip with all its references is billed as. */
export const MAX_POLICY_SECONDS = 86_400;

// Quotas
/** More than any organisation makes in a month, and far below the database's integer limit. */
export const MAX_QUOTA = 10_000_000;

/** `docs/gateway.md#images-limits`: the gateway refuses more. */
export const MAX_EDIT_IMAGES = 16;
/** Longest reference video in seconds: `docs/gateway.md#videos-limits`. */
export const MAX_REFERENCE_SECONDS = 3_600;

// Keys
/** Jobs at once for a key without a set concurrency; the gateway's own number is not documented. */
export const DEFAULT_KEY_CONCURRENCY = 4;
/** A key whose cap or balance is used up is not used for this long. */
export const SPENT_KEY_REST_MS = 10 * 60_000;
/** More jobs at once than any documented plan has; each is a row. */
export const MAX_KEY_CONCURRENCY = 200;
/** A key's name, in lists and on one line of a recipe. */
export const KEY_NAME_CHARACTERS = 40;
/** The longest secret that fits in a header (`isSendableKey`). */
export const KEY_SECRET_CHARACTERS = 4_096;
/** Somebody waits at a form: longer than a working gateway takes, shorter than a form lasts. */
export const KEY_CHECK_MS = 8_000;

// Console
/** The longest message a person may write: as long as Slack's longest. Only the chat limits a prompt. */
export const CONSOLE_MESSAGE_CHARACTERS = 40_000;
/** Files of one message, sent or received: the most pictures of a batch. */
export const CONSOLE_FILES_PER_MESSAGE = 10;
/** One file, sent or received. Everything is streamed, so this only keeps a mistake from filling the disk. */
export const CONSOLE_FILE_BYTES = 512 * 1024 * 1024;
/** The longest name of a channel: it must fit the navigation. */
export const CONSOLE_CHANNEL_CHARACTERS = 32;
/** And after this long in any case: people enter the password once a week. */
export const CONSOLE_SESSION_MS = 7 * 24 * 3_600_000;

// Requests from outside
/** Networks remembered with their counts: a few megabytes. The least recently seen are forgotten first. */
export const NETWORKS_REMEMBERED = 10_000;

// Embedded PostgreSQL
/** Replaying the journal after a crash may take minutes on a slow disk; beyond this it hangs. */
export const SERVER_START_MS = 5 * 60_000;

// Gateway calls
/** A gateway that does not accept a connection within this time won't accept it soon. */
export const CONNECT_MS = 10_000;
/** A picture of 80 MiB at that same rate takes eleven minutes. */
export const ARTIFACT_CALL_MS = 15 * 60_000;
/** An answer without a picture: a job snapshot with its milestones is a few kB. */
export const JSON_ANSWER_BYTES = 1024 * 1024;
/** `docs/gateway.md#images-limits`: the service itself accepts no larger picture. */
export const IMAGE_BYTES = 80 * 1024 * 1024;
/** A result as JSON: that picture as base64 (four thirds), and the rest of an answer. */
export const RESULT_BYTES = Math.ceil((IMAGE_BYTES * 4) / 3) + JSON_ANSWER_BYTES;
/** Waiting-time hints of one job; no more could be shown. */
export const MILESTONES = 50;

// Media intake
/** One file: `docs/gateway.md#images-limits` sets this bound for pictures; the contracts set none for the rest. */
export const INTAKE_BYTES = 80 * 1024 * 1024;
/** More than the largest common cameras have (108 million); a picture that claims more is a decompression bomb. */
export const INTAKE_PIXELS = 120_000_000;
/** Enough to detect a file's type: magic bytes are at the start, and a WebM's type is among its first elements. */
export const SNIFFED_BYTES = 16 * 1024;
/** Read ahead while a file's parts are scanned: few reads, and little memory per file. */
export const WALK_WINDOW_BYTES = 64 * 1024;
/** The index of an MP4: 80 MiB of video need less than 2 MiB, and reading it multiplies it in memory. */
export const MOVIE_INDEX_BYTES = 8 * 1024 * 1024;
/** A half-written file that has not grown for this long belongs to a process that was killed. */
export const STAGED_FILE_MS = 3_600_000;
/** `docs/gateway.md#images-limits`. */
export const MASK_BYTES = 4 * 1024 * 1024;

// Fitting to a platform's limit
/** Below the smallest limit of any platform (Discord: 10 MiB), with room for the rest of the request. */
export const SMALLEST_FILE_LIMIT_BYTES = 8 * 1024 * 1024;

// Keeping media
/** The unit of `MEDIA_DAYS`. */
export const DAY_MS = 24 * 3_600_000;
/** `docs/gateway.md#images-limits`: the body of one request, which holds the pictures of an edit. */
export const REQUEST_BODY_BYTES = 512 * 1024 * 1024;
/** Files of one request, from all sources: no model accepts more than 30 pictures and 10 audio files. */
export const REQUEST_FILES = 40;

// Slack
/** Text inputs, lists to choose from, titles and labels of a modal: Slack's documentation, "Block Kit". */
export const SLACK_INPUT_CHARACTERS = 3_000;
export const SLACK_CHOICES = 100;
export const SLACK_CHOICE_CHARACTERS = 75;
export const SLACK_TITLE_CHARACTERS = 24;
export const SLACK_LABEL_CHARACTERS = 2_000;
export const SLACK_FORM_FILES = 10;
