/**
 * Bounds that several parts share, or that the gateway's contracts set. Every other bound is next to its only user. Times are in
 * milliseconds unless the name says otherwise. Each bound has its reason, and names the document that sets it, if any.
 */

// Database
export const DATABASE_CONNECT_S = 5;
/** Time limit for a call of background work, which may wait longer than people do. */
export const DATABASE_BACKGROUND_CALL_MS = 10_000;
/** PostgreSQL ends a statement by itself a little after we stop waiting for it, so that no statement runs unnoticed. */
export const STATEMENT_TIMEOUT_MS = 10_000;
/** Rows written in one statement. Each takes well below a millisecond, during which the statement keeps its locks. */
export const WRITTEN_TOGETHER = 100;

// Workers
/** How often a worker writes its heartbeat, by the database's clock. */
export const HEARTBEAT_MS = 5_000;
/** Without a confirmed heartbeat for this long, a worker stops its own calls, before another worker may take over. */
export const SELF_FENCE_MS = 10_000;
/** Without a heartbeat for this long, others take over a worker's jobs. */
export const WORKER_EXPIRED_MS = 15_000;
/** The interval of the sweep, which finds what a lost notification would have reported. */
export const SWEEP_MS = 1_000;

/** A job is set aside after this many processes died while they handled its bytes: one or two may be chance. */
export const DEADLY_AFTER = 3;

// Creates
/** Attempts at an image create whose outcome is unknown, all with the same key and bytes. */
export const CREATE_TRIES = 6;
/** The time within which these attempts happen. Afterwards, the job is unknown. */
export const CREATE_WINDOW_MS = 10 * 60_000;
/**
 * When each further attempt happens, counted from the first: soon, in case of a hiccup, then in growing steps up to the end of
 * the window, so that an outage of minutes costs no picture.
 */
export const CREATE_REPEATS_MS: readonly number[] = [2_000, 10_000, 45_000, 180_000, 590_000];
/** A job that could not be submitted for this long has failed, because nobody waits longer for a picture. */
export const WAITING_LIMIT_MS = 24 * 3_600_000;
/** An unknown create is given up after this long. The gateway would have shown it within this time. */
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
/** A clip is overdue after this long. Its notice then says so, and it is polled less often. */
export const VIDEO_TIMEOUT_MS = 2 * 3_600_000;
/** An image job is overdue this long after its guidance time-out. */
export const GUIDANCE_GRACE_MS = 60_000;
/** Used if the gateway gives no time-out. Longer than any picture takes. */
export const DEFAULT_IMAGE_TIMEOUT_MS = 10 * 60_000;
/**
 * How long a picture with an unknown outcome holds its slot. Within this time, even a picture that the last attempt
 * created has ended at the gateway, because the contract states its limit.
 */
export const UNKNOWN_PICTURE_SLOT_MS = CREATE_WINDOW_MS + DEFAULT_IMAGE_TIMEOUT_MS + GUIDANCE_GRACE_MS;
/** A job without an answered poll for this long is given up, because the gateway keeps nothing longer (72 h). */
export const RUNNING_LIMIT_MS = 72 * 3_600_000;
/** How many polls must answer "missing" before the job counts as gone, and the time between them. */
export const MISSING_LOOKS = 3;
export const MISSING_INTERVAL_MS = 3_600_000;

// Artifacts and delivery
/** The largest artifact that Easel fetches. The service itself limits pictures to 80 MiB; clips may be larger. */
export const ARTIFACT_BYTES = 1024 * 1024 * 1024;
/** Retention at the gateway: `docs/gateway.md#images-limits`. */
export const FETCH_WINDOW_MS = 72 * 3_600_000;
/** The first delay before a failed post is retried, which doubles up to the cap. */
export const POST_BACKOFF_MS = 1_000;
export const POST_BACKOFF_CAP_MS = 60_000;
/**
 * Discord accepts an acknowledgement within 3 s of the request. After this long, its outcome won't be reported any more, so Easel
 * looks it up.
 */
export const NOTICE_AWAITED_MS = 4_000;

// Chains
/** Suggestions shown at once. Discord shows no more, and nobody reads more. */
export const SUGGESTIONS = 25;
/** The longest label of a suggestion: Discord's limit. */
export const SUGGESTION_CHARACTERS = 100;
/** Suggestions must be ready within a second, because Discord drops them after three. Late ones are left out. */
export const SUGGESTION_MS = 800;
/** The longest title of a form: Discord's limit. */
export const FORM_TITLE_CHARACTERS = 45;

// Requests
/** Time limit for receiving an invocation's files. People stop waiting after this long. */
export const INVOCATION_MS = 60_000;
/** How long a proposal is kept: a yes is valid for a day, and one that came at the last moment may take a while to be stored. */
export const PROPOSAL_KEPT_MS = 24 * 3_600_000 + 5 * 60_000;
/** Pictures of one `/imagine`: the command's design, and the most files in one Discord message. */
export const MAX_COUNT = 10;
// People
/** Bounds of groups, far above any real use, so that lists stay readable. */
export const MAX_GROUPS = 100;
export const MAX_GROUP_MEMBERS = 500;
/** How long a code is valid. */
export const CODE_MS = 10 * 60_000;
/**
 * The most jobs that move when two accounts are linked or two organisations are joined. Meanwhile their members can't request
 * anything, and each job takes about 0.1 ms.
 */
export const MAX_MOVED_JOBS = { account: 5_000, organisation: 20_000 } as const;
/** Presets of one member or one channel. More could not be suggested together. */
export const MAX_PRESETS = 25;
export const PRESET_NAME_CHARACTERS = 40;
/** Extension fields as JSON: Discord's limit for a text option. */
export const MAX_NATIVE_CHARACTERS = 6_000;
/** How deeply such JSON may be nested. Programs read it recursively, and their stack is limited. */
export const MAX_NATIVE_DEPTH = 32;
/** The longest group name, which must fit on a line and in the choices of every platform. */
export const GROUP_NAME_CHARACTERS = 50;

// Policy
/** Bounds of an admin's settings, far above any real use, so that a row stays small and a check fast. */
export const MAX_MODEL_GLOBS = 50;
export const MAX_POLICY_SUBJECTS = 200;
export const MAX_BLOCKED_WORDS = 500;
export const MAX_JOBS_AT_ONCE = 1_000;
export const MAX_JOBS_WAITING = 100_000;
export const MAX_UPLOAD_MIB = 1_048_576;
export const MAX_CONSOLE_CHANNELS = 1_000;
/** A day of clips: more than any clip with all its references is billed as. */
export const MAX_POLICY_SECONDS = 86_400;

// Quotas
/** More than any organisation makes in a month, and far below the database's integer limit. */
export const MAX_QUOTA = 10_000_000;
/** Per organisation, far above any real use: while its windows are computed, its members can't request anything. */
export const MAX_QUOTAS = 500;

/** `docs/gateway.md#images-limits`: the gateway refuses more. */
export const MAX_EDIT_IMAGES = 16;
/** Longest reference video in seconds: `docs/gateway.md#videos-limits`. */
export const MAX_REFERENCE_SECONDS = 3_600;

// Keys
/** Concurrent jobs for a key without a set limit. The gateway's own limit is not documented. */
export const DEFAULT_KEY_CONCURRENCY = 4;
/** A key whose cap or balance is used up is not used for this long. */
export const SPENT_KEY_REST_MS = 10 * 60_000;
/** Per organisation, including its members' own keys: one list shows them all, and every claim of a job reads all of them. */
export const MAX_KEYS = 200;
/** The most concurrent jobs of a key, more than any documented plan has. Each slot is a row. */
export const MAX_KEY_CONCURRENCY = 200;
/** Slots per service of all keys of an organisation: every claim of a job reads all of them. */
export const MAX_SLOTS = 2_000;
/** The longest name of a key, which appears in lists and on one line of a recipe. */
export const KEY_NAME_CHARACTERS = 40;
/** The longest secret that fits in a header (`isSendableKey`). */
export const KEY_SECRET_CHARACTERS = 4_096;
/**
 * Time limit for checking a key while a person waits at a form: longer than a working gateway takes, and shorter than a
 * form lasts.
 */
export const KEY_CHECK_MS = 8_000;

// Console
/** The longest message, from a person or from Easel, which is also Slack's limit. Only the chat limits a prompt. */
export const CONSOLE_MESSAGE_CHARACTERS = 40_000;
/** Files of one message from Easel: the most pictures of a batch. A person's message can have `REQUEST_FILES`. */
export const CONSOLE_FILES_PER_MESSAGE = 10;
/** The largest file, sent or received. Everything is streamed, so this only keeps a mistake from filling the disk. */
export const CONSOLE_FILE_BYTES = 512 * 1024 * 1024;
/** The longest name of a channel, which must fit into the navigation. */
export const CONSOLE_CHANNEL_CHARACTERS = 32;
/** The longest life of a session, even in use. People enter the password once a week. */
export const CONSOLE_SESSION_MS = 7 * 24 * 3_600_000;
/** A session ends after this long without use, which is at the end of a working day (OWASP ASVS 4.0.3, 3.3.2). */
export const CONSOLE_SESSION_IDLE_MS = 12 * 3_600_000;

// Requests from outside
/** Networks remembered with their counts: a few megabytes. The least recently seen are forgotten first. */
export const NETWORKS_REMEMBERED = 10_000;

// Embedded PostgreSQL
/**
 * Time limit for starting the server. Replaying the journal after a crash may take minutes on a slow disk; beyond this,
 * it hangs.
 */
export const SERVER_START_MS = 5 * 60_000;

// Gateway calls
/** A gateway that does not accept a connection within this time won't accept it soon. */
export const CONNECT_MS = 10_000;
/** Time limit for fetching an artifact. A picture of 80 MiB at the slowest acceptable rate takes eleven minutes. */
export const ARTIFACT_CALL_MS = 15 * 60_000;
/** The largest answer without a picture. A job snapshot with its milestones is a few kB. */
export const JSON_ANSWER_BYTES = 1024 * 1024;
/** `docs/gateway.md#images-limits`: the service itself accepts no larger picture. */
export const IMAGE_BYTES = 80 * 1024 * 1024;
/** Waiting-time hints of one job. More could not be shown. */
export const MILESTONES = 50;

// Media intake
/** One file: `docs/gateway.md#images-limits` sets this bound for pictures; the contracts set none for the rest. */
export const INTAKE_BYTES = 80 * 1024 * 1024;
/**
 * The most pixels of a picture. The largest common cameras have 108 million; a picture that claims more is a
 * decompression bomb.
 */
export const INTAKE_PIXELS = 120_000_000;
/**
 * Bytes needed to detect a file's type: magic bytes are at the start, and a WebM's type is among its first elements.
 */
export const SNIFFED_BYTES = 16 * 1024;
/** Bytes read ahead while a file's parts are scanned: few reads, and little memory per file. */
export const SCAN_WINDOW_BYTES = 64 * 1024;
/** The largest index of an MP4. 80 MiB of video need less than 2 MiB, and reading the index multiplies it in memory. */
export const MOVIE_INDEX_BYTES = 8 * 1024 * 1024;
/** A half-written file that has not grown for this long belongs to a process that was killed. */
export const STAGED_FILE_MS = 3_600_000;
/** `docs/gateway.md#images-limits`. */
export const MASK_BYTES = 4 * 1024 * 1024;

// Thumbnails
/** Widths in pixels: for a picture in a grid, a single picture, and a single picture on a high-density screen. */
export const THUMBNAIL_WIDTHS = [320, 480, 960] as const;

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
/** Text inputs and lists to choose from in a modal: Slack's documentation, "Block Kit". */
export const SLACK_INPUT_CHARACTERS = 3_000;
export const SLACK_CHOICES = 100;
export const SLACK_CHOICE_CHARACTERS = 75;
