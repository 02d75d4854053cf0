/**
 * Every bound there is, with its reason. Times are in milliseconds unless the name says otherwise. Where a number comes
 * from a document, the document is named; the others are our own choice and say why.
 */

// Database
/** A call that takes longer is given up: at intake an honest error must come within 2.5 s, before the platforms' 3 s. */
export const DATABASE_CALL_MS = 2_000;
/** At the start, whether the database can be used at all: it is said before somebody wonders. */
export const CHECK_DATABASE_MS = 15_000;
/** Making the tables: another process may be at it first, and an old database may be large. */
export const MIGRATE_MS = 10 * 60_000;
export const DATABASE_CONNECT_S = 5;
/** Background work may wait longer than a person does. */
export const DATABASE_BACKGROUND_CALL_MS = 10_000;
/** Postgres ends a statement by itself a little later than we give it up, so that nothing runs on unseen. */
export const STATEMENT_TIMEOUT_MS = 10_000;
export const LOCK_TIMEOUT_MS = 5_000;
export const IDLE_IN_TRANSACTION_MS = 10_000;
/** Connections of one process; with three processes well below the embedded server's 100. */
export const DATABASE_CONNECTIONS = 10;
/** Beside them, for what somebody waits for. More would each be used so seldom that it is always cold. */
export const DATABASE_CONNECTIONS_SOON = 3;
/** Writes that go out together: one statement stays well below a millisecond's worth of locks for each. */
export const WRITTEN_TOGETHER = 100;

/** First wait and longest wait before a database that is away is asked again. */
export const AGAIN_MS = 200;
export const AGAIN_CAP_MS = 5_000;

// Workers
/** A worker says so often that it lives, by the database's clock. */
export const HEARTBEAT_MS = 5_000;
/** Without a confirmed beat for this long a worker stops its own calls: before anyone else may take over. */
export const SELF_FENCE_MS = 10_000;
/** Without a beat for this long others take a worker's jobs over. */
export const WORKER_EXPIRED_MS = 15_000;
/** The backstop behind every notification. */
export const SWEEP_MS = 1_000;
/** Where this many jobs are under way, claims that would follow each other sooner are made as one: each costs a commit. */
export const CLAIM_AT_ONCE_BELOW = 8;
/** So long they may be put together: a slot is free no longer than that, and nobody sees it. */
export const CLAIM_TOGETHER_MS = 20;
/** Batches given away in one go, so that it stays short; the next go takes the rest. */
export const TAKE_OVER_BATCHES = 20_000;
/** Jobs claimed in one go; more follow at once, so that one claim never holds its locks for long. */
export const CLAIM_AT_ONCE = 20;

/** A job whose work failed in a way that nobody foresaw is taken up again after this long. */
export const STUMBLE_MS = 5_000;

/** A job is set aside when so many processes died while they handled its bytes: one may be chance, and so may two. */
export const DEADLY_AFTER = 3;
/** A job that is set aside is tried again after this long; each further death doubles it, up to the cap: well within 72 h. */
export const SET_ASIDE_MS = 30 * 60_000;
export const SET_ASIDE_CAP_MS = 12 * 3_600_000;
/** Whether someone wants a job tried sooner is looked at this often, in case nobody was told. */
export const SET_ASIDE_LOOK_MS = 60_000;

// Creates
/** Tries of an image create whose outcome is unknown, all with the same key and bytes. */
export const CREATE_TRIES = 6;
/** The window in which these tries happen; afterwards the job is unknown. */
export const CREATE_WINDOW_MS = 10 * 60_000;
/** First wait between them; doubles each time. Six tries end well within the window. */
export const CREATE_BACKOFF_MS = 1_000;
/**
 * A create that is on the wire when this process is told to stop may still be answered for this long: the outcome of a cut one
 * is unknown. With `SELF_FENCE_MS` before it still over before anyone else may take the job.
 */
export const CREATE_GRACE_MS = 3_000;
/** Wait after a refusal that a later try can change, where the gateway names none; doubles each time. */
export const REFUSED_BACKOFF_MS = 2_000;
export const REFUSED_BACKOFF_CAP_MS = 60_000;
/** A job that could not be submitted for this long has failed; nobody waits longer for a picture. */
export const WAITING_LIMIT_MS = 24 * 3_600_000;
/** An unknown create is given up after this long: the gateway would have shown it by then. */
export const UNKNOWN_LIMIT_MS = 2 * 3_600_000;

/**
 * A clip with an unknown outcome holds its slot for this long after its create at most, and all of a key together half of its
 * clip slots: the contract states no limit for clips, and members must not wait for what may not exist.
 */
export const UNKNOWN_CLIP_SLOT_MS = 5 * 60_000;

// Watching
/** `docs/gateway.md#images-endpoints`, rule 4. */
export const IMAGE_POLL_MS = 1_500;
/** `docs/gateway.md#videos-limits`. */
export const VIDEO_POLL_MS = 15_000;
/** Polls are spread by this part of their interval, so that jobs that began together don't ask together. */
export const POLL_JITTER = 0.2;
/** How often an overdue job is looked at: it is unlikely to end, and must not cost much. */
export const OVERDUE_POLL_MS = 60_000;
/** Broken event streams in a row before polling takes over. */
export const STREAM_FAILURES_BEFORE_POLLING = 2;
/** The longest time between two looks while an event stream is open: a stream can stay silent although the job has ended. */
export const STREAM_LOOK_MS = 15_000;
/** How long polling goes on before the event stream is tried again. */
export const STREAM_RETRY_MS = 30_000;
/** Looks that went unanswered wait up to this long in between. */
export const LOOK_BACKOFF_CAP_MS = 30_000;
/** A clip is overdue after this long; then it is said, and it is looked at less often. */
export const VIDEO_TIMEOUT_MS = 2 * 3_600_000;
/** An image job is overdue this long after its guidance time-out. */
export const GUIDANCE_GRACE_MS = 60_000;
/** Where the gateway gives no time-out: longer than any picture takes. */
export const DEFAULT_IMAGE_TIMEOUT_MS = 10 * 60_000;
/** The same for a picture, whose limit the contract states: by then even one that its last try made has ended at the gateway. */
export const UNKNOWN_PICTURE_SLOT_MS = CREATE_WINDOW_MS + DEFAULT_IMAGE_TIMEOUT_MS + GUIDANCE_GRACE_MS;
/** Without any answered look for this long a job is given up: the gateway keeps nothing longer (72 h). */
export const RUNNING_LIMIT_MS = 72 * 3_600_000;
/** Looks that must say "missing" before it is believed, and the time between them. */
export const MISSING_LOOKS = 3;
export const MISSING_INTERVAL_MS = 3_600_000;
/** A cancel that got no answer is repeated after this long. */
export const CANCEL_RETRY_MS = 2_000;

/** How often a process tells the others which of their batches changed: people wait for these. */
export const CHANGES_INTERVAL_MS = 20;
/** How often a process tells the others of progress: more than a platform lets a notice be edited. */
export const PROGRESS_INTERVAL_MS = 500;
/** PostgreSQL takes notifications of less than 8,000 bytes. */
export const PROGRESS_PAYLOAD_BYTES = 7_900;

// Artifacts and delivery
/** The largest artifact we fetch: pictures are bounded by the service's own 80 MiB, with room for clips. */
export const ARTIFACT_BYTES = 1024 * 1024 * 1024;
/** Transfers of a picture's file that may break off before its `base64` is used; then both ways take turns. */
export const FILE_CUTS_BEFORE_BASE64 = 3;
/** A failed retrieval is tried again after this long; doubles up to the cap. */
export const FETCH_BACKOFF_MS = 1_000;
export const FETCH_BACKOFF_CAP_MS = 5 * 60_000;
/** Retention at the gateway: `docs/gateway.md#images-limits`. */
export const FETCH_WINDOW_MS = 72 * 3_600_000;
/**
 * An artifact that is not usable (another type, damaged, too large, redirected) is fetched this many times: a page of a proxy
 * may be in its place for seconds, but anything else stays as it is, and each try may cost a whole download.
 */
export const UNUSABLE_TRIES = 4;
/** An artifact of at most this size is checked in memory; a larger one in a file, so that memory stays flat. */
export const ARTIFACT_HEAD_BYTES = 64 * 1024;
/** A batch does not hold back its other pictures longer than this for one that can't be fetched. */
export const LATE_ARTIFACT_MS = 2 * 60_000;
/** A failed post is tried again after this long; doubles up to the cap. */
export const POST_BACKOFF_MS = 1_000;
export const POST_BACKOFF_CAP_MS = 60_000;
/** Looks for a notice that may have come too late: it is no more than untidy, and a stop waits for it. */
export const STRAY_NOTICE_TRIES = 3;
/** Discord takes an acknowledgement within 3 s of the request. After this long nobody tells what came of it: it is looked up. */
export const NOTICE_AWAITED_MS = 4_000;
/** From which age of a batch its notice is changed how many times less often: on Discord every 5, 15 and 60 s. */
export const NOTICE_PATIENCE = [
  { fromMs: 2 * 60_000, factor: 3 },
  { fromMs: 15 * 60_000, factor: 12 },
] as const;

// Chains
/** What someone points at is kept while they fill in the form for it; the platforms' own addresses of files die sooner. */
export const KEPT_TARGET_MS = 24 * 3_600_000;
/** Suggestions at once: Discord shows no more, and nobody reads more. */
export const SUGGESTIONS = 25;
/** The longest label of a suggestion: Discord's limit. */
export const SUGGESTION_CHARACTERS = 100;
/** Words of one text that are compared with options and their values: people misspell a few, and each takes up to 50 µs. */
export const MAX_COMPARED_WORDS = 100;
/** The prompt in a line that somebody is shown to type themselves; what is longer is cut. */
export const TYPED_LINE_CHARACTERS = 1_000;
/** Suggestions are answered within a second (Discord forgets them after three); what is not known by then is left out. */
export const SUGGESTION_MS = 800;
/** Buttons of one setting, one for each group or key: Discord shows 25. The others are named in the command. */
export const SETTING_BUTTONS = 20;
/** The longest title of a form: Discord's limit. */
export const FORM_TITLE_CHARACTERS = 45;
/** Steps of a chain that a recipe tells of: more would not be read. */
export const RECIPE_STEPS = 20;

// Requests
/** How long the list of a key's models is taken as it was: models come and go in days, not minutes. */
export const MODEL_LIST_MS = 5 * 60_000;
/** After a service that did not answer, it is asked again no sooner: each request would wait for it. */
export const MODEL_LIST_AGAIN_MS = 5_000;
/** A request waits so long for a list that has to be asked for: the platforms want their answer within 3 s. */
export const MODEL_LIST_WAIT_MS = 1_500;
/** The answer itself may take longer: it comes for the next request. */
export const MODEL_LIST_ASK_MS = 10_000;
/** Waits before each look for a message of ours whose id may not be noted yet; together well below the platforms' 3 s. */
export const NOTED_LOOKS_MS = [0, 100, 300, 600] as const;
/** Taking an invocation's files in may take this long; whoever asked has then long stopped waiting. */
export const INVOCATION_MS = 60_000;
/** Pictures of one `/imagine`: design of the command, and the most files one Discord message holds. */
export const MAX_COUNT = 10;
// People
/** Bounds of groups: far above any use, so that lists stay short enough to be read. */
export const MAX_GROUPS = 100;
export const MAX_GROUP_MEMBERS = 500;
/** Even: shown in two halves. 31 signs each, so that within their time nobody finds one by trying. */
export const CODE_CHARACTERS = 8;
/** How long a code may be entered. */
export const CODE_MS = 10 * 60_000;
/** An identity may enter so many wrong codes within that time. */
export const CODE_TRIES = 5;
export const CODE_TRIES_MS = 10 * 60_000;
/** Of the operator's code, which has no end. */
export const OPERATOR_CODE_CHARACTERS = 12;
/** Joining is tried so often when something new comes in between, or when it waits for what waits for it. */
export const JOIN_TRIES = 5;
/** Presets of one member or one channel: no more are offered at once. */
export const MAX_PRESETS = 25;
export const PRESET_NAME_CHARACTERS = 40;
/** Extension fields as JSON: Discord's limit for a text option. */
export const MAX_NATIVE_CHARACTERS = 6_000;
/** What fits a line, and the choices of every platform. */
export const GROUP_NAME_CHARACTERS = 50;

// Policy
/** Bounds of what an admin can set: each far above any use, so that a row stays small and a check short. */
export const MAX_MODEL_GLOBS = 50;
export const MAX_POLICY_SUBJECTS = 200;
export const MAX_BLOCKED_WORDS = 500;
export const MAX_JOBS_AT_ONCE = 1_000;
export const MAX_JOBS_WAITING = 100_000;
/** Bounds of one member where no rule sets others: all of a usual key, and half of one with the most slots. */
export const DEFAULT_JOBS_AT_ONCE = 100;
/** A hundred requests of ten pictures; every waiting job is a row, and a member who means more can ask again. */
export const DEFAULT_JOBS_WAITING = 1_000;
/** Uploads without a message: four of the largest files. A smaller file counts as one MiB, since each is a row. */
export const DEFAULT_UPLOAD_MIB = 2_048;
export const MAX_UPLOAD_MIB = 1_048_576;
/** More channels than a person finds their way in. */
export const DEFAULT_CONSOLE_CHANNELS = 50;
export const MAX_CONSOLE_CHANNELS = 1_000;
/** A day of clips: more than any clip with all its references is billed as. */
export const MAX_POLICY_SECONDS = 86_400;

// Quotas
/** More than any organisation makes in a month, and far from what the database counts to. */
export const MAX_QUOTA = 10_000_000;
/** As many as fit into an answer: refunds are rare. */
export const REFUNDABLE_SHOWN = 20;
/** Members, channels or models that a person reads in one answer; the table that comes with it has all. */
export const USAGE_SHOWN = 15;
/** How often admins' warnings are looked for: soon enough for a day's quota. */
export const QUOTA_WARNINGS_MS = 5_000;
/** Each is a statement: their transaction stays short. */
export const QUOTA_WARNINGS_AT_ONCE = 50;
/** Rows of that table: a thousand members over a month, and within what every platform takes as a file. */
export const USAGE_ROWS = 30_000;

/** `docs/gateway.md#images-limits`: more is refused there. */
export const MAX_EDIT_IMAGES = 16;
/** Longest reference video in seconds: `docs/gateway.md#videos-limits`. */
export const MAX_REFERENCE_SECONDS = 3_600;

// Keys
/** Jobs at once for a key whose concurrency nobody has set; the gateway's own number is not documented. */
export const DEFAULT_KEY_CONCURRENCY = 4;
/** The embedded sandbox has no limit of its own; more would only slow the drawing down. */
export const SANDBOX_KEY_CONCURRENCY = 16;
/** A key whose cap or balance is used up rests this long before it is tried again. */
export const SPENT_KEY_REST_MS = 10 * 60_000;
/** Keys of one organisation: they are shown in one list, and read whole. */
export const MAX_KEYS = 200;
/** Keys that a member may have of their own. */
export const MAX_OWN_KEYS = 5;
/** More jobs at once than any documented plan has; each is a row. */
export const MAX_KEY_CONCURRENCY = 200;
/** What a key is called, in lists and on one line of a recipe. */
export const KEY_NAME_CHARACTERS = 40;
/** The longest secret that can stand in a header (`isSendableKey`). */
export const KEY_SECRET_CHARACTERS = 4_096;
/** Someone waits in front of a form: longer than any gateway takes that is up, shorter than a form lasts. */
export const KEY_CHECK_MS = 8_000;
/** How long it is remembered who may read a conversation: a list asks often, and who is put out must not read on for long. */
export const READER_MEMORY_MS = 5_000;
export const READERS_REMEMBERED = 2_000;
/** A platform that does not say in this time who may read is taken for one that says no: people wait for an answer. */
export const READER_ASK_MS = 2_000;
/** How many requests of a channel or a workspace are looked at, to find enough that the reader may see. */
export const JOBS_LOOKED_AT = 50;
/** How often keys are looked for that no job needs any more, or that have rested long enough. Either may wait. */
export const KEY_UPKEEP_MS = 60_000;
/** Groups and members that a key may be given to, as they are offered. */
export const KEY_OWNERS = 1_000;

// Audit
/** Acts that are shown at once: each is a line or two. */
export const AUDIT_SHOWN = 15;
/** What Discord shows of one answer, over several messages, with room for what it escapes. */
export const AUDIT_CHARACTERS = 8_000;
/** Roles whose names are asked for to tell of acts: each may be a call to the platform, which lets us make 50 a second. */
export const AUDIT_ROLES_NAMED = 30;
/** Acts that are read from the database in one go. */
export const AUDIT_PAGE = 1_000;
/** Acts of one file; of some 200 bytes each they fit into what every platform takes. */
export const AUDIT_ROWS = 40_000;

// Word to admins
/** How often what admins are to be told is looked for: nobody waits for it. */
export const ADMIN_NOTES_MS = 2_000;
/** Told in one go. */
export const ADMIN_NOTES_AT_ONCE = 20;
/** Wait before a note is tried again; doubles each time up to the cap. */
export const ADMIN_NOTE_BACKOFF_MS = 5_000;
export const ADMIN_NOTE_BACKOFF_CAP_MS = 10 * 60_000;
/** Older news of what has to be mended is no news: the lists show how things stand. */
export const ADMIN_NOTE_LIFE_MS = 24 * 3_600_000;

// Console
/** The longest message a person may write: as long as Slack's longest. Prompts have no other bound than their chat's. */
export const CONSOLE_MESSAGE_CHARACTERS = 40_000;
/** Files of one message, either way: the most pictures a batch has. */
export const CONSOLE_FILES_PER_MESSAGE = 10;
/** Files of one form: as many as any command takes, pictures, clips and sounds together. */
export const CONSOLE_FORM_FILES = 20;
/** One file, either way. Everything is streamed, so this only keeps a slip of the hand from filling the disk. */
export const CONSOLE_FILE_BYTES = 512 * 1024 * 1024;
/** An upload that is in no message by then is forgotten: whoever attached it has given up. */
export const CONSOLE_UPLOAD_MS = 24 * 3_600_000;
/** So long a channel is taken to be there after a look: another process may have removed it. */
export const CONSOLE_CHANNEL_KNOWN_MS = 2_000;
/** The longest name of a channel: it must fit the navigation. */
export const CONSOLE_CHANNEL_CHARACTERS = 32;
/** Messages that one page of history holds. */
export const CONSOLE_HISTORY_MESSAGES = 50;
/** Changes that are read for one event stream at a time: what one reader makes us keep in memory. */
export const CONSOLE_STREAM_BATCH = 100;
/** A comment on an idle stream, so that proxies keep it open and a dead one is noticed. */
export const CONSOLE_HEARTBEAT_MS = 15_000;
/** A reader that takes nothing for this long is disconnected; it resumes where it was. */
export const CONSOLE_SLOW_READER_MS = 20_000;
/** Event streams at once: far more than the tabs of a team, far fewer than would hurt. */
export const CONSOLE_STREAMS = 200;
/** The page draws an edit at once; this only spares the database. */
export const CONSOLE_NOTICE_INTERVAL_MS = 250;
/** Wrong passwords of one network, or of one browser that has logged in before, until it has to wait before the next. */
export const CONSOLE_LOGIN_TRIES = 5;
/** The longest wait after them. It begins with a second and doubles. */
export const CONSOLE_LOGIN_WAIT_MS = 60_000;
/** The same for all browsers together that never logged in: with these two, fewer than 100 guesses an hour (OWASP ASVS 2.2.1). */
export const CONSOLE_LOGIN_TRIES_IN_ALL = 15;
export const CONSOLE_LOGIN_WAIT_IN_ALL_MS = 45_000;
/** Wrong passwords are forgotten when none has followed for so long. */
export const CONSOLE_LOGIN_FORGET_MS = 15 * 60_000;
/** A body of the log-in form: one password, however long. */
export const CONSOLE_LOGIN_BYTES = 16 * 1024;
/** A session ends when nothing was done in it for so long: a working day that is over (OWASP ASVS 3.3.2). */
export const CONSOLE_SESSION_IDLE_MS = 12 * 3_600_000;
/** And after this long in any case: people enter the password once a week. */
export const CONSOLE_SESSION_MS = 7 * 24 * 3_600_000;
/** What is done in a session is noted this often: minutes do not matter for hours, and each note is a write. */
export const CONSOLE_SESSION_NOTE_MS = 60_000;
/** How often an open event stream looks whether its session goes on: another process may have ended it. */
export const CONSOLE_SESSION_LOOK_MS = 15_000;
/** How long a browser that has logged in is known as one. */
export const CONSOLE_DEVICE_MS = 365 * 24 * 3_600_000;

// Requests from outside
/** Requests are counted in windows of this length. */
export const REQUEST_WINDOW_MS = 60_000;
/** Unsigned requests of one network in a window at the public port: nobody opens that many wrong links by hand. */
export const PUBLIC_REQUESTS = 120;
/** The same at the Console's port: 50 a second, for scripts on this machine that wait until Easel is ready. */
export const LOCAL_REQUESTS = 3_000;
/** Signed requests of one signer from one network: Slack delivers up to 500 events a minute, and a gateway may load a file in pieces. */
export const SIGNED_REQUESTS = 3_000;
/** Networks that are remembered with their counts: some megabytes. Those that were not seen for longest are forgotten first. */
export const NETWORKS_REMEMBERED = 10_000;

// Parts outside: the gateway's addresses and the S3 store
/** A start waits so long for a gateway's first answer: long enough for one far away, short enough for who waits for the start. */
export const GATEWAY_CHECK_MS = 10_000;
/** First and longest wait before a part that is away is asked whether it is back. */
export const PART_AGAIN_MS = 1_000;
export const PART_AGAIN_CAP_MS = 30_000;
/** Calls that must fail one after the other before a part counts as away: one may be chance. */
export const PART_FAILURES = 3;

// Embedded PostgreSQL
/** How often a starting server's state is read: it is up after some 50 ms, and a start is waited for by a person. */
export const SERVER_READY_POLL_MS = 5;
/** Replaying the journal after a crash may take minutes on a slow disk; longer than this it hangs. */
export const SERVER_START_MS = 5 * 60_000;
/** A start that takes longer is explained in the log. */
export const SERVER_SLOW_START_MS = 3_000;
/** Starts that fail for a reason which another try can mend: a port just taken, processes of a dead server. */
export const SERVER_START_TRIES = 5;
/** A fast shutdown writes everything back; what is not done by then is replayed at the next start. */
export const SERVER_FAST_STOP_MS = 5_000;
/** An immediate shutdown only ends processes. Both together stay below the 10 s that stopping everything may take. */
export const SERVER_IMMEDIATE_STOP_MS = 2_500;
/** How often an attached server, which is not our child, is looked at. */
export const ATTACHED_SERVER_POLL_MS = 100;
/** A server of ours answers within milliseconds; one that does not answer for this long is stopped and started anew. */
export const SERVER_CONNECT_SECONDS = 5;
/** Waits before the tries to restart a server that ended by itself; the last one repeats. */
export const SERVER_RESTART_MS = [0, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** After this long without an end the waits begin from the first again. */
export const SERVER_STABLE_MS = 60_000;
/** The server's own log is moved aside at this size; with the one moved aside it takes twice as much at most. */
export const SERVER_LOG_BYTES = 4 * 1024 * 1024;
export const SERVER_LOG_CHECK_MS = 60_000;
/** Below Linux's ephemeral ports (32768 and up), so that no outgoing connection takes the port during a restart. */
export const SERVER_PORTS = { from: 20_000, to: 32_000 } as const;

// Data folder
/** A process that was just killed gives its locks back within this time. */
export const DATA_LOCK_WAIT_MS = 1_000;
export const DATA_LOCK_POLL_MS = 20;

// Sandbox
/** `docs/gateway.md#images-limits`. */
export const SANDBOX_BODY_BYTES = 512 * 1024 * 1024;
/** `docs/gateway.md#images-limits`: retention of images and job results. */
export const SANDBOX_RETENTION_MS = 72 * 3_600_000;
/** Ended jobs are forgotten at a start after this long; until then they still answer 410. */
export const SANDBOX_FORGET_MS = 30 * 24 * 3_600_000;
/** How often an event stream says that it lives; a third of the silence after which a client gives up (45 s). */
export const SANDBOX_HEARTBEAT_MS = 15_000;
/** An event stream whose reader takes nothing is closed at this backlog, so that it can't fill the memory. */
export const SANDBOX_STREAM_BACKLOG_BYTES = 256 * 1024;
/** A picture takes between these two at speed 1. */
export const SANDBOX_PICTURE_MS = { from: 1_000, to: 4_000 } as const;
/** The longest `[slow:...]` and `[queue:...]`: a week outlives every wait of a client. */
export const SANDBOX_SLOW_SECONDS = 7 * 24 * 3_600;
/** Places in the queue that are shown at most: enough to see it count down, too few to delay a picture. */
export const SANDBOX_QUEUE_PLACES = 9;
/** The provider's own bound on prompts is not documented; this one provokes `InvalidInput` and keeps memory small. */
export const SANDBOX_PROMPT_CHARACTERS = 32_000;
/** The call list moves its file aside at this size; with the one moved aside it takes twice as much at most. */
export const SANDBOX_CALLS_BYTES = 64 * 1024 * 1024;
/** Longer texts within a recorded body are cut, so that data URLs don't fill the call list. */
export const SANDBOX_CALL_TEXT_CHARACTERS = 8_192;
/** A recorded body is cut to this when it is still longer after its texts were cut. */
export const SANDBOX_CALL_BODY_CHARACTERS = 65_536;
/** Largest body of a `/sandbox/...` route: they hold a handful of fields. */
export const SANDBOX_CONTROL_BYTES = 64 * 1024;
/** A picture of the largest size takes about two seconds; a renderer silent for this long is stuck. */
export const SANDBOX_RENDER_MS = 60_000;

// Gateway calls
/** A gateway that does not take the connection within this time will not take it soon. */
export const CONNECT_MS = 10_000;
/** From the request written to the answer's headers: submits upload nothing slow, and reads are look-ups. */
export const ANSWER_HEADERS_MS = 30_000;
/** Silence in the middle of an answer. */
export const ANSWER_SILENCE_MS = 30_000;
/** A whole call with a small answer: against one that drips a byte now and then. */
export const CALL_MS = 60_000;
/** The slowest upload that is waited for: a create with pictures in it gets one more second for this many bytes. */
export const UPLOAD_BYTES_PER_SECOND = 128 * 1024;
/** A picture of 80 MiB at that same rate takes eleven minutes. */
export const ARTIFACT_CALL_MS = 15 * 60_000;
/**
 * Waits before a download that broke off is gone on with: at once after progress, longer after each try without any. A gateway
 * that restarts is back by then; after the last one the download begins anew some time.
 */
export const RESUME_WAITS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000] as const;
/** Connections to one gateway for short calls; event streams and downloads have their own. */
export const GATEWAY_CONNECTIONS = 128;
/** An answer without a picture in it: a job snapshot with its milestones is a few kB. */
export const JSON_ANSWER_BYTES = 1024 * 1024;
/** One server-sent event is one job snapshot. */
export const EVENT_CHARACTERS = 256 * 1024;
/** Three heartbeats missed: the stream is dead even if nobody closed it. */
export const EVENT_SILENCE_MS = 45_000;
/** `docs/gateway.md#images-limits`: no picture that the service itself takes in is larger. */
export const IMAGE_BYTES = 80 * 1024 * 1024;
/** A result as JSON: that picture as base64 (four thirds), and the rest of an answer. */
export const RESULT_BYTES = Math.ceil((IMAGE_BYTES * 4) / 3) + JSON_ANSWER_BYTES;
/** A wait that the gateway asks for is believed up to this long: a job may not sleep through its own day. */
export const RETRY_AFTER_CAP_MS = 3_600_000;
/** Texts of the gateway are for people; longer ones are cut. */
export const GATEWAY_TEXT_CHARACTERS = 2_000;
/** Cancelling is answered once the gateway has said what became of it, but no later: somebody waits for the answer. */
export const CANCEL_ANSWER_MS = 4_000;
/** How often that is looked at. */
export const CANCEL_LOOK_MS = 200;
/** An admin's reason for declining a request: one or two sentences. */
export const DECLINE_REASON_CHARACTERS = 300;
/** What is quoted of them in one sentence: ten pictures may fail in one message, which Discord cuts at 2,000. */
export const GATEWAY_WORDS_CHARACTERS = 300;
/** An id that is longer isn't one; it must fit into a path. */
export const REMOTE_ID_CHARACTERS = 512;
/** Waiting-time hints of one job; more could not be shown anyway. */
export const MILESTONES = 50;
/** Nesting of what is kept of the gateway's opaque objects (`usage`). */
export const OPAQUE_DEPTH = 16;

// Sandbox: edits
/** `docs/gateway.md#images-limits`: one input image, and a mask. */
export const SANDBOX_IMAGE_BYTES = 80 * 1024 * 1024;
export const SANDBOX_MASK_BYTES = 4 * 1024 * 1024;
/** `docs/gateway.md#images-limits`: images of one edit. */
export const SANDBOX_EDIT_IMAGES = 16;
/** A picture of more pixels than any camera makes is a decompression bomb. */
export const SANDBOX_IMAGE_PIXELS = 120_000_000;
/** An address that gave nothing by then has failed; the edit waits for it meanwhile. */
export const SANDBOX_DOWNLOAD_MS = 20_000;
/** Redirects that are followed, each checked like the first address. */
export const SANDBOX_REDIRECTS = 3;

// Gateway calls: videos, and a second address
/** A signed link is a path and two query fields; one that is longer isn't one. */
export const SIGNED_LINK_CHARACTERS = 8_192;
/** A clip of the largest size we take (1 GiB), at the slowest rate that is waited for, takes 2.3 hours. */
export const CLIP_CALL_MS = 3 * 3_600_000;
/** A link that is stale although it is new will not be mended by a third one right away. */
export const LINK_TRIES = 2;
/** The contract covers 38 models; a list that is much longer is no list of models. */
export const MODELS_LISTED = 1_000;
/** Names of models are short; longer ones could not be shown or chosen. */
export const MODEL_NAME_CHARACTERS = 200;
/** So many time-outs among the last calls to the main address move new creates and all reads to the alternate one. */
export const BREAKER_TIMEOUTS = 3;
/** These last calls. One that times out takes 30 s, so counting within a minute would overlook a single job's. */
export const BREAKER_CALLS = 5;
/** Calls that ended longer ago than this say nothing of now. */
export const BREAKER_MEMORY_MS = 5 * 60_000;
/** So long the alternate address is used before one read tries the main one again. */
export const BREAKER_ALTERNATE_MS = 2 * 60_000;

// Media intake
/** One file: the bound that `docs/gateway.md#images-limits` sets for pictures; the contracts set none for the rest. */
export const INTAKE_BYTES = 80 * 1024 * 1024;
/** More than the largest common cameras give (108 million); a picture that claims more is a decompression bomb. */
export const INTAKE_PIXELS = 120_000_000;
/** Pictures of types that are converted are decoded as a whole, and AVIF takes some 18 bytes of memory a pixel. */
export const CONVERTED_PIXELS = 40_000_000;
/** What tells a file's type: magic bytes stand at the very front, and a WebM's type among its first elements. */
export const SNIFFED_BYTES = 16 * 1024;
/** Read ahead while a file's parts are walked: few reads, and little memory for each file under way. */
export const WALK_WINDOW_BYTES = 64 * 1024;
/** Parts of one file. A clip of 80 MiB has some 100,000; more are there to keep us busy. */
export const WALK_STEPS = 1_000_000;
/** Scans of a progressive JPEG. Encoders make about 10, and each one costs a pass over the whole picture. */
export const JPEG_SCANS = 100;
/** The index of an MP4: 80 MiB of video need less than 2 MiB, and reading it multiplies it in memory. */
export const MOVIE_INDEX_BYTES = 8 * 1024 * 1024;
/** Files inspected at once, each in a process of its own: one for each core of a small machine. */
export const INSPECTIONS_AT_ONCE = 2;
/** The largest picture takes some 5 s to decode; what takes longer than this is made to. */
export const INSPECTION_MS = 30_000;
/** The memory of an idle process for files is given back after this; the files of one message still share it. */
export const PROCESS_IDLE_MS = 10_000;
/** JavaScript memory of an inspector, in MiB: the index of the longest clip fits several times. */
export const INSPECTOR_HEAP_MIB = 256;
/** A half-written file that nothing was added to for this long belongs to a process that was killed. */
export const STAGED_FILE_MS = 3_600_000;
/**
 * So many bytes of files pass between two looks for buffers that are done with, each of half a millisecond. V8 counts them as
 * part of its heap, and looks through all of that, for a hundred milliseconds, as often as they grow by about 5 MB.
 */
export const SPENT_BUFFERS_BYTES = 2 * 1024 * 1024;
/** Files are read in pieces of so much: larger ones than Node's 64 KiB cost less processor time each, and fit a socket's buffer. */
export const MEDIA_READ_BYTES = 256 * 1024;
/** Files give way to answers for so long. Most are given by then; what takes longer waits for another machine. */
export const GIVE_WAY_MS = 10;
/** Names of files are shown, and become part of links. */
export const FILE_NAME_CHARACTERS = 100;
/** `docs/gateway.md#images-limits`. */
export const MASK_BYTES = 4 * 1024 * 1024;

// S3-compatible store
/** One part of an upload, held in memory: 5 MiB is the least that S3 takes, and 10,000 parts is the most. */
export const S3_PART_BYTES = 8 * 1024 * 1024;
/** Parts of one upload on their way at once: one is filled while the other is sent. */
export const S3_PARTS_AT_ONCE = 2;
/** Silence of the store in the middle of a call. */
export const S3_SILENCE_MS = 60_000;
/** A start waits so long for the store: whoever starts Easel sits before it. */
export const S3_CHECK_MS = 15_000;

// Fitting to a platform's limit
/** One at a time: encoding a clip takes every core that is free, and its process gives way to all else. */
export const FITTINGS_AT_ONCE = 1;
/** A picture of the most pixels takes some 10 s for each of a few tries. */
export const FIT_PICTURE_MS = 90_000;
/** A clip of 30 s in 1080p takes about a minute of two cores; whoever waits longer is better served by the link. */
export const FIT_CLIP_MS = 3 * 60_000;
/** JavaScript memory of a fitting process, in MiB: the index of the longest clip, twice. */
export const FITTER_HEAP_MIB = 512;
/** Below the least that any platform takes (Discord: 10 MiB), with room for the rest of the request. */
export const SMALLEST_FILE_LIMIT_BYTES = 8 * 1024 * 1024;

// Keeping media
/** `MEDIA_DAYS` counts these. */
export const DAY_MS = 24 * 3_600_000;
/** How often what nobody needs any more is looked for: it is counted in days. */
export const SWEEP_MEDIA_MS = 3_600_000;
/** Uses of a content within this time count as one, so that they only read: nothing beside the days that it is kept. */
export const MEDIA_TOUCH_MS = 3_600_000;
/** Contents taken out in one go: the database is asked once for so many. */
export const SWEEP_MEDIA_AT_ONCE = 200;
/** `docs/gateway.md#images-limits`: the body of one request, which holds the pictures of an edit. */
export const REQUEST_BODY_BYTES = 512 * 1024 * 1024;
/** The rest of such a body beside its pictures: the longest prompt that a chat carries in its longest spelling, and its options. */
export const REQUEST_REST_BYTES = 1024 * 1024;
/** Files of one request, however they were given: no model takes more than 30 pictures and 10 sounds. */
export const REQUEST_FILES = 40;

// Links
/** Signed links have some 2,000 characters; one that is much longer isn't one. */
export const LINK_CHARACTERS = 4_096;
/** Shorteners and pages for sharing redirect twice or so. */
export const LINK_REDIRECTS = 5;
export const LINK_CONNECT_MS = 5_000;
/** Silence before an answer or in the middle of one. */
export const LINK_SILENCE_MS = 10_000;
/** All of one link: half of what an invocation's files may take together, so that there is time to say which one it was. */
export const LINK_MS = 30_000;

/** Whether a platform still shows a file: it waits with the person who asked. */
export const PUBLIC_URL_LOOK_MS = 5_000;

// Media relay
/** Outlives every try of a job: running jobs are given up after the same time (`RUNNING_LIMIT_MS`). */
export const RELAY_LINK_MS = 72 * 3_600_000;

// Sandbox: videos
/** A clip takes between these two at speed 1. */
export const SANDBOX_CLIP_MS = { from: 5_000, to: 20_000 } as const;
/** Of that, how long it waits in the queue: long enough to be seen. */
export const SANDBOX_CLIP_QUEUE_MS = 1_500;
/** The longest clip of any documented model; the models that nobody describes get no longer ones either. */
export const SANDBOX_CLIP_SECONDS = 30;
/** A create holds addresses and one prompt, and some variants have no maximum for prompts. */
export const SANDBOX_VIDEO_BODY_BYTES = 16 * 1024 * 1024;
/** More of a prompt could not be shown on a clip. */
export const SANDBOX_CAPTION_CHARACTERS = 2_000;
/** A reference video or sound that is larger than this is no reference any more. */
export const SANDBOX_REFERENCE_BYTES = 512 * 1024 * 1024;
/** The largest clip takes some 10 s of one core; on a busy machine several times as long. */
export const SANDBOX_CLIP_RENDER_MS = 5 * 60_000;

// Sandbox: compatible images protocol
/** `docs/gateway.md#images-limits`: one image of an edit. */
export const SANDBOX_COMPATIBLE_IMAGE_BYTES = 50 * 1024 * 1024;

// Discord
/** An upload of the largest file that Discord takes (100 MiB), at 350 kB a second; what discord.js gives up by itself, it sends again. */
export const DISCORD_CALL_MS = 5 * 60_000;
/** Tries of one call beyond the first; whoever called tries again later, and posts carry a nonce. */
export const DISCORD_RETRIES = 1;
/** How long a call that a person waits for may take at the start. */
export const DISCORD_START_MS = 10_000;
/** First and longest wait before a connection that failed is tried again. */
export const DISCORD_AGAIN_MS = 1_000;
export const DISCORD_AGAIN_CAP_MS = 15_000;
/** The same where only a person can fix it: Discord lets a bot identify 1,000 times a day. */
export const DISCORD_REFUSED_MS = 2 * 60_000;
/** Guilds need not be there to answer in them: interactions that come meanwhile would only grow old. */
export const DISCORD_GUILD_WAIT_MS = 100;
/** Discord's limit is 3 s from its own clock; what takes longer than this is acknowledged before its end is known. */
export const DISCORD_EARLY_ACK_MS = 1_500;
/** An answer that came no sooner would be of no use: by then the interaction is long lost. */
export const DISCORD_DEFER_MS = 10_000;
/** An interaction that is older than this when it comes can't be answered in time any more. */
export const DISCORD_INTERACTION_MS = 2_800;
/** An acknowledged interaction that nobody finished by then was left behind by a process that died: taking files in ends before. */
export const DISCORD_ABANDONED_MS = INVOCATION_MS + 30_000;
/** How often these are looked for. */
export const DISCORD_ABANDONED_LOOK_MS = 30_000;
/** After this long nobody waits for the outcome of one any more. */
export const DISCORD_ABANDONED_LAST_MS = 24 * 60 * 60_000;
/** Discord's limit. A call with an older token is refused with 401, and enough of those get our address banned. */
export const DISCORD_TOKEN_MS = 15 * 60_000;
/** About three edits in six seconds are granted for a channel; one notice takes a third of that. */
export const DISCORD_NOTICE_INTERVAL_MS = 5_000;
/** Discord's own limits. */
export const DISCORD_MESSAGE_CHARACTERS = 2_000;
export const DISCORD_FILES_PER_MESSAGE = 10;
export const DISCORD_BUTTONS_PER_ROW = 5;
export const DISCORD_BUTTONS = 25;
export const DISCORD_LABEL_CHARACTERS = 80;
export const DISCORD_DESCRIPTION_CHARACTERS = 1_024;
export const DISCORD_SUGGESTIONS = 25;
export const DISCORD_NAME_CHARACTERS = 100;
/** Servers that are looked at for a person's home: each costs a call, and someone waits. */
export const DISCORD_HOMES = 25;
/** Names and descriptions of a command with everything below it: Discord takes 8,000, and doesn't say to the letter what it counts. */
export const DISCORD_COMMAND_CHARACTERS = 7_900;
export const DISCORD_FORM_FIELDS = 5;
export const DISCORD_FORM_TEXT_CHARACTERS = 4_000;
export const DISCORD_FORM_LABEL_CHARACTERS = 45;
export const DISCORD_FORM_FILES = 10;
/** Characters of a nonce. */
export const DISCORD_NONCE_CHARACTERS = 25;
/** Follow-ups that a long private answer is spread over; nobody reads more. */
export const DISCORD_ANSWER_MESSAGES = 5;
/** Discord remembers a nonce for some minutes; within this long it can be relied upon. */
export const DISCORD_NONCE_MS = 2 * 60_000;
/** Clocks differ: a post is looked for from this long before it was intended. */
export const DISCORD_CLOCK_SKEW_MS = 60_000;
/** Messages of one page of a channel's history. */
export const DISCORD_HISTORY_PAGE = 100;
/** The most that a bot may upload, by the guild's tier; a direct message has the lowest. */
export const DISCORD_UPLOAD_BYTES = [10, 10, 50, 100].map((mebibytes) => mebibytes * 1024 * 1024);
/** How long a guild's tier and who is a member of it are taken as they were. */
export const DISCORD_REMEMBER_MS = 5 * 60_000;
/** Interactions and messages that are remembered as taken: a second delivery follows the first within seconds. */
export const DISCORD_SEEN = 1_000;

// Slack
/** One call of the Web API; Slack answers within a second, and a post that is silent for this long is looked for. */
export const SLACK_CALL_MS = 30_000;
/** What Slack asks to wait is believed up to this long. */
export const SLACK_RETRY_AFTER_CAP_MS = 5 * 60_000;
export const SLACK_CONNECT_MS = 10_000;
/** Silence in the middle of a file, either way. */
export const SLACK_TRANSFER_SILENCE_MS = 60_000;
/** Redirects of a file that are followed, each checked like the first address. */
export const SLACK_REDIRECTS = 3;
/** An answer that is only looked at for its status. */
export const SLACK_WORD_BYTES = 64 * 1024;
/** One body of `/slack/events`; Bolt's own limit is the same. */
export const SLACK_BODY_BYTES = 4 * 1024 * 1024;
/** A signature is good for so long, either side of now: Slack's documentation, "Verifying requests". */
export const SLACK_SIGNATURE_MS = 5 * 60_000;
/** Requests that Slack did not sign share one line of the log for so long. */
export const SLACK_UNSIGNED_LOG_MS = 60_000;
/** Slack waits 3 s for an answer. What takes longer is told to be under way, and answered later. */
export const SLACK_PATIENCE_MS = 2_200;
/** A trigger opens a form for so long: Slack's documentation, "views.open". */
export const SLACK_TRIGGER_MS = 3_000;
/** An answer to a `response_url` that takes longer goes another way: somebody is waiting for it. */
export const SLACK_RESPOND_MS = 5_000;
/** `chat.postMessage` allows one message a second in a channel: Slack's documentation, "Rate limits". */
export const SLACK_POST_INTERVAL_MS = 1_000;
/** More than that for a moment is allowed there, without a number: a notice and its result shall not wait for each other. */
export const SLACK_POST_BURST = 4;
/** `chat.update` allows some 50 a minute in a whole workspace; each notice gets its share of 40. */
export const SLACK_EDIT_INTERVAL_MS = 3_000;
export const SLACK_EDIT_INTERVAL_PER_NOTICE_MS = 1_500;
/** A notice that nobody has changed for this long counts no more. */
export const SLACK_NOTICE_IDLE_MS = 10 * 60_000;
/** Files of one message: as many as a batch has pictures. */
export const SLACK_FILES_PER_MESSAGE = 10;
/** Slack's limit for one file. */
export const SLACK_FILE_BYTES = 1024 * 1024 * 1024;
/** Alternative text of a file: Slack's documentation, `files.getUploadURLExternal`. */
export const SLACK_ALT_TEXT_CHARACTERS = 1_000;
/** Waits before each look whether Slack has shared what it said it would. */
export const SLACK_SHARE_LOOKS_MS = [0, 250, 500, 1_000, 2_000, 4_000] as const;
/** Slack cuts longer messages. */
export const SLACK_TEXT_CHARACTERS = 12_000;
/** What one plain text of a block holds. */
export const SLACK_BLOCK_CHARACTERS = 3_000;
/** Text inputs, lists to choose from, titles and labels of a modal: Slack's documentation, "Block Kit". */
export const SLACK_INPUT_CHARACTERS = 3_000;
export const SLACK_CHOICES = 100;
export const SLACK_CHOICE_CHARACTERS = 75;
export const SLACK_TITLE_CHARACTERS = 24;
export const SLACK_LABEL_CHARACTERS = 2_000;
export const SLACK_FORM_FILES = 10;
/** Pages of a channel's history that are searched for a message of ours, from just before it was intended. */
export const SLACK_HISTORY_PAGES = 10;
/** Slack's largest page of a channel's members, and how many are looked through for one of them: private channels have fewer. */
export const SLACK_MEMBERS_PAGE = 1_000;
export const SLACK_MEMBERS_PAGES = 10;
/** Slack's clock and ours may differ by so much. */
export const SLACK_CLOCK_SKEW_MS = 60_000;
/** How long a person's name and rights are taken as they were; then they are asked for again. */
export const SLACK_PERSON_MS = 10 * 60_000;
/** How long the members of user groups are taken as they were. */
export const SLACK_GROUPS_MS = 3 * 60_000;
/** Where Slack has never told them, they are asked for again after this: some rules let nobody in until then. */
export const SLACK_GROUPS_RETRY_MS = 10_000;
/** Someone is waiting: of a person whom Slack has not described by then, the rights are unknown. */
export const SLACK_LOOK_UP_MS = 800;
/** People and channels that are remembered. */
export const SLACK_REMEMBERED = 5_000;
/** That we are in a channel is taken for granted for this long. */
export const SLACK_MEMBERSHIP_MS = 10 * 60_000;
/** Someone who took an event in and has not said by then what became of it is taken for dead. */
export const SLACK_EVENT_CLAIM_MS = 90_000;
/** Slack gives up delivering an event again within hours. */
export const SLACK_EVENT_KEPT_MS = 7 * 24 * 3_600_000;
/** How often what is older is cleared away. */
export const SLACK_TIDY_MS = 6 * 3_600_000;
/** Sockets at once; Slack allows ten. */
export const SLACK_SOCKETS = 2;
/** The second socket is opened this much later, so that Slack does not renew both at the same time. */
export const SLACK_SOCKET_STAGGER_MS = 20_000;
/** Slack greets within a second. */
export const SLACK_SOCKET_HELLO_MS = 10_000;
/** A socket that is silent without being broken is never trusted for longer; a new one is opened first. */
export const SLACK_SOCKET_AGE_MS = 30 * 60_000;
/** A start waits so long for Slack's first answer, and goes on without it. */
export const SLACK_START_MS = 10_000;
/** How often Slack is asked whether it still takes the token: nothing else may tell for days. */
export const SLACK_WATCH_MS = 60_000;
/** First and longest wait before a Slack that is away is asked again. */
export const SLACK_AGAIN_MS = 1_000;
export const SLACK_AGAIN_CAP_MS = 15_000;
/** A connection that is replaced is kept open for so long until what came in over it is acknowledged: Slack waits 3 s for that. */
export const SLACK_SOCKET_DRAIN_MS = 3_000;
export const SLACK_SOCKET_BACKOFF_MS = 500;
export const SLACK_SOCKET_BACKOFF_CAP_MS = 30_000;
/** Slack says goodbye to a socket that is closed within this time, or it is cut off. */
export const SLACK_SOCKET_GOODBYE_MS = 1_000;

// What is allowed
/** Standings that are remembered: some kilobytes each. */
export const STANDINGS_REMEMBERED = 10_000;
/** So often a process says that it lives, so that a dead connection is told from a quiet one. */
export const STANDINGS_ALIVE_MS = 2_000;
/** Nothing heard for this long, and what is remembered is not believed: two signs of life in a row are missing. */
export const STANDINGS_TRUSTED_MS = 5_000;
/** A change of the same by someone else that is no older than this is told of: who comes after them may not have seen it. */
export const LATE_CHANGE_MS = 10 * 60_000;
/** A member's yes to a price, or to asking an admin, may come this late: what they were told may have changed by then. */
export const PROPOSAL_MS = 24 * 3_600_000;
