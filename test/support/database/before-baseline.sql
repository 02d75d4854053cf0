-- The database of the last Easel before the baseline (commit 9350e24), as its 45 migrations made it, without grants. It holds a
-- picture, two deleted pictures, and a request that was accepted just before its process died.
-- Nobody edits it: test/fault/flow/upgrade.test.ts upgrades it.
SET check_function_bodies = off;
CREATE SCHEMA drizzle;
COMMENT ON SCHEMA drizzle IS 'Easel 0.1.0';
CREATE TABLE drizzle.__drizzle_migrations (
  id serial NOT NULL,
  hash text NOT NULL,
  created_at bigint
);
INSERT INTO drizzle.__drizzle_migrations (id, hash, created_at) VALUES
  ('1', '30d81d01f9856ea81185d08a67f59711f30266ea9e7d63bf3282e202b76f7a4d', '1795178545758'),
  ('10', '51095ba56b51726902ad709c0c10f5306ece88c073bade018038b8c390563abe', '1795263786657'),
  ('11', 'aaba0ccd9ae61105dfd65d1b6808ad696640b01447be5a6b7cafecdcbe5abfb5', '1795264190717'),
  ('12', 'd26a8d95cf007239e45ec0e1b12c01bd34f07dd71af059b5ff1fcb919877a299', '1795268576797'),
  ('13', '05588a2352b1ea988c53526f2148612a3f4812dc74a495b7f7bc3798c782f45f', '1795269284519'),
  ('14', '8566ae8e4f7fdab206ef581850b92d86c998f060c9fb0f1984aa9424a0238b5c', '1795271041092'),
  ('15', '7b760294a9e30f987d4e99969c1110d07180ab30e0f5acd0e970d341bc7e160b', '1795271045570'),
  ('16', '5c39c1d844d89ef86cd871f9ec53df4d02d61e986aa35c71ac5eefb5d0adf076', '1795271047630'),
  ('17', '66dd51a53f6531b7fb46a002307353b76f569d919af3c09ed0d6e0bcf24fa226', '1795271358366'),
  ('18', '086e41368c4b1a8d39f707d9d29841b6cfd120148e7878171eca0b6cd5774c43', '1795271669755'),
  ('19', '0331ffcc783cfb3db4a1e4def7b380f4ad5d66ed99b438fba3bb4d548e4aa197', '1795272824513'),
  ('2', '6fe12df1a4a0325eedefc9cd9cd0f28a4fa09621140bae7fee8a603ec032eafc', '1795178547048'),
  ('20', '489018dde7686d59beaf808774b968a24c3b42e82c8df60aaffacc4a9a9e1943', '1795273192995'),
  ('21', '50b33a72ab83a1fd8e6e7fda098c7a82c65d89ae0c0ab0d57e77d24fd8cbd8ec', '1795273828298'),
  ('22', '1433eb80bfc3f6a7df22b985822ad86168fde23f50253771ba3e0ac0cd013f68', '1795274106356'),
  ('23', 'e20f57e9b592bcf2fd2abea5b9292d3412265765adce14b07880e91a5656e6aa', '1795274108938'),
  ('24', '23adeb13cb94fd46ba894d2bdab8df021375daca29e512044a18f7dad32a45e4', '1795274757435'),
  ('25', '6c13b4f03c657688509ffde86839429bb0b7189403e4a49af34ce880957a06fb', '1795274991698'),
  ('26', '066397c04f3423b6408ac159b7c116c386d6aa9c283acf1deb54e4f74012c302', '1795280169983'),
  ('27', '7f9c95faf158efdc68d4fd42cc5884e3d86c93c51d978927241afc8090a9e379', '1795281349763'),
  ('28', 'c0172d235fa77dd35ba940aa7748b2199878234908681c44d68a2d4f3b625d1f', '1795282690079'),
  ('29', '149b254fd4063e7cdaa3421efb4a29998f9a5404ed12c860af921de7290a8bfe', '1795282708225'),
  ('3', '8bc91c19cc5151131437f55268bd24f71fe38d13d29ed4ca583b3fb788ea0e2c', '1795183020332'),
  ('30', '691b6a714cced4eb0ea92d76bba18fb601da8d84b49a2fa4adabb2e5aba76621', '1795291922871'),
  ('31', '6b211385e935afdbe6e0ccbf33506cfa01303b620900d05b803c6d8a657b92f9', '1795291923614'),
  ('32', '402264d3e588f30a563636d17f771b8989ba754e428527e30dae56a19d50ddd3', '1795293316318'),
  ('33', '4ed32de23193f7deb5fd0970b5ab303149ebdf311cf8cc9b7662737fcc3a5ad6', '1795311111858'),
  ('34', '9e4bf5b6d59eb3cce837d8fba4cf0dee9bedbf79afd460214d7123c0fb2cb2dc', '1795336585422'),
  ('35', 'c7f011ef07148db5350b8491688324233d527e291169c9b3b55c2e352a622752', '1795339069485'),
  ('36', '177fdb78467ee46dd8377e3096e6d85edfcc7da3aab7753aa20bd4c216fdd161', '1795340267456'),
  ('37', '6286bdfbffee05d0dae4467eceac4a573fc3eda64d0957f02efe041eb2318cd5', '1795341248100'),
  ('38', '6994f3797742268ece0cac7ecb7a8af6250fae6eccf9ef82b9aa998086da4588', '1795342229642'),
  ('39', '483cd46480da34b32dab2da3844d75179a286f68db34a2ec56e4a74f489292e2', '1795343342327'),
  ('4', '1215e356fb8361b7ef4ce5ca5dcbc2b6cfea76786715fab4fc9ff1682fe01f41', '1795183166253'),
  ('40', '561bc1b09615b2c99a6c54d1190997e0740c72c097c26792faa80c8c8fb94155', '1795343689735'),
  ('41', 'cb0ebec9d8ff207c372036ef7d8e2ab3ed9ae8a38550031d12f0e427a0ca6769', '1795347071124'),
  ('42', '669f57633f829e53724cd940b42a302e902b094fa26c7142445ff83eea4308d6', '1795347431752'),
  ('43', '85e17a678b7e523b897745b0194d771f5418158529c557f5ff402e4c59f3f49d', '1795348363917'),
  ('44', '82312b255004fd163dd7a85402db710d0fe803a68d1ec0a6a61b0a7679205d30', '1795348887196'),
  ('45', 'dc4d4fa67a5dd056f487ff262293f78a0de1a06ecc15e8d35ee11aaa675dab7d', '1795349408304'),
  ('5', '08a4bf9d1cad86a209db0bdbb18fd3abd9d256dfac0f41e3300dbc788ab42c46', '1795258811855'),
  ('6', '0d74b21e6b92fc7781f6ab3ae1c74b7cb17e535adb5f6cf3b86d90fe894d9bb8', '1795258812667'),
  ('7', '469f38d6b4e386af970e09e9e01e1c77533eab3780781d2f9e531b27d46a74c2', '1795259813566'),
  ('8', 'fd1c52c17ec5cf66622fb77257b1ba28e30cd2babd11331b23d7acb0869ed958', '1795260925876'),
  ('9', 'a0f18f8ae7d93204e16e0754b45f5f0159b0eb36c6d65ce93548844685b86f73', '1795262597124');
CREATE TABLE console_channels (
  id text NOT NULL,
  revision bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by text,
  removed_at timestamp with time zone
);
INSERT INTO console_channels (id, revision, created_at, created_by, removed_at) VALUES
  ('general', '1', '2026-11-22 19:25:30.00353+00', NULL, NULL),
  ('studio', '2', '2026-11-22 19:25:30.018506+00', NULL, NULL);
CREATE TABLE console_counter (
  id integer NOT NULL,
  revision bigint NOT NULL
);
INSERT INTO console_counter (id, revision) VALUES
  ('1', '45');
CREATE TABLE console_files (
  id text NOT NULL,
  message_id text,
  uploaded_by text,
  hash text NOT NULL,
  name text NOT NULL,
  mime_type text NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  taken_at timestamp with time zone
);
INSERT INTO console_files (id, message_id, uploaded_by, hash, name, mime_type, bytes, created_at, taken_at) VALUES
  ('54009a16-06c2-437b-8d0f-c228b6c09343', 'd7ccb1d6-b473-496b-a3d0-8e14e11bd3fe', NULL, '6ce5875a7a104037e520c6a034622a911e650eeed35d8b968ebf2255228e18b8', 'a-lighthouse-at-dusk-1.png', 'image/png', '630651', '2026-11-22 19:25:38.403346+00', NULL);
CREATE TABLE console_messages (
  id text NOT NULL,
  channel_id text NOT NULL,
  author text NOT NULL,
  visible_to text,
  post_key text,
  "position" bigint NOT NULL,
  revision bigint NOT NULL,
  text text NOT NULL,
  reply_to text,
  content jsonb NOT NULL,
  removed boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  edited_at timestamp with time zone
);
INSERT INTO console_messages (id, channel_id, author, visible_to, post_key, "position", revision, text, reply_to, content, removed, created_at, edited_at) VALUES
  ('099175d6-8a8e-4dd3-a65e-6c67a109a615', 'general', 'easel', 'admin', 'answer:message:1b29c878-568a-4d33-a253-6df3163334e8:1', '32', '32', 'Resumed for this channel: waiting jobs are made now. Ada (admin) had paused it.', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:18.410389+00', NULL),
  ('1348dd9e-5513-4326-9e91-be198f9b1990', 'general', 'admin', NULL, NULL, '37', '37', '/easel-admin keys list', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:59.030968+00', NULL),
  ('1b29c878-568a-4d33-a253-6df3163334e8', 'general', 'admin', NULL, NULL, '31', '31', '/easel-admin resume', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:18.401326+00', NULL),
  ('32b212f1-ebe7-4614-aeb4-223c1f2f92a0', 'general', 'easel', NULL, 'post:Bn77KPpjTcivdq7RB8FYBwn', '12', '20', '', '621a6adc-16c2-4d20-b25e-9ded3320b134', '{"files": [], "buttons": []}', 'true', '2026-11-22 19:25:38.493065+00', '2026-11-22 19:25:42.446393+00'),
  ('343cb649-3280-456d-8e23-fb6d5bcd9dcf', 'general', 'admin', NULL, NULL, '23', '23', '/easel-admin quota set --amount 50 --unit images --span day', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:44.741309+00', NULL),
  ('349f41ee-9b03-40f8-8243-3c01433a0e52', 'general', 'easel', 'admin', 'answer:message:aa15253b-beee-4a02-b9ed-3ffe8f9752c4:1', '34', '34', '**Keys**
• **sandbox** `sk-…ox` · pictures, clips · for everyone · pictures 0 of 16 at once · clips 0 of 16 at once · ok · from the configuration', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:19.231202+00', NULL),
  ('3b5e2c09-73a5-4123-a56d-8522a0b42c28', 'general', 'easel', 'admin', 'answer:message:abd14512-9ca0-4088-a446-dfa3ad095956:1', '36', '36', 'Easel is not paused for this channel.', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:58.208271+00', NULL),
  ('4732292e-0948-49f3-b86e-801f3c806495', 'general', 'easel', NULL, 'post:-jmr-WOiQ5ODTAq-vWrSFgn', '4', '10', '', 'dbd1d85f-452d-4386-b478-91a9edb1bc85', '{"files": [], "buttons": []}', 'true', '2026-11-22 19:25:35.765799+00', '2026-11-22 19:25:38.136404+00'),
  ('621a6adc-16c2-4d20-b25e-9ded3320b134', 'general', 'member', NULL, NULL, '11', '11', '/imagine --count 2 a fox in the snow', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:38.419052+00', NULL),
  ('6a714657-a9a0-49c0-8e47-b2e17ab8c3e3', 'general', 'easel', 'admin', 'answer:message:343cb649-3280-456d-8e23-fb6d5bcd9dcf:1', '24', '24', 'Before: no such quota. Now: 50 pictures a day for this workspace.
Used: 3 pictures. Left: 47 pictures, until 23 November 2026 at 00:00 (UTC).', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:44.855594+00', NULL),
  ('789e5f28-8b97-4db8-b290-da17fa2625ad', 'general', 'member', NULL, NULL, '41', '41', '/imagine a green door', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:27:00.681105+00', NULL),
  ('7a4a7cfa-8395-4952-8b14-e2ac2878271a', 'general', 'member', NULL, NULL, '45', '45', '/imagine a green door', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:28:20.994578+00', NULL),
  ('8c68c120-de00-4cbf-abc6-faa7a837652a', 'general', 'easel', 'member', 'answer:message:789e5f28-8b97-4db8-b290-da17fa2625ad:1', '42', '42', 'Pictures are off here: an admin turned off the key for the image service. `/easel-admin keys enable` turns it on again.', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:27:00.688858+00', NULL),
  ('9b28c52c-b942-4942-812d-a6107ad411ba', 'general', 'member', NULL, NULL, '29', '29', '/imagine a green door', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:47.432086+00', NULL),
  ('a32a5482-fac6-4e1e-8008-98685ee335bf', 'general', 'admin', NULL, NULL, '27', '27', '/easel-admin pause', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:45.908944+00', NULL),
  ('a8047f05-de23-47ef-b681-6ebe16b6b0e6', 'general', 'easel', 'member', 'answer:press:4ce2a3c5-3785-4559-aa77-ba0eb60a19da:1', '21', '21', 'Deleted.', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:42.730359+00', NULL),
  ('aa15253b-beee-4a02-b9ed-3ffe8f9752c4', 'general', 'admin', NULL, NULL, '33', '33', '/easel-admin keys list', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:19.219922+00', NULL),
  ('abd14512-9ca0-4088-a446-dfa3ad095956', 'general', 'admin', NULL, NULL, '35', '35', '/easel-admin resume', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:58.200373+00', NULL),
  ('bbade100-a010-49f9-8653-98957ef1bfed', 'general', 'admin', NULL, NULL, '43', '43', '/easel-admin keys enable sandbox', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:28:20.130578+00', NULL),
  ('c6b6de9a-ec04-46dd-a7a0-68d881d4b20d', 'general', 'easel', 'admin', 'answer:message:a32a5482-fac6-4e1e-8008-98685ee335bf:1', '28', '28', 'Paused for this channel: nothing new is made. Jobs that are under way go on, and waiting ones keep waiting. `/easel-admin resume` ends the pause.', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:45.920776+00', NULL),
  ('c9500b75-47e8-45cd-b394-5ea9801670f5', 'general', 'easel', 'admin', 'answer:message:fc03365e-6bff-4de2-9631-e13fccc22baa:1', '40', '40', '**sandbox**: in use → turned off', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:59.864303+00', NULL),
  ('ce1172ad-17f4-4c5f-8383-ee00b14df0e0', 'general', 'easel', NULL, 'post:Bn77KPpjTcivdq7RB8FYBwr', '19', '22', '', '621a6adc-16c2-4d20-b25e-9ded3320b134', '{"files": [], "buttons": []}', 'true', '2026-11-22 19:25:42.696964+00', NULL),
  ('d0ff90af-d7a2-4f88-b1d1-ef7cd7506d2e', 'general', 'easel', 'admin', 'answer:message:bbade100-a010-49f9-8653-98957ef1bfed:1', '44', '44', '**sandbox**: turned off → in use', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:28:20.176839+00', NULL),
  ('d7ccb1d6-b473-496b-a3d0-8e14e11bd3fe', 'general', 'easel', NULL, 'post:-jmr-WOiQ5ODTAq-vWrSFgr', '9', '9', ', here is your picture.', 'dbd1d85f-452d-4386-b478-91a9edb1bc85', '{"files": [{"id": "54009a16-06c2-437b-8d0f-c228b6c09343", "name": "a-lighthouse-at-dusk-1.png", "bytes": 630651, "width": 1024, "height": 1024, "mimeType": "image/png", "description": "a lighthouse at dusk"}], "footer": "provider-a/image-2 · made in 2.4 s · made by the sandbox", "buttons": [{"id": "again:fa39abf9-63a2-4393-834c-0abebd6ad216", "label": "Again", "style": "secondary"}, {"id": "edit:fa39abf9-63a2-4393-834c-0abebd6ad216:1", "label": "Edit", "style": "secondary"}, {"id": "animate:fa39abf9-63a2-4393-834c-0abebd6ad216:1", "label": "Animate", "style": "secondary"}, {"id": "recipe:fa39abf9-63a2-4393-834c-0abebd6ad216", "label": "Recipe", "style": "secondary"}, {"id": "delete:fa39abf9-63a2-4393-834c-0abebd6ad216", "label": "Delete", "style": "danger"}], "mention": "member"}', 'false', '2026-11-22 19:25:38.403346+00', NULL),
  ('dbd1d85f-452d-4386-b478-91a9edb1bc85', 'general', 'member', NULL, NULL, '3', '3', '/imagine a lighthouse at dusk', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:35.582736+00', NULL),
  ('e24dae87-c200-4c1d-a638-eebda3704ba2', 'general', 'admin', NULL, NULL, '25', '25', '/easel-admin groups create painters', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:45.370013+00', NULL),
  ('eb4886e0-c5ad-4587-b19a-ee34d65a88e1', 'general', 'easel', 'member', 'answer:message:9b28c52c-b942-4942-812d-a6107ad411ba:1', '30', '30', 'That didn''t work:
Easel is paused for this channel: Ada (admin) stopped it. What was asked for before waits and goes on by itself when an admin resumes it; please ask again then.
Nothing was sent or spent.', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:47.438445+00', NULL),
  ('eed743db-825b-4d2c-8a7c-b4dfed680f19', 'general', 'easel', 'admin', 'answer:message:1348dd9e-5513-4326-9e91-be198f9b1990:1', '38', '38', '**Keys**
• **sandbox** `sk-…ox` · pictures, clips · for everyone · pictures 0 of 16 at once · clips 0 of 16 at once · ok · from the configuration', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:59.043053+00', NULL),
  ('fc03365e-6bff-4de2-9631-e13fccc22baa', 'general', 'admin', NULL, NULL, '39', '39', '/easel-admin keys disable sandbox', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:26:59.849458+00', NULL),
  ('ffc11599-3e03-41fd-892b-36b41c93cc65', 'general', 'easel', 'admin', 'answer:message:e24dae87-c200-4c1d-a638-eebda3704ba2:1', '26', '26', 'The group “painters” is created and still empty. `/easel-admin groups add` adds people to it.', NULL, '{"files": [], "buttons": []}', 'false', '2026-11-22 19:25:45.389884+00', NULL);
CREATE TABLE artifacts (
  job_id uuid NOT NULL,
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
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
INSERT INTO artifacts (job_id, batch_id, state, hash, bytes, mime_type, width, height, failure, post, succeeded_at) VALUES
  ('0361ab8e-3740-4556-8efd-041481a8547b', 'fa39abf9-63a2-4393-834c-0abebd6ad216', 'fetched', '6ce5875a7a104037e520c6a034622a911e650eeed35d8b968ebf2255228e18b8', '630651', 'image/png', '1024', '1024', NULL, 'result', '2026-11-22 19:25:38.096171+00'),
  ('6e705467-df18-43a6-98f8-c364384c7b01', '067efb28-fa63-4dc8-af76-aed107c15807', 'fetched', 'ef993e3fb85d283dbfb03e371faf37a1e06ee72fd26809fca7c66786c762c94e', '657995', 'image/png', '1024', '1024', NULL, 'result', '2026-11-22 19:25:39.965154+00'),
  ('93edeb60-c5ca-40f6-b171-30148d442944', '067efb28-fa63-4dc8-af76-aed107c15807', 'fetched', '51903c58310ad4bb2b71b50a70eaad0e202bf7e482c420cccf9682b39356b3fb', '711962', 'image/png', '1024', '1024', NULL, 'result', '2026-11-22 19:25:42.437299+00');
CREATE TABLE batches (
  id uuid NOT NULL,
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
  worker_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  closed_at timestamp with time zone,
  parent_id uuid,
  parent_ordinals integer[],
  wishes integer DEFAULT 0 NOT NULL,
  platform text NOT NULL,
  event_key text NOT NULL,
  intake jsonb,
  acknowledged text
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
INSERT INTO batches (id, organisation_id, account_id, conversation, requester_id, requester_name, locale, request_message, service, request, count, sandbox, worker_id, created_at, closed_at, parent_id, parent_ordinals, wishes, platform, event_key, intake, acknowledged) VALUES
  ('067efb28-fa63-4dc8-af76-aed107c15807', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'console:main:general', 'member', 'Max (member)', 'en', '621a6adc-16c2-4d20-b25e-9ded3320b134', 'image', '{"kind": "image", "count": 2, "model": "provider-a/image-2", "prompt": "a fox in the snow", "references": []}', '2', 'true', NULL, '2026-11-22 19:25:38.423686+00', '2026-11-22 19:25:42.74675+00', NULL, NULL, '1', 'console', 'message:621a6adc-16c2-4d20-b25e-9ded3320b134', NULL, NULL),
  ('bebb1eed-4e8d-48c5-b3d4-78241f40d0d6', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'console:main:general', 'member', 'Max (member)', 'en', '7a4a7cfa-8395-4952-8b14-e2ac2878271a', 'image', '{"kind": "image", "count": 1, "model": "provider-a/image-2", "prompt": "a green door", "references": []}', '1', 'true', NULL, '2026-11-22 19:28:21.009882+00', NULL, NULL, NULL, '0', 'console', 'message:7a4a7cfa-8395-4952-8b14-e2ac2878271a', E'{"cost": 1, "jobs": [{"id": "8f7c9511-7afb-44cd-a5fc-35da99e859a1", "body": "{\\"model\\":\\"provider-a/image-2\\",\\"prompt\\":\\"a green door\\"}", "path": "/api/v1/images/generations/jobs", "ordinal": 1, "idempotency_key": "easel-8f7c9511-7afb-44cd-a5fc-35da99e859a1"}], "unit": "images", "model": "provider-a/image-2", "state": "waiting", "scopes": ["organisation", "workspace:console:main", "channel:console:main:general", "account:01a204b8-963d-7cc3-8f95-3b5b77c1f0e6"], "at_once": 100, "channel": "console:main:general", "own_keys": false, "reserves": true, "workspace": "console:main"}', NULL),
  ('fa39abf9-63a2-4393-834c-0abebd6ad216', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'console:main:general', 'member', 'Max (member)', 'en', 'dbd1d85f-452d-4386-b478-91a9edb1bc85', 'image', '{"kind": "image", "count": 1, "model": "provider-a/image-2", "prompt": "a lighthouse at dusk", "references": []}', '1', 'true', NULL, '2026-11-22 19:25:35.690267+00', '2026-11-22 19:25:38.410594+00', NULL, NULL, '0', 'console', 'message:dbd1d85f-452d-4386-b478-91a9edb1bc85', NULL, NULL);
CREATE TABLE jobs (
  id uuid NOT NULL,
  batch_id uuid NOT NULL,
  organisation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  service text NOT NULL,
  ordinal integer NOT NULL,
  state text NOT NULL,
  fence integer DEFAULT 0 NOT NULL,
  worker_id uuid,
  not_before timestamp with time zone DEFAULT now() NOT NULL,
  refusals integer DEFAULT 0 NOT NULL,
  create_tries integer DEFAULT 0 NOT NULL,
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
  deaths uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  waiting_since timestamp with time zone DEFAULT now() NOT NULL,
  scopes text[] DEFAULT '{}'::text[] NOT NULL,
  at_once integer,
  cost integer DEFAULT 0 NOT NULL,
  own_keys boolean DEFAULT false NOT NULL,
  handled_by uuid
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
INSERT INTO jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, fence, worker_id, not_before, refusals, create_tries, credential_id, base_url, path, body, body_hash, idempotency_key, submitted_at, remote_id, request_id, guidance, deadline_at, overdue, cancel_requested_at, ended_at, failure, usage, settlement, created_at, deaths, waiting_since, scopes, at_once, cost, own_keys, handled_by) VALUES
  ('0361ab8e-3740-4556-8efd-041481a8547b', 'fa39abf9-63a2-4393-834c-0abebd6ad216', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'image', '1', 'succeeded', '1', NULL, '2026-11-22 19:25:35.702071+00', '0', '1', '01a204b8-7fca-770a-bf89-f01831f4e9c6', 'http://127.0.0.1:41965', '/api/v1/images/generations/jobs', '{"model":"provider-a/image-2","prompt":"a lighthouse at dusk"}', 'c2ea21fba5358914c00204e1b9aa07b5d402a375384beb5e86bfd643f266f640', 'easel-0361ab8e-3740-4556-8efd-041481a8547b', '2026-11-22 19:25:35.712561+00', 'job_13856331a1692ef4a86f2d786c23884e', 'req_6d83e297ea064bf79cf400f64a3cc550', '{"tier": "1K", "milestones": [{"level": "info", "seconds": 2, "detailBody": "Half of the pictures of this size are ready after 2 seconds.", "percentile": 50, "cardMessage": "Half of such pictures are ready by now", "detailTitle": "On its way"}, {"level": "notice", "seconds": 4, "detailBody": "Nine of ten pictures of this size are ready after 4 seconds. This one is still being made.", "percentile": 90, "cardMessage": "Taking a little longer than usual", "detailTitle": "A little longer"}, {"level": "warning", "seconds": 15, "detailBody": "Almost all pictures of this size are ready after 15 seconds. This one has not failed; it can be cancelled.", "percentile": 99, "cardMessage": "Taking much longer than usual, still working on it", "detailTitle": "Much longer"}], "timeoutSeconds": 300}', '2026-11-22 19:31:35.853049+00', 'false', NULL, '2026-11-22 19:25:38.096171+00', NULL, '{"tier": "1K", "images": 1, "inputImages": 0}', 'charged', '2026-11-22 19:25:35.690267+00', '{}', '2026-11-22 19:25:35.690267+00', '{organisation,workspace:console:main,channel:console:main:general,account:01a204b8-963d-7cc3-8f95-3b5b77c1f0e6}', '100', '1', 'false', NULL),
  ('6e705467-df18-43a6-98f8-c364384c7b01', '067efb28-fa63-4dc8-af76-aed107c15807', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'image', '2', 'succeeded', '1', NULL, '2026-11-22 19:25:38.426176+00', '0', '1', '01a204b8-7fca-770a-bf89-f01831f4e9c6', 'http://127.0.0.1:41965', '/api/v1/images/generations/jobs', '{"model":"provider-a/image-2","prompt":"a fox in the snow"}', '73d6de59d721735e896c3b3c2b8e6baf997f2bf5aa3a3565fcff102c783c9883', 'easel-6e705467-df18-43a6-98f8-c364384c7b01', '2026-11-22 19:25:38.426176+00', 'job_4dbc6c32de41d3b4cdc5a4b18b26434a', 'req_b033448c99db4357a8fed3a8b7d98d06', '{"tier": "1K", "milestones": [{"level": "info", "seconds": 2, "detailBody": "Half of the pictures of this size are ready after 2 seconds.", "percentile": 50, "cardMessage": "Half of such pictures are ready by now", "detailTitle": "On its way"}, {"level": "notice", "seconds": 4, "detailBody": "Nine of ten pictures of this size are ready after 4 seconds. This one is still being made.", "percentile": 90, "cardMessage": "Taking a little longer than usual", "detailTitle": "A little longer"}, {"level": "warning", "seconds": 15, "detailBody": "Almost all pictures of this size are ready after 15 seconds. This one has not failed; it can be cancelled.", "percentile": 99, "cardMessage": "Taking much longer than usual, still working on it", "detailTitle": "Much longer"}], "timeoutSeconds": 300}', '2026-11-22 19:31:38.483597+00', 'false', NULL, '2026-11-22 19:25:39.965154+00', NULL, '{"tier": "1K", "images": 1, "inputImages": 0}', 'charged', '2026-11-22 19:25:38.423686+00', '{}', '2026-11-22 19:25:38.423686+00', '{organisation,workspace:console:main,channel:console:main:general,account:01a204b8-963d-7cc3-8f95-3b5b77c1f0e6}', '100', '1', 'false', NULL),
  ('93edeb60-c5ca-40f6-b171-30148d442944', '067efb28-fa63-4dc8-af76-aed107c15807', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'image', '1', 'succeeded', '1', NULL, '2026-11-22 19:25:38.426176+00', '0', '1', '01a204b8-7fca-770a-bf89-f01831f4e9c6', 'http://127.0.0.1:41965', '/api/v1/images/generations/jobs', '{"model":"provider-a/image-2","prompt":"a fox in the snow"}', '73d6de59d721735e896c3b3c2b8e6baf997f2bf5aa3a3565fcff102c783c9883', 'easel-93edeb60-c5ca-40f6-b171-30148d442944', '2026-11-22 19:25:38.426176+00', 'job_4e19e428045442240d0dc1d15280f972', 'req_f212651993c64a558eee0c0fb5e0a368', '{"tier": "1K", "milestones": [{"level": "info", "seconds": 2, "detailBody": "Half of the pictures of this size are ready after 2 seconds.", "percentile": 50, "cardMessage": "Half of such pictures are ready by now", "detailTitle": "On its way"}, {"level": "notice", "seconds": 4, "detailBody": "Nine of ten pictures of this size are ready after 4 seconds. This one is still being made.", "percentile": 90, "cardMessage": "Taking a little longer than usual", "detailTitle": "A little longer"}, {"level": "warning", "seconds": 15, "detailBody": "Almost all pictures of this size are ready after 15 seconds. This one has not failed; it can be cancelled.", "percentile": 99, "cardMessage": "Taking much longer than usual, still working on it", "detailTitle": "Much longer"}], "timeoutSeconds": 300}', '2026-11-22 19:31:38.476737+00', 'false', NULL, '2026-11-22 19:25:42.437299+00', NULL, '{"tier": "1K", "images": 1, "inputImages": 0}', 'charged', '2026-11-22 19:25:38.423686+00', '{}', '2026-11-22 19:25:38.423686+00', '{organisation,workspace:console:main,channel:console:main:general,account:01a204b8-963d-7cc3-8f95-3b5b77c1f0e6}', '100', '1', 'false', NULL);
CREATE TABLE lanes (
  organisation_id uuid NOT NULL,
  service text NOT NULL,
  account_id uuid NOT NULL,
  last_served timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
INSERT INTO lanes (organisation_id, service, account_id, last_served) VALUES
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', 'image', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', '2026-11-22 19:25:38.46737+00');
CREATE TABLE posts (
  batch_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  message_id text,
  failure text,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  awaited uuid[] DEFAULT '{}'::uuid[] NOT NULL
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
INSERT INTO posts (batch_id, kind, state, message_id, failure, updated_at, awaited) VALUES
  ('067efb28-fa63-4dc8-af76-aed107c15807', 'notice', 'folded', '32b212f1-ebe7-4614-aeb4-223c1f2f92a0', NULL, '2026-11-22 19:25:42.703087+00', '{}'),
  ('067efb28-fa63-4dc8-af76-aed107c15807', 'result', 'removed', 'ce1172ad-17f4-4c5f-8383-ee00b14df0e0', NULL, '2026-11-22 19:25:42.74259+00', '{}'),
  ('fa39abf9-63a2-4393-834c-0abebd6ad216', 'notice', 'folded', '4732292e-0948-49f3-b86e-801f3c806495', NULL, '2026-11-22 19:25:38.410594+00', '{}'),
  ('fa39abf9-63a2-4393-834c-0abebd6ad216', 'result', 'posted', 'd7ccb1d6-b473-496b-a3d0-8e14e11bd3fe', NULL, '2026-11-22 19:25:38.405274+00', '{}');
CREATE TABLE slots (
  key_fingerprint text NOT NULL,
  n integer NOT NULL,
  job_id uuid,
  service text NOT NULL
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
INSERT INTO slots (key_fingerprint, n, job_id, service) VALUES
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '1', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '1', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '10', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '10', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '11', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '11', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '12', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '12', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '13', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '13', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '14', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '14', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '15', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '15', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '16', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '16', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '2', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '2', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '3', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '3', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '4', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '4', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '5', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '5', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '6', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '6', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '7', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '7', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '8', NULL, 'video'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '8', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '9', NULL, 'image'),
  ('KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', '9', NULL, 'video');
CREATE TABLE workers (
  id uuid NOT NULL,
  beat timestamp with time zone DEFAULT now() NOT NULL
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
INSERT INTO workers (id, beat) VALUES
  ('63c37bef-b43f-43aa-9488-3ab257549243', '2026-11-22 19:28:18.766962+00');
CREATE TABLE accounts (
  id uuid DEFAULT uuidv7() NOT NULL,
  organisation_id uuid NOT NULL,
  display_name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
INSERT INTO accounts (id, organisation_id, display_name, created_at) VALUES
  ('01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', 'Max (member)', '2026-11-22 19:25:35.675074+00'),
  ('01a204b8-b9c0-7e8b-b7bc-466b92940a98', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', 'Ada (admin)', '2026-11-22 19:25:44.747506+00');
CREATE TABLE credentials (
  id uuid DEFAULT uuidv7() NOT NULL,
  organisation_id uuid NOT NULL,
  fingerprint text NOT NULL,
  sealed_secret text NOT NULL,
  services text[] NOT NULL,
  concurrency integer NOT NULL,
  invalid_at timestamp with time zone,
  resting_until timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  origin text DEFAULT 'configuration'::text NOT NULL,
  scope text DEFAULT 'organisation'::text NOT NULL,
  masked text DEFAULT ''::text NOT NULL,
  seal_key_id text DEFAULT ''::text NOT NULL,
  disabled_at timestamp with time zone,
  removed_at timestamp with time zone,
  checked_at timestamp with time zone,
  is_own boolean DEFAULT false NOT NULL,
  clip_concurrency integer NOT NULL,
  video_models text[]
);
INSERT INTO credentials (id, organisation_id, fingerprint, sealed_secret, services, concurrency, invalid_at, resting_until, created_at, name, origin, scope, masked, seal_key_id, disabled_at, removed_at, checked_at, is_own, clip_concurrency, video_models) VALUES
  ('01a204b8-7fca-770a-bf89-f01831f4e9c6', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', 'KNdHunFLAo_7i2_BTowcQs7M_fics7EwG5gIVjoaOCQ', 'v1.rpGhRcIqy27ljp40.WwfNlBUy0cRnbCCC2VsAUg.q0IHeiDWX4sfFA', '{image,video}', '16', NULL, NULL, '2026-11-22 19:25:29.925663+00', 'sandbox', 'configuration', 'organisation', 'sk-…ox', '1tY1TVOk', NULL, NULL, NULL, 'false', '16', NULL);
CREATE TABLE identities (
  platform text NOT NULL,
  workspace text NOT NULL,
  user_id text NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
INSERT INTO identities (platform, workspace, user_id, account_id, created_at) VALUES
  ('console', 'main', 'member', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', '2026-11-22 19:25:35.675074+00'),
  ('console', 'main', 'admin', '01a204b8-b9c0-7e8b-b7bc-466b92940a98', '2026-11-22 19:25:44.747506+00');
CREATE TABLE organisations (
  id uuid DEFAULT uuidv7() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  name text
);
INSERT INTO organisations (id, created_at, name) VALUES
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '2026-11-22 19:25:29.907228+00', NULL);
CREATE TABLE workspaces (
  platform text NOT NULL,
  external_id text NOT NULL,
  organisation_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  time_zone text DEFAULT 'UTC'::text NOT NULL,
  admin_channel text
);
INSERT INTO workspaces (platform, external_id, organisation_id, created_at, time_zone, admin_channel) VALUES
  ('console', 'main', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '2026-11-22 19:25:29.907228+00', 'UTC', NULL);
CREATE TABLE leases (
  name text NOT NULL,
  worker_id uuid NOT NULL
);
INSERT INTO leases (name, worker_id) VALUES
  ('admin-notes:console', '63c37bef-b43f-43aa-9488-3ab257549243');
CREATE TABLE targets (
  id uuid NOT NULL,
  conversation text NOT NULL,
  message_id text NOT NULL,
  attachments jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE fittings (
  hash text NOT NULL,
  max_bytes bigint NOT NULL,
  fitted_hash text,
  bytes bigint,
  mime_type text,
  width integer,
  height integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE media (
  hash text NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  doomed_at timestamp with time zone
);
INSERT INTO media (hash, bytes, created_at, last_used_at, doomed_at) VALUES
  ('51903c58310ad4bb2b71b50a70eaad0e202bf7e482c420cccf9682b39356b3fb', '711962', '2026-11-22 19:25:42.681427+00', '2026-11-22 19:25:42.681+00', NULL),
  ('6ce5875a7a104037e520c6a034622a911e650eeed35d8b968ebf2255228e18b8', '630651', '2026-11-22 19:25:38.362162+00', '2026-11-22 19:25:38.361+00', NULL),
  ('ef993e3fb85d283dbfb03e371faf37a1e06ee72fd26809fca7c66786c762c94e', '657995', '2026-11-22 19:25:40.183667+00', '2026-11-22 19:25:40.183+00', NULL);
CREATE TABLE connections (
  name text NOT NULL,
  holder uuid NOT NULL,
  beat timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE discord_pending (
  interaction text NOT NULL,
  channel text NOT NULL,
  locale text NOT NULL,
  begun_at timestamp with time zone DEFAULT now() NOT NULL,
  holder uuid,
  token text
);
CREATE TABLE discord_posts (
  key text NOT NULL,
  channel text NOT NULL,
  digests text[] NOT NULL,
  tries integer DEFAULT 1 NOT NULL,
  message_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE discord_registrations (
  application text NOT NULL,
  hash text NOT NULL
);
CREATE TABLE slack_events (
  key text NOT NULL,
  done boolean NOT NULL,
  taken_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE slack_posts (
  key text NOT NULL,
  workspace text NOT NULL,
  channel text NOT NULL,
  thread text,
  ts text,
  has_files boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE slack_uploads (
  post_key text NOT NULL,
  ordinal integer NOT NULL,
  file_id text NOT NULL,
  step text NOT NULL,
  share_ts text
);
CREATE TABLE approvals (
  batch_id uuid NOT NULL,
  organisation_id uuid NOT NULL,
  reasons text[] NOT NULL,
  conversation text,
  message_id text,
  state text DEFAULT 'asked'::text NOT NULL,
  decided_by text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  hindered text,
  declined_because text
);
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
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
INSERT INTO audit (id, organisation_id, at, account_id, actor_name, workspace, action, scope, before, after) OVERRIDING SYSTEM VALUE VALUES
  ('1', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '2026-11-22 19:25:44.794704+00', '01a204b8-b9c0-7e8b-b7bc-466b92940a98', 'Ada (admin)', 'console:main', 'quota.set', 'workspace:console:main', NULL, '{"span": "day", "unit": "images", "amount": 50, "granted": 0}'),
  ('2', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '2026-11-22 19:25:45.380062+00', '01a204b8-b9c0-7e8b-b7bc-466b92940a98', 'Ada (admin)', 'console:main', 'group.created', 'group:01a204b8-bc26-7806-8f59-2d254e1aaf7a', NULL, '{"name": "painters"}'),
  ('3', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '2026-11-22 19:25:45.915688+00', '01a204b8-b9c0-7e8b-b7bc-466b92940a98', 'Ada (admin)', 'console:main', 'paused', 'channel:console:main:general', NULL, NULL),
  ('4', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '2026-11-22 19:26:18.405012+00', '01a204b8-b9c0-7e8b-b7bc-466b92940a98', 'Ada (admin)', 'console:main', 'resumed', 'channel:console:main:general', '{"by": "Ada (admin)"}', NULL),
  ('5', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '2026-11-22 19:26:59.856473+00', '01a204b8-b9c0-7e8b-b7bc-466b92940a98', 'Ada (admin)', 'console:main', 'key.disabled', 'key:01a204b8-7fca-770a-bf89-f01831f4e9c6', '{"name": "sandbox", "scope": "organisation", "masked": "sk-…ox", "services": ["image", "video"], "concurrency": 16, "clipConcurrency": 16}', '{"name": "sandbox", "scope": "organisation", "masked": "sk-…ox", "disabled": true, "services": ["image", "video"], "concurrency": 16, "clipConcurrency": 16}'),
  ('6', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '2026-11-22 19:28:20.16393+00', '01a204b8-b9c0-7e8b-b7bc-466b92940a98', 'Ada (admin)', 'console:main', 'key.enabled', 'key:01a204b8-7fca-770a-bf89-f01831f4e9c6', '{"name": "sandbox", "scope": "organisation", "masked": "sk-…ox", "disabled": true, "services": ["image", "video"], "concurrency": 16, "clipConcurrency": 16}', '{"name": "sandbox", "scope": "organisation", "masked": "sk-…ox", "services": ["image", "video"], "concurrency": 16, "clipConcurrency": 16}');
CREATE TABLE codes (
  hash text NOT NULL,
  purpose text NOT NULL,
  organisation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  workspace text NOT NULL,
  expires_at timestamp with time zone NOT NULL
);
CREATE TABLE group_members (
  group_id uuid NOT NULL,
  organisation_id uuid NOT NULL,
  subject text NOT NULL
);
CREATE TABLE groups (
  id uuid DEFAULT uuidv7() NOT NULL,
  organisation_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
INSERT INTO groups (id, organisation_id, name, created_at) VALUES
  ('01a204b8-bc26-7806-8f59-2d254e1aaf7a', '01a204b8-7fbd-7a6f-85fa-0441ae073fe0', 'painters', '2026-11-22 19:25:45.380062+00');
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
  at timestamp with time zone DEFAULT now() NOT NULL
);
INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, credential_id, model, entry, unit, amount, net, counts_at, at) VALUES
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'console:main', 'console:main:general', 'fa39abf9-63a2-4393-834c-0abebd6ad216', '0361ab8e-3740-4556-8efd-041481a8547b', NULL, 'provider-a/image-2', 'reserved', 'images', '1', '1', '2026-11-22 19:25:35.690267+00', '2026-11-22 19:25:35.702071+00'),
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'console:main', 'console:main:general', 'fa39abf9-63a2-4393-834c-0abebd6ad216', '0361ab8e-3740-4556-8efd-041481a8547b', '01a204b8-7fca-770a-bf89-f01831f4e9c6', 'provider-a/image-2', 'charged', 'images', '1', '0', '2026-11-22 19:25:35.690267+00', '2026-11-22 19:25:38.096171+00'),
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'console:main', 'console:main:general', '067efb28-fa63-4dc8-af76-aed107c15807', '93edeb60-c5ca-40f6-b171-30148d442944', NULL, 'provider-a/image-2', 'reserved', 'images', '1', '1', '2026-11-22 19:25:38.423686+00', '2026-11-22 19:25:38.426176+00'),
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'console:main', 'console:main:general', '067efb28-fa63-4dc8-af76-aed107c15807', '6e705467-df18-43a6-98f8-c364384c7b01', NULL, 'provider-a/image-2', 'reserved', 'images', '1', '1', '2026-11-22 19:25:38.423686+00', '2026-11-22 19:25:38.426176+00'),
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'console:main', 'console:main:general', '067efb28-fa63-4dc8-af76-aed107c15807', '6e705467-df18-43a6-98f8-c364384c7b01', '01a204b8-7fca-770a-bf89-f01831f4e9c6', 'provider-a/image-2', 'charged', 'images', '1', '0', '2026-11-22 19:25:38.423686+00', '2026-11-22 19:25:39.965154+00'),
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', '01a204b8-963d-7cc3-8f95-3b5b77c1f0e6', 'console:main', 'console:main:general', '067efb28-fa63-4dc8-af76-aed107c15807', '93edeb60-c5ca-40f6-b171-30148d442944', '01a204b8-7fca-770a-bf89-f01831f4e9c6', 'provider-a/image-2', 'charged', 'images', '1', '0', '2026-11-22 19:25:38.423686+00', '2026-11-22 19:25:42.437299+00');
CREATE TABLE pauses (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  paused_by text NOT NULL,
  paused_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE policies (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  settings jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE presets (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  name text NOT NULL,
  command text NOT NULL,
  options jsonb NOT NULL,
  created_by uuid NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE quota_windows (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  unit text NOT NULL,
  span text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  used bigint DEFAULT 0 NOT NULL,
  granted bigint DEFAULT 0 NOT NULL,
  warned smallint DEFAULT 0 NOT NULL
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at, used, granted, warned) VALUES
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', 'workspace:console:main', 'images', 'day', '2026-11-22 00:00:00+00', '2026-11-23 00:00:00+00', '4', '0', '0');
CREATE TABLE quotas (
  organisation_id uuid NOT NULL,
  scope text NOT NULL,
  unit text NOT NULL,
  span text NOT NULL,
  amount bigint NOT NULL,
  set_in text NOT NULL,
  time_zone text NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL
);
INSERT INTO quotas (organisation_id, scope, unit, span, amount, set_in, time_zone, updated_at) VALUES
  ('01a204b8-7fbd-7a6f-85fa-0441ae073fe0', 'workspace:console:main', 'images', 'day', '50', 'console:main', 'UTC', '2026-11-22 19:25:44.794704+00');
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
  told boolean DEFAULT false NOT NULL
);
CREATE TABLE admin_notes (
  id uuid DEFAULT uuidv7() NOT NULL,
  organisation_id uuid NOT NULL,
  conversation text NOT NULL,
  platform text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  state text DEFAULT 'due'::text NOT NULL,
  failure text,
  tries integer DEFAULT 0 NOT NULL,
  not_before timestamp with time zone DEFAULT now() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE homes (
  platform text NOT NULL,
  user_id text NOT NULL,
  workspace text NOT NULL
);
CREATE TABLE code_tries (
  who text NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  wrong integer NOT NULL
);
CREATE TABLE proposals (
  id uuid NOT NULL,
  organisation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  conversation text NOT NULL,
  request jsonb NOT NULL,
  request_message text,
  parent_id uuid,
  parent_ordinals integer[],
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  is_private boolean DEFAULT false NOT NULL
);
CREATE TABLE console_sessions (
  token_hash text NOT NULL,
  password_mark text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL
);
SELECT setval('drizzle.__drizzle_migrations_id_seq', 45);
SELECT setval('audit_id_seq', 6);
ALTER TABLE accounts ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE admin_notes ADD CONSTRAINT admin_notes_pkey PRIMARY KEY (id);
ALTER TABLE approvals ADD CONSTRAINT approvals_pkey PRIMARY KEY (batch_id);
ALTER TABLE artifacts ADD CONSTRAINT artifacts_pkey PRIMARY KEY (job_id);
ALTER TABLE audit ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE batches ADD CONSTRAINT batches_pkey PRIMARY KEY (id);
ALTER TABLE code_tries ADD CONSTRAINT code_tries_pkey PRIMARY KEY (who);
ALTER TABLE codes ADD CONSTRAINT codes_pkey PRIMARY KEY (hash);
ALTER TABLE connections ADD CONSTRAINT connections_pkey PRIMARY KEY (name);
ALTER TABLE console_channels ADD CONSTRAINT console_channels_pkey PRIMARY KEY (id);
ALTER TABLE console_counter ADD CONSTRAINT console_counter_pkey PRIMARY KEY (id);
ALTER TABLE console_files ADD CONSTRAINT console_files_pkey PRIMARY KEY (id);
ALTER TABLE console_messages ADD CONSTRAINT console_messages_pkey PRIMARY KEY (id);
ALTER TABLE console_sessions ADD CONSTRAINT console_sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE credentials ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);
ALTER TABLE discord_pending ADD CONSTRAINT discord_pending_pkey PRIMARY KEY (interaction);
ALTER TABLE discord_posts ADD CONSTRAINT discord_posts_pkey PRIMARY KEY (key);
ALTER TABLE discord_registrations ADD CONSTRAINT discord_registrations_pkey PRIMARY KEY (application);
ALTER TABLE drizzle.__drizzle_migrations ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);
ALTER TABLE fittings ADD CONSTRAINT fittings_hash_max_bytes_pk PRIMARY KEY (hash, max_bytes);
ALTER TABLE group_members ADD CONSTRAINT group_members_group_id_subject_pk PRIMARY KEY (group_id, subject);
ALTER TABLE groups ADD CONSTRAINT groups_pkey PRIMARY KEY (id);
ALTER TABLE homes ADD CONSTRAINT homes_platform_user_id_pk PRIMARY KEY (platform, user_id);
ALTER TABLE identities ADD CONSTRAINT identities_platform_workspace_user_id_pk PRIMARY KEY (platform, workspace, user_id);
ALTER TABLE jobs ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE lanes ADD CONSTRAINT lanes_organisation_id_service_account_id_pk PRIMARY KEY (organisation_id, service, account_id);
ALTER TABLE leases ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ledger ADD CONSTRAINT ledger_job_id_entry_pk PRIMARY KEY (job_id, entry);
ALTER TABLE media ADD CONSTRAINT media_pkey PRIMARY KEY (hash);
ALTER TABLE organisations ADD CONSTRAINT organisations_pkey PRIMARY KEY (id);
ALTER TABLE pauses ADD CONSTRAINT pauses_organisation_id_scope_pk PRIMARY KEY (organisation_id, scope);
ALTER TABLE policies ADD CONSTRAINT policies_organisation_id_scope_pk PRIMARY KEY (organisation_id, scope);
ALTER TABLE posts ADD CONSTRAINT posts_batch_id_kind_pk PRIMARY KEY (batch_id, kind);
ALTER TABLE presets ADD CONSTRAINT presets_organisation_id_scope_name_pk PRIMARY KEY (organisation_id, scope, name);
ALTER TABLE proposals ADD CONSTRAINT proposals_pkey PRIMARY KEY (id);
ALTER TABLE quota_warnings ADD CONSTRAINT quota_warnings_organisation_id_scope_unit_span_starts_at_percen PRIMARY KEY (organisation_id, scope, unit, span, starts_at, percent);
ALTER TABLE quota_windows ADD CONSTRAINT quota_windows_organisation_id_scope_unit_span_starts_at_pk PRIMARY KEY (organisation_id, scope, unit, span, starts_at);
ALTER TABLE quotas ADD CONSTRAINT quotas_organisation_id_scope_unit_span_pk PRIMARY KEY (organisation_id, scope, unit, span);
ALTER TABLE slack_events ADD CONSTRAINT slack_events_pkey PRIMARY KEY (key);
ALTER TABLE slack_posts ADD CONSTRAINT slack_posts_pkey PRIMARY KEY (key);
ALTER TABLE slack_uploads ADD CONSTRAINT slack_uploads_post_key_ordinal_pk PRIMARY KEY (post_key, ordinal);
ALTER TABLE slots ADD CONSTRAINT slots_key_fingerprint_service_n_pk PRIMARY KEY (key_fingerprint, service, n);
ALTER TABLE targets ADD CONSTRAINT targets_pkey PRIMARY KEY (id);
ALTER TABLE workers ADD CONSTRAINT workers_pkey PRIMARY KEY (id);
ALTER TABLE workspaces ADD CONSTRAINT workspaces_platform_external_id_pk PRIMARY KEY (platform, external_id);
ALTER TABLE accounts ADD CONSTRAINT accounts_id_organisation_id_unique UNIQUE (id, organisation_id);
ALTER TABLE admin_notes ADD CONSTRAINT admin_notes_organisation_id_subject_conversation_unique UNIQUE (organisation_id, subject, conversation);
ALTER TABLE batches ADD CONSTRAINT batches_platform_event_key_unique UNIQUE (platform, event_key);
ALTER TABLE console_messages ADD CONSTRAINT console_messages_post_key_unique UNIQUE (post_key);
ALTER TABLE groups ADD CONSTRAINT groups_organisation_id_name_unique UNIQUE (organisation_id, name);
ALTER TABLE jobs ADD CONSTRAINT jobs_batch_id_ordinal_unique UNIQUE (batch_id, ordinal);
ALTER TABLE slots ADD CONSTRAINT slots_job_id_unique UNIQUE (job_id);
ALTER TABLE batches ADD CONSTRAINT batches_written CHECK (((intake IS NULL) OR (closed_at IS NULL)));
ALTER TABLE console_counter ADD CONSTRAINT console_counter_one_row CHECK ((id = 1));
ALTER TABLE accounts ADD CONSTRAINT accounts_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE admin_notes ADD CONSTRAINT admin_notes_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE approvals ADD CONSTRAINT approvals_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE artifacts ADD CONSTRAINT artifacts_job_id_jobs_id_fk FOREIGN KEY (job_id) REFERENCES jobs(id);
ALTER TABLE batches ADD CONSTRAINT batches_account_fk FOREIGN KEY (account_id, organisation_id) REFERENCES accounts(id, organisation_id) ON UPDATE CASCADE;
ALTER TABLE codes ADD CONSTRAINT codes_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE codes ADD CONSTRAINT codes_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE console_files ADD CONSTRAINT console_files_message_id_console_messages_id_fk FOREIGN KEY (message_id) REFERENCES console_messages(id) ON DELETE CASCADE;
ALTER TABLE console_messages ADD CONSTRAINT console_messages_channel_id_console_channels_id_fk FOREIGN KEY (channel_id) REFERENCES console_channels(id);
ALTER TABLE credentials ADD CONSTRAINT credentials_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE group_members ADD CONSTRAINT group_members_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
ALTER TABLE group_members ADD CONSTRAINT group_members_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE groups ADD CONSTRAINT groups_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE identities ADD CONSTRAINT identities_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE jobs ADD CONSTRAINT jobs_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
ALTER TABLE jobs ADD CONSTRAINT jobs_credential_id_credentials_id_fk FOREIGN KEY (credential_id) REFERENCES credentials(id);
ALTER TABLE leases ADD CONSTRAINT leases_worker_id_workers_id_fk FOREIGN KEY (worker_id) REFERENCES workers(id) ON DELETE CASCADE;
ALTER TABLE pauses ADD CONSTRAINT pauses_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE policies ADD CONSTRAINT policies_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE posts ADD CONSTRAINT posts_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
ALTER TABLE presets ADD CONSTRAINT presets_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE proposals ADD CONSTRAINT proposals_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE proposals ADD CONSTRAINT proposals_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE quota_warnings ADD CONSTRAINT quota_warnings_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE quota_windows ADD CONSTRAINT quota_windows_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE quotas ADD CONSTRAINT quotas_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
ALTER TABLE slack_uploads ADD CONSTRAINT slack_uploads_post_key_slack_posts_key_fk FOREIGN KEY (post_key) REFERENCES slack_posts(key) ON DELETE CASCADE;
ALTER TABLE workspaces ADD CONSTRAINT workspaces_organisation_id_organisations_id_fk FOREIGN KEY (organisation_id) REFERENCES organisations(id);
CREATE INDEX admin_notes_due ON public.admin_notes USING btree (platform, not_before) WHERE (state = 'due'::text);
CREATE INDEX approvals_open ON public.approvals USING btree (created_at) WHERE (state = 'asked'::text);
CREATE INDEX audit_of_organisation ON public.audit USING btree (organisation_id, id);
CREATE INDEX batches_of_account ON public.batches USING btree (account_id, created_at DESC);
CREATE INDEX batches_of_conversation ON public.batches USING btree (conversation, created_at);
CREATE INDEX batches_open ON public.batches USING btree (worker_id) WHERE (closed_at IS NULL);
CREATE INDEX console_channels_of_person ON public.console_channels USING btree (created_by) WHERE ((created_by IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX console_files_of_message ON public.console_files USING btree (message_id);
CREATE INDEX console_files_unused ON public.console_files USING btree (uploaded_by, created_at) WHERE ((message_id IS NULL) AND (taken_at IS NULL));
CREATE INDEX console_messages_changes ON public.console_messages USING btree (revision);
CREATE INDEX console_messages_history ON public.console_messages USING btree (channel_id, "position");
CREATE INDEX console_sessions_seen ON public.console_sessions USING btree (seen_at);
CREATE INDEX credentials_of_fingerprint ON public.credentials USING btree (fingerprint);
CREATE INDEX discord_posts_message ON public.discord_posts USING btree (message_id);
CREATE INDEX group_members_of_subject ON public.group_members USING btree (organisation_id, subject);
CREATE INDEX jobs_deadly ON public.jobs USING btree (id) WHERE (deaths <> '{}'::uuid[]);
CREATE INDEX jobs_held ON public.jobs USING btree (organisation_id, account_id, waiting_since) WHERE (state = 'held'::text);
CREATE INDEX jobs_owned ON public.jobs USING btree (worker_id) WHERE (worker_id IS NOT NULL);
CREATE INDEX jobs_to_cancel ON public.jobs USING btree (worker_id) WHERE ((cancel_requested_at IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX jobs_under_way ON public.jobs USING btree (organisation_id, account_id, service) WHERE (state = ANY (ARRAY['submitting'::text, 'running'::text, 'unknown'::text]));
CREATE INDEX jobs_unknown ON public.jobs USING btree (submitted_at) WHERE (state = 'unknown'::text);
CREATE INDEX jobs_waiting ON public.jobs USING btree (organisation_id, service, account_id, created_at, ordinal, COALESCE(at_once, 2147483647)) WHERE (state = 'waiting'::text);
CREATE INDEX lanes_served ON public.lanes USING btree (organisation_id, service, last_served);
CREATE INDEX ledger_assumed ON public.ledger USING btree (organisation_id, batch_id) WHERE (entry = 'assumed'::text);
CREATE INDEX ledger_of_account ON public.ledger USING btree (organisation_id, account_id, counts_at, unit, net) WHERE (net <> 0);
CREATE INDEX ledger_of_organisation ON public.ledger USING btree (organisation_id, counts_at, unit, net) WHERE (net <> 0);
CREATE INDEX media_doomed ON public.media USING btree (hash) WHERE (doomed_at IS NOT NULL);
CREATE INDEX media_unused ON public.media USING btree (last_used_at) WHERE (doomed_at IS NULL);
CREATE INDEX posts_of_message ON public.posts USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX proposals_by_age ON public.proposals USING btree (created_at);
CREATE INDEX quota_warnings_of_batch ON public.quota_warnings USING btree (batch_id);
CREATE INDEX quota_warnings_untold ON public.quota_warnings USING btree (organisation_id) WHERE (NOT told);
CREATE INDEX quotas_of_keys ON public.quotas USING btree (organisation_id, scope) WHERE (scope ~~ 'key:%'::text);
CREATE INDEX slack_events_taken ON public.slack_events USING btree (taken_at);
CREATE INDEX slack_posts_place ON public.slack_posts USING btree (workspace, channel, ts);
CREATE INDEX slack_uploads_share ON public.slack_uploads USING btree (share_ts);
CREATE UNIQUE INDEX credentials_configured ON public.credentials USING btree (organisation_id, fingerprint) WHERE ((origin = 'configuration'::text) AND (removed_at IS NULL));
CREATE UNIQUE INDEX credentials_named ON public.credentials USING btree (organisation_id, lower(name)) WHERE ((origin = 'people'::text) AND (removed_at IS NULL));
CREATE UNIQUE INDEX organisations_named ON public.organisations USING btree (lower(name));
CREATE OR REPLACE FUNCTION public.tell_policy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('easel_policy', OLD.organisation_id::text); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('easel_policy', NEW.organisation_id::text); END IF;
  RETURN NULL;
END $function$;
CREATE OR REPLACE FUNCTION public.tell_policy_of_identity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('easel_policy', organisation_id::text) FROM accounts WHERE id = OLD.account_id;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('easel_policy', organisation_id::text) FROM accounts WHERE id = NEW.account_id;
  END IF;
  RETURN NULL;
END $function$;
CREATE OR REPLACE FUNCTION public.quota_lock(organisation uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT hashtextextended(organisation::text, 24217);
$function$;
CREATE OR REPLACE FUNCTION public.first_moment(shown timestamp without time zone, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN (shown AT TIME ZONE zone - interval '1 hour') AT TIME ZONE zone >= shown
    THEN shown AT TIME ZONE zone - interval '1 hour' ELSE shown AT TIME ZONE zone END;
$function$;
CREATE OR REPLACE FUNCTION public.quota_window(span text, zone text, moment timestamp with time zone, OUT starts_at timestamp with time zone, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  SELECT first_moment(date_trunc(span, moment AT TIME ZONE zone), zone),
    first_moment(date_trunc(span, moment AT TIME ZONE zone) + ('1 ' || span)::interval, zone);
$function$;
CREATE OR REPLACE FUNCTION public.quota_percent(used bigint, amount bigint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN used >= amount THEN 100 WHEN used * 5 >= amount * 4 THEN 80 ELSE 0 END::smallint;
$function$;
CREATE OR REPLACE FUNCTION public.reserve_quota(organisation uuid, batch uuid, lies_in text[], counted_in text, wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  -- An assignment is no query.
  locked text := pg_advisory_xact_lock_shared(quota_lock(organisation));
BEGIN
  IF EXISTS (
    SELECT FROM quotas q WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
  ) THEN
    PERFORM take_quota(organisation, batch, lies_in, counted_in, wanted);
  END IF;
END;
$function$;
CREATE OR REPLACE FUNCTION public.reserve_held(held_batch uuid)
 RETURNS TABLE(scope text, unit text, span text, starts_at timestamp with time zone, ends_at timestamp with time zone, before bigint, after bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  asked record;
BEGIN
  PERFORM FROM jobs j WHERE j.batch_id = held_batch ORDER BY j.id FOR UPDATE;
  SELECT j.organisation_id, j.scopes, CASE j.service WHEN 'image' THEN 'images' ELSE 'seconds' END AS unit,
    sum(j.cost)::bigint AS wanted, array_agg(j.id) AS ids
  INTO asked
  FROM jobs j
  WHERE j.batch_id = held_batch AND j.state = 'held'
    AND NOT EXISTS (SELECT FROM ledger l WHERE l.job_id = j.id AND l.entry = 'reserved')
  GROUP BY j.organisation_id, j.scopes, j.service;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(quota_lock(asked.organisation_id));
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
  SELECT q.organisation_id, q.scope, q.unit, q.span, c.starts_at, c.ends_at
  FROM quotas q, quota_window(q.span, q.time_zone, now()) c
  WHERE q.organisation_id = asked.organisation_id AND q.scope = ANY (asked.scopes) AND q.unit = asked.unit
  ORDER BY q.scope, q.span
  ON CONFLICT DO NOTHING;
  RETURN QUERY
  WITH held AS MATERIALIZED (
    SELECT w.*, q.amount
    FROM quotas q
    CROSS JOIN quota_window(q.span, q.time_zone, now()) c
    JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = c.starts_at
    WHERE q.organisation_id = asked.organisation_id AND q.scope = ANY (asked.scopes) AND q.unit = asked.unit
    ORDER BY w.scope, w.span, w.starts_at
    FOR UPDATE OF w
  )
  UPDATE quota_windows w SET granted = h.used + asked.wanted - h.amount
  FROM held h
  WHERE h.used + asked.wanted > h.amount + h.granted
    AND w.organisation_id = h.organisation_id AND w.scope = h.scope AND w.unit = h.unit AND w.span = h.span
    AND w.starts_at = h.starts_at
  RETURNING w.scope, w.unit, w.span, w.starts_at, w.ends_at, h.granted, w.granted;
  PERFORM reserve_quota(asked.organisation_id, held_batch, asked.scopes, asked.unit, asked.wanted);
  INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net,
    counts_at)
  SELECT j.organisation_id, j.account_id, concat_ws(':', split_part(b.conversation, ':', 1), split_part(b.conversation, ':', 2)),
    -- A thread is of its channel.
    concat_ws(':', split_part(b.conversation, ':', 1), split_part(b.conversation, ':', 2), split_part(b.conversation, ':', 3)),
    b.id, j.id, b.request->>'model', 'reserved', asked.unit, j.cost, j.cost, now()
  FROM jobs j JOIN batches b ON b.id = j.batch_id
  WHERE j.id = ANY (asked.ids);
END;
$function$;
CREATE OR REPLACE FUNCTION public.used_within(organisation uuid, of_scope text, counted_in text, since timestamp with time zone, until timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN of_scope LIKE 'key:%' THEN (
    SELECT coalesce(sum(j.cost), 0)
    FROM ledger l JOIN jobs j ON j.id = l.job_id
    -- Jobs wait for a key no longer than a day or two.
    WHERE l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= since - interval '7 days' AND l.counts_at < until
      AND l.entry = 'reserved' AND l.unit = counted_in AND of_scope = 'key:' || j.credential_id
      AND j.submitted_at >= since AND j.submitted_at < until AND j.state NOT IN ('held', 'waiting')
      AND j.settlement <> 'released'
      AND NOT EXISTS (SELECT FROM ledger r WHERE r.job_id = j.id AND r.entry = 'refunded')
  ) WHEN of_scope = 'organisation' THEN (
    SELECT coalesce(sum(l.net), 0)
    FROM ledger l
    WHERE l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= since AND l.counts_at < until
      AND l.unit = counted_in
  ) ELSE (
    SELECT coalesce(sum(l.net), 0)
    FROM ledger l JOIN jobs j ON j.id = l.job_id
    WHERE l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= since AND l.counts_at < until
      AND l.unit = counted_in AND of_scope = ANY (j.scopes)
  ) END::bigint;
$function$;
CREATE OR REPLACE FUNCTION public.sum_windows(organisation uuid, of_scopes text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(quota_lock(organisation));
  -- What has been taken counts by its jobs. Before windows are locked, as by whoever claims.
  PERFORM write_jobs(ARRAY(
    SELECT b.id FROM batches b
    WHERE b.closed_at IS NULL AND b.intake IS NOT NULL AND b.organisation_id = organisation
    ORDER BY b.id
  ));
  PERFORM FROM quota_windows w
  WHERE w.organisation_id = organisation AND (of_scopes IS NULL OR w.scope = ANY (of_scopes)) AND w.ends_at > now()
  ORDER BY w.scope, w.unit, w.span, w.starts_at
  FOR UPDATE;
  WITH present AS MATERIALIZED (
    SELECT q.organisation_id, q.scope, q.unit, q.span, q.amount, c.starts_at, c.ends_at
    FROM quotas q, quota_window(q.span, q.time_zone, now()) c
    WHERE q.organisation_id = organisation AND (of_scopes IS NULL OR q.scope = ANY (of_scopes))
  ), former AS (
    DELETE FROM quota_windows w
    WHERE w.organisation_id = organisation AND (of_scopes IS NULL OR w.scope = ANY (of_scopes)) AND w.ends_at > now()
      AND NOT EXISTS (
        SELECT FROM present p
        WHERE p.scope = w.scope AND p.unit = w.unit AND p.span = w.span AND p.starts_at = w.starts_at
      )
    RETURNING w.scope, w.unit, w.span, w.granted
  )
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at, used, granted)
  SELECT p.organisation_id, p.scope, p.unit, p.span, p.starts_at, p.ends_at,
    used_within(p.organisation_id, p.scope, p.unit, p.starts_at, p.ends_at),
    coalesce((SELECT max(f.granted) FROM former f WHERE f.scope = p.scope AND f.unit = p.unit AND f.span = p.span), 0)
  FROM present p
  ORDER BY p.scope, p.unit, p.span, p.starts_at
  ON CONFLICT (organisation_id, scope, unit, span, starts_at) DO UPDATE
  SET used = excluded.used, ends_at = excluded.ends_at;
END;
$function$;
CREATE OR REPLACE FUNCTION public.key_rank(key_scope text, lies_in text[], own_keys boolean)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN key_scope = 'organisation' THEN 4
    WHEN key_scope <> ALL (lies_in) THEN NULL
    WHEN key_scope LIKE 'account:%' THEN CASE WHEN own_keys THEN 1 END
    WHEN key_scope LIKE 'group:%' THEN 2
    WHEN key_scope LIKE 'workspace:%' THEN 3
  END;
$function$;
CREATE OR REPLACE FUNCTION public.usable_keys(organisation uuid, wanted text)
 RETURNS TABLE(credential_id uuid, key_fingerprint text, scope text, concurrency integer, remainder bigint, caps text[], held bigint, free boolean)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.id, c.fingerprint, c.scope, carried.jobs, cap.remainder, cap.caps,
    (
      SELECT count(*) FROM slots s
      WHERE s.key_fingerprint = c.fingerprint AND s.service = wanted AND s.job_id IS NOT NULL
    ),
    EXISTS (
      SELECT FROM slots s
      WHERE s.key_fingerprint = c.fingerprint AND s.service = wanted AND s.job_id IS NULL AND s.n + (
        SELECT count(*) FROM slots above
        WHERE above.key_fingerprint = s.key_fingerprint AND above.service = wanted AND above.n > s.n
          AND above.job_id IS NOT NULL
      ) <= carried.jobs
    )
  FROM credentials c
  CROSS JOIN LATERAL (SELECT key_slots(c, wanted) AS jobs) carried
  CROSS JOIN LATERAL (
    SELECT min(q.amount + coalesce(w.granted, 0) - coalesce(w.used, 0)) AS remainder,
      array_agg(q.scope || ' ' || q.unit || ' ' || q.span) AS caps
    FROM quotas q
    CROSS JOIN LATERAL quota_window(q.span, q.time_zone, now()) current
    LEFT JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = current.starts_at
    WHERE q.organisation_id = organisation AND q.scope = 'key:' || c.id AND q.scope LIKE 'key:%'
      AND q.unit = CASE wanted WHEN 'image' THEN 'images' ELSE 'seconds' END
  ) cap
  WHERE c.organisation_id = organisation AND wanted = ANY (c.services) AND c.invalid_at IS NULL AND c.disabled_at IS NULL
    AND c.removed_at IS NULL AND (c.resting_until IS NULL OR c.resting_until <= now())
    AND NOT EXISTS (SELECT FROM pauses p WHERE p.organisation_id = organisation AND p.scope = 'key:' || c.id);
$function$;
CREATE OR REPLACE FUNCTION public.claim_jobs(worker uuid, image_url text, video_url text, at_most integer)
 RETURNS SETOF jobs
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  -- The lanes in which something waited when the claim began.
  queued lanes[];
  share record;
  member record;
  lane lanes;
  -- Lanes that this claim can give nothing more, by service and account; and organisations without a free key, by service.
  empty text[] := '{}';
  busy text[] := '{}';
  capped text[] := '{}';
BEGIN
  PERFORM FROM workers WHERE id = worker FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM quotas q WHERE q.scope LIKE 'key:%') THEN
    INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
    SELECT q.organisation_id, q.scope, q.unit, q.span, current.starts_at, current.ends_at
    FROM quotas q, quota_window(q.span, q.time_zone, now()) current
    WHERE q.scope LIKE 'key:%'
    ORDER BY q.organisation_id, q.scope, q.unit, q.span
    ON CONFLICT DO NOTHING;
    WITH held AS MATERIALIZED (
      SELECT w.scope, w.unit, w.span
      FROM quotas q
      CROSS JOIN quota_window(q.span, q.time_zone, now()) current
      JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
        AND w.span = q.span AND w.starts_at = current.starts_at
      WHERE q.scope LIKE 'key:%'
      ORDER BY w.organisation_id, w.scope, w.unit, w.span, w.starts_at
      FOR UPDATE OF w
    )
    SELECT coalesce(array_agg(h.scope || ' ' || h.unit || ' ' || h.span), '{}') INTO capped FROM held h;
  END IF;
  queued := ARRAY(
    -- From one lane to the next by the index, however much waits in each.
    WITH RECURSIVE waiting AS (
      (
        SELECT j.organisation_id, j.service, j.account_id FROM jobs j
        WHERE j.state = 'waiting'
        ORDER BY j.organisation_id, j.service, j.account_id
        LIMIT 1
      )
      UNION ALL
      SELECT next.* FROM waiting w CROSS JOIN LATERAL (
        SELECT j.organisation_id, j.service, j.account_id FROM jobs j
        WHERE j.state = 'waiting'
          AND (j.organisation_id, j.service, j.account_id) > (w.organisation_id, w.service, w.account_id)
        ORDER BY j.organisation_id, j.service, j.account_id
        LIMIT 1
      ) next
    )
    SELECT l FROM waiting w JOIN lanes l USING (organisation_id, service, account_id)
    WHERE CASE w.service WHEN 'image' THEN image_url ELSE video_url END IS NOT NULL
  );
  FOR turn IN 1..at_most LOOP
    lane := NULL;
    <<shares>>
    FOR share IN
      SELECT q.organisation_id, q.service
      FROM unnest(queued) q
      WHERE q.service || q.organisation_id <> ALL (busy) AND q.service || q.account_id <> ALL (empty)
      GROUP BY q.organisation_id, q.service
      ORDER BY (
        SELECT max(l.last_served) FROM lanes l WHERE l.organisation_id = q.organisation_id AND l.service = q.service
      )
    LOOP
      IF NOT EXISTS (SELECT FROM usable_keys(share.organisation_id, share.service) k WHERE k.free) THEN
        busy := busy || (share.service || share.organisation_id);
        CONTINUE;
      END IF;
      FOR member IN
        SELECT q.account_id
        FROM unnest(queued) q
        JOIN lanes l USING (organisation_id, service, account_id)
        WHERE q.organisation_id = share.organisation_id AND q.service = share.service
          AND q.service || q.account_id <> ALL (empty)
        ORDER BY l.last_served
      LOOP
        SELECT l.* INTO lane
        FROM lanes l
        WHERE l.organisation_id = share.organisation_id AND l.service = share.service
          AND l.account_id = member.account_id AND (
          WITH keys AS MATERIALIZED (
            SELECT k.*, listed_models(k.credential_id, l.service) AS models
            FROM usable_keys(l.organisation_id, l.service) k
          ), under_way AS MATERIALIZED (
            SELECT count(*) AS jobs FROM jobs u
            WHERE u.organisation_id = l.organisation_id AND u.account_id = l.account_id AND u.service = l.service
              AND u.state IN ('submitting', 'running', 'unknown')
              AND (u.state <> 'unknown' OR EXISTS (SELECT FROM slots s WHERE s.job_id = u.id))
          )
          -- In their order, so that it goes by the index.
          SELECT true FROM jobs j
          WHERE j.state = 'waiting' AND j.organisation_id = l.organisation_id AND j.service = l.service
            AND j.account_id = l.account_id AND j.not_before <= now() AND j.cancel_requested_at IS NULL
            AND coalesce(j.at_once, 2147483647) > (SELECT u.jobs FROM under_way u)
            AND NOT EXISTS (
              SELECT FROM pauses p WHERE p.organisation_id = j.organisation_id AND p.scope = ANY (j.scopes)
            ) AND (
              SELECT bool_or(fitting.free)
              FROM (
                SELECT k.free, key_place(key_rank(k.scope, j.scopes, j.own_keys), k.models, j.batch_id) AS place FROM keys k
                WHERE k.remainder IS NULL OR k.remainder >= j.cost
              ) fitting
              WHERE fitting.place IS NOT NULL
              GROUP BY fitting.place
              ORDER BY fitting.place
              LIMIT 1
            )
          ORDER BY j.created_at, j.ordinal
          LIMIT 1
        )
        FOR UPDATE SKIP LOCKED;
        EXIT shares WHEN FOUND;
        empty := empty || (share.service || member.account_id);
      END LOOP;
    END LOOP;
    EXIT WHEN lane.account_id IS NULL;
    -- Whoever is just setting a quota sums up what there is.
    IF NOT pg_try_advisory_xact_lock_shared(quota_lock(lane.organisation_id)) THEN
      empty := empty || (lane.service || lane.account_id);
      CONTINUE;
    END IF;
    RETURN QUERY
    WITH keys AS MATERIALIZED (
      SELECT k.credential_id, k.key_fingerprint, k.scope, k.concurrency, k.remainder, k.caps, k.held,
        -- A cap that was set a moment ago is not locked: the key rests until the next claim.
        k.free AND (k.caps IS NULL OR k.caps <@ capped) AS free,
        listed_models(k.credential_id, lane.service) AS models
      FROM usable_keys(lane.organisation_id, lane.service) k
    ), under_way AS MATERIALIZED (
      SELECT count(*) AS jobs FROM jobs u
      WHERE u.organisation_id = lane.organisation_id AND u.account_id = lane.account_id AND u.service = lane.service
        AND u.state IN ('submitting', 'running', 'unknown')
        AND (u.state <> 'unknown' OR EXISTS (SELECT FROM slots s WHERE s.job_id = u.id))
    ), job AS MATERIALIZED (
      SELECT j.id, j.batch_id, j.cost, j.scopes, j.own_keys
      FROM jobs j
      WHERE j.state = 'waiting' AND j.organisation_id = lane.organisation_id AND j.service = lane.service
        AND j.account_id = lane.account_id AND j.not_before <= now() AND j.cancel_requested_at IS NULL
        AND coalesce(j.at_once, 2147483647) > (SELECT u.jobs FROM under_way u)
        AND NOT EXISTS (
          SELECT FROM pauses p WHERE p.organisation_id = j.organisation_id AND p.scope = ANY (j.scopes)
        ) AND (
          SELECT bool_or(fitting.free)
          FROM (
            SELECT k.free, key_place(key_rank(k.scope, j.scopes, j.own_keys), k.models, j.batch_id) AS place FROM keys k
            WHERE k.remainder IS NULL OR k.remainder >= j.cost
          ) fitting
          WHERE fitting.place IS NOT NULL
          GROUP BY fitting.place
          ORDER BY fitting.place
          LIMIT 1
        )
      ORDER BY j.created_at, j.ordinal
      LIMIT 1
      FOR UPDATE OF j SKIP LOCKED
    ), fitting AS MATERIALIZED (
      SELECT k.*, rank() OVER (ORDER BY placed.place) AS tier
      FROM job, keys k
      CROSS JOIN LATERAL (
        SELECT key_place(key_rank(k.scope, job.scopes, job.own_keys), k.models, job.batch_id) AS place
      ) placed
      WHERE placed.place IS NOT NULL AND (k.remainder IS NULL OR k.remainder >= job.cost)
    ), slot AS MATERIALIZED (
      SELECT s.key_fingerprint, s.n, k.credential_id, k.caps
      FROM fitting k
      JOIN slots s ON s.key_fingerprint = k.key_fingerprint AND s.service = lane.service
      WHERE k.tier = 1 AND k.free AND s.job_id IS NULL AND s.n + (
        SELECT count(*) FROM slots above
        WHERE above.key_fingerprint = s.key_fingerprint AND above.service = s.service AND above.n > s.n
          AND above.job_id IS NOT NULL
      ) <= k.concurrency
      ORDER BY k.held, s.n
      LIMIT 1
      FOR UPDATE OF s SKIP LOCKED
    ), claimed AS (
      UPDATE jobs
      SET state = 'submitting', worker_id = worker, handled_by = worker, fence = fence + 1, create_tries = 1,
        credential_id = slot.credential_id, submitted_at = now(),
        base_url = CASE service WHEN 'image' THEN image_url ELSE video_url END
      FROM slot, job
      WHERE jobs.id = job.id
      RETURNING jobs.*
    ), taken AS (
      UPDATE slots SET job_id = claimed.id FROM claimed, slot
      WHERE slots.key_fingerprint = slot.key_fingerprint AND slots.service = claimed.service AND slots.n = slot.n
    ), served AS (
      UPDATE lanes SET last_served = clock_timestamp() FROM claimed
      WHERE lanes.organisation_id = claimed.organisation_id AND lanes.service = claimed.service
        AND lanes.account_id = claimed.account_id
    ), counted AS (
      UPDATE quota_windows w
      SET used = w.used + claimed.cost,
        warned = greatest(w.warned, quota_percent(w.used + claimed.cost, q.amount + w.granted))
      FROM claimed, slot, quotas q, quota_window(q.span, q.time_zone, now()) current
      WHERE slot.caps IS NOT NULL AND q.organisation_id = claimed.organisation_id
        AND q.scope = 'key:' || claimed.credential_id AND q.scope LIKE 'key:%'
        AND q.unit = CASE claimed.service WHEN 'image' THEN 'images' ELSE 'seconds' END
        AND w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit AND w.span = q.span
        AND w.starts_at = current.starts_at
      RETURNING w.*, q.amount, claimed.batch_id
    ), warned AS (
      INSERT INTO quota_warnings (organisation_id, scope, unit, span, starts_at, percent, ends_at, batch_id, used, amount)
      SELECT c.organisation_id, c.scope, c.unit, c.span, c.starts_at, c.warned, c.ends_at, c.batch_id, c.used,
        c.amount + c.granted
      FROM counted c WHERE c.warned > 0
      ON CONFLICT DO NOTHING
    )
    SELECT * FROM claimed;
    IF NOT FOUND THEN
      empty := empty || (lane.service || lane.account_id);
    END IF;
  END LOOP;
END;
$function$;
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'EA002';
END $function$;
CREATE OR REPLACE FUNCTION public.refuse_other_amount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF to_jsonb(NEW) - '{organisation_id,account_id}'::text[] <> to_jsonb(OLD) - '{organisation_id,account_id}'::text[] THEN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'EA002';
  END IF;
  RETURN NEW;
END $function$;
CREATE OR REPLACE FUNCTION public.settle_jobs(ended jobs[], entries text[], leave_key boolean[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  written bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(quota_lock(o.organisation_id))
  FROM (SELECT DISTINCT j.organisation_id FROM unnest(ended) j ORDER BY 1) o;
  IF 'released' = ANY (entries) OR 'refunded' = ANY (entries) OR true = ANY (leave_key) THEN
    WITH given AS MATERIALIZED (
      SELECT j.organisation_id, j.scopes, j.service, j.cost, j.submitted_at, 'key:' || j.credential_id AS key_scope,
        entries[n] AS entry, leave_key[n] AS leaves, r.unit, r.amount, r.counts_at
      FROM generate_subscripts(ended, 1) n
      CROSS JOIN LATERAL (SELECT (ended[n]).*) j
      LEFT JOIN LATERAL (
        SELECT l.unit, l.amount, l.counts_at FROM ledger l WHERE l.job_id = j.id AND l.entry = 'reserved' LIMIT 1
      ) r ON true
    ), freed AS MATERIALIZED (
      SELECT f.organisation_id, f.scope, f.unit, f.span, f.starts_at, sum(f.amount) AS amount
      FROM (
        SELECT w.organisation_id, w.scope, w.unit, w.span, w.starts_at, g.amount
        FROM given g
        JOIN quota_windows w ON w.organisation_id = g.organisation_id AND w.scope = ANY (g.scopes) AND w.unit = g.unit
          AND w.starts_at <= g.counts_at AND w.ends_at > g.counts_at
        WHERE g.entry IN ('released', 'refunded')
        UNION ALL
        SELECT w.organisation_id, w.scope, w.unit, w.span, w.starts_at, g.cost
        FROM given g
        JOIN quota_windows w ON w.organisation_id = g.organisation_id AND w.scope = g.key_scope
          AND w.unit = CASE g.service WHEN 'image' THEN 'images' ELSE 'seconds' END
          AND w.starts_at <= g.submitted_at AND w.ends_at > g.submitted_at
        WHERE g.leaves
      ) f
      GROUP BY f.organisation_id, f.scope, f.unit, f.span, f.starts_at
    ), held AS MATERIALIZED (
      SELECT w.organisation_id, w.scope, w.unit, w.span, w.starts_at, freed.amount
      FROM quota_windows w
      JOIN freed USING (organisation_id, scope, unit, span, starts_at)
      ORDER BY w.organisation_id, w.scope, w.unit, w.span, w.starts_at
      FOR UPDATE OF w
    )
    UPDATE quota_windows w SET used = w.used - held.amount
    FROM held
    WHERE w.organisation_id = held.organisation_id AND w.scope = held.scope AND w.unit = held.unit AND w.span = held.span
      AND w.starts_at = held.starts_at;
  END IF;
  INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, credential_id, model, entry, unit,
    amount, net, counts_at)
  SELECT r.organisation_id, r.account_id, r.workspace, r.channel, r.batch_id, r.job_id, (ended[n]).credential_id, r.model,
    entries[n], r.unit, r.amount, CASE WHEN entries[n] IN ('released', 'refunded') THEN -r.amount ELSE 0 END, r.counts_at
  FROM generate_subscripts(ended, 1) n
  CROSS JOIN LATERAL (
    SELECT * FROM ledger l WHERE l.job_id = (ended[n]).id AND l.entry = 'reserved' LIMIT 1
  ) r
  WHERE entries[n] IS NOT NULL;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END;
$function$;
CREATE OR REPLACE FUNCTION public.tell_notices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('easel_pause', NEW.organisation_id::text);
  RETURN NULL;
END $function$;
CREATE OR REPLACE FUNCTION public.take_quota(organisation uuid, batch uuid, lies_in text[], counted_in text, wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  excess jsonb;
BEGIN
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
  SELECT q.organisation_id, q.scope, q.unit, q.span, c.starts_at, c.ends_at
  FROM quotas q, quota_window(q.span, q.time_zone, now()) c
  WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
  ORDER BY q.scope, q.span
  ON CONFLICT DO NOTHING;
  WITH held AS MATERIALIZED (
    SELECT q.amount, w.*
    FROM quotas q
    CROSS JOIN quota_window(q.span, q.time_zone, now()) c
    JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = c.starts_at
    WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
    ORDER BY w.scope, w.span, w.starts_at
    FOR UPDATE OF w
  )
  SELECT jsonb_agg(jsonb_build_object('scope', h.scope, 'unit', h.unit, 'span', h.span, 'amount', h.amount,
    'granted', h.granted, 'used', h.used, 'endsAt', h.ends_at, 'timeZone', (
      SELECT q.time_zone FROM quotas q
      WHERE q.organisation_id = h.organisation_id AND q.scope = h.scope AND q.unit = h.unit AND q.span = h.span
    )))
  INTO excess
  FROM held h WHERE h.used + wanted > h.amount + h.granted;
  IF excess IS NOT NULL THEN
    RAISE EXCEPTION 'over quota' USING ERRCODE = 'EA001', DETAIL = excess::text;
  END IF;
  WITH taken AS (
    UPDATE quota_windows w
    SET used = w.used + wanted, warned = greatest(w.warned, quota_percent(w.used + wanted, q.amount + w.granted))
    FROM quotas q, quota_window(q.span, q.time_zone, now()) c
    WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
      AND w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit AND w.span = q.span
      AND w.starts_at = c.starts_at
    RETURNING w.*, q.amount
  )
  INSERT INTO quota_warnings (organisation_id, scope, unit, span, starts_at, percent, ends_at, batch_id, used, amount)
  SELECT t.organisation_id, t.scope, t.unit, t.span, t.starts_at, t.warned, t.ends_at, batch, t.used, t.amount + t.granted
  FROM taken t WHERE t.warned > 0
  ON CONFLICT DO NOTHING;
END;
$function$;
CREATE OR REPLACE FUNCTION public.write_jobs(ids uuid[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  written bigint;
BEGIN
  WITH due AS MATERIALIZED (
    SELECT b.id, b.intake FROM batches b WHERE b.id = ANY (ids) AND b.intake IS NOT NULL ORDER BY b.id FOR UPDATE
  ), batch AS (
    UPDATE batches b SET intake = NULL FROM due WHERE b.id = due.id
    RETURNING b.id, b.organisation_id, b.account_id, b.service, b.created_at, due.intake
  ), made AS (
    INSERT INTO jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash,
      idempotency_key, settlement, scopes, at_once, own_keys, cost, created_at, waiting_since)
    SELECT job.id, batch.id, batch.organisation_id, batch.account_id, batch.service, job.ordinal, wish.state, job.path,
      job.body, encode(sha256(convert_to(job.body, 'UTF8')), 'hex'), job.idempotency_key, 'reserved', wish.scopes, wish.at_once, wish.own_keys, wish.cost,
      batch.created_at, batch.created_at
    FROM batch, jsonb_to_record(batch.intake) AS wish (
      state text, scopes text[], at_once integer, own_keys boolean, cost integer, jobs jsonb
    ), jsonb_to_recordset(wish.jobs) AS job (
      id uuid, ordinal integer, path text, body text, idempotency_key text)
  ), lane AS (
    INSERT INTO lanes (organisation_id, service, account_id)
    SELECT DISTINCT batch.organisation_id, batch.service, batch.account_id FROM batch
    -- An insert that runs into a lane would wait for whoever is just serving it.
    WHERE NOT EXISTS (
      SELECT FROM lanes l
      WHERE l.organisation_id = batch.organisation_id AND l.service = batch.service AND l.account_id = batch.account_id
    )
    -- So that two of these can't wait for each other.
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING
  ), notice AS (
    INSERT INTO posts (batch_id, kind, state) SELECT batch.id, 'notice', 'intended' FROM batch
  ), approval AS (
    INSERT INTO approvals (batch_id, organisation_id, reasons)
    SELECT batch.id, batch.organisation_id, wish.reasons
    FROM batch, jsonb_to_record(batch.intake) AS wish (reasons text[])
    WHERE wish.reasons IS NOT NULL
  ), booked AS (
    INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net,
      counts_at)
    SELECT batch.organisation_id, batch.account_id, wish.workspace, wish.channel, batch.id, job.id, wish.model, 'reserved',
      wish.unit, wish.cost, wish.cost, batch.created_at
    FROM batch, jsonb_to_record(batch.intake) AS wish (
      reserves boolean, cost integer, unit text, workspace text, channel text, model text, jobs jsonb
    ), jsonb_to_recordset(wish.jobs) AS job (id uuid)
    WHERE wish.reserves
  )
  SELECT count(*) INTO written FROM batch;
  RETURN written;
END;
$function$;
CREATE OR REPLACE FUNCTION public.key_slots(key credentials, wanted text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE wanted WHEN 'image' THEN key.concurrency ELSE key.clip_concurrency END;
$function$;
CREATE OR REPLACE FUNCTION public.free_unknown_slots(fingerprints text[], clip_ms double precision, picture_ms double precision)
 RETURNS bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  keys text[] := coalesce(fingerprints, ARRAY(
    SELECT DISTINCT s.key_fingerprint FROM jobs j JOIN slots s ON s.job_id = j.id WHERE j.state = 'unknown'
  ));
  freed bigint;
BEGIN
  IF cardinality(keys) = 0 THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(k.key, 24218)) FROM (SELECT DISTINCT unnest(keys) AS key ORDER BY 1) k;
  WITH holding AS MATERIALIZED (
    SELECT s.key_fingerprint, s.service, s.n, j.id, j.submitted_at, key_slots(c, s.service) AS of_key
    FROM jobs j
    JOIN slots s ON s.job_id = j.id
    JOIN credentials c ON c.id = j.credential_id
    WHERE j.state = 'unknown' AND s.key_fingerprint = ANY (keys)
    -- Its id may just be coming in.
    FOR UPDATE OF j SKIP LOCKED
  ), ranked AS (
    SELECT h.*, row_number() OVER (
      PARTITION BY h.key_fingerprint, h.service ORDER BY h.submitted_at DESC, h.id DESC
    ) AS nth
    FROM holding h
  )
  UPDATE slots SET job_id = NULL
  FROM ranked r
  WHERE slots.key_fingerprint = r.key_fingerprint AND slots.service = r.service AND slots.n = r.n AND (
    r.submitted_at < now() - CASE r.service WHEN 'video' THEN clip_ms ELSE picture_ms END * interval '1 millisecond'
    OR (r.service = 'video' AND r.nth > r.of_key / 2)
  );
  GET DIAGNOSTICS freed = ROW_COUNT;
  RETURN freed;
END;
$function$;
CREATE OR REPLACE FUNCTION public.retake_slots(late jobs[])
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  job jobs;
  taken bigint := 0;
BEGIN
  FOREACH job IN ARRAY late LOOP
    CONTINUE WHEN EXISTS (SELECT FROM slots s WHERE s.job_id = job.id);
    UPDATE slots SET job_id = job.id
    FROM (
      SELECT s.key_fingerprint, s.service, s.n
      FROM credentials c
      JOIN slots s ON s.key_fingerprint = c.fingerprint AND s.service = job.service
      WHERE c.id = job.credential_id AND s.job_id IS NULL AND s.n + (
        SELECT count(*) FROM slots above
        WHERE above.key_fingerprint = s.key_fingerprint AND above.service = s.service AND above.n > s.n
          AND above.job_id IS NOT NULL
      ) <= key_slots(c, job.service)
      ORDER BY s.n
      LIMIT 1
      FOR UPDATE OF s SKIP LOCKED
    ) free
    WHERE slots.key_fingerprint = free.key_fingerprint AND slots.service = free.service AND slots.n = free.n;
    IF FOUND THEN
      taken := taken + 1;
    END IF;
  END LOOP;
  RETURN taken;
END;
$function$;
CREATE OR REPLACE FUNCTION public.waiting_jobs(organisation uuid, account uuid, besides uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (
    SELECT count(*) FROM jobs j
    WHERE j.state = 'waiting' AND j.organisation_id = organisation AND j.service IN ('image', 'video') AND j.account_id = account
  ) + (
    SELECT count(*) FROM jobs j WHERE j.state = 'held' AND j.organisation_id = organisation AND j.account_id = account
  ) + (
    SELECT coalesce(sum(b.count), 0) FROM batches b
    WHERE b.account_id = account AND b.created_at > now() - interval '1 minute' AND b.intake IS NOT NULL AND b.id <> besides
  );
$function$;
CREATE OR REPLACE FUNCTION public.ensure_room(organisation uuid, account uuid, batch uuid, wanted integer, most integer)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  waiting bigint := waiting_jobs(organisation, account, batch);
BEGIN
  IF waiting + wanted <= most - 500 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(account::text, 24219));
  waiting := waiting_jobs(organisation, account, batch);
  IF waiting + wanted > most THEN
    RAISE EXCEPTION 'too many waiting' USING ERRCODE = 'EA002', DETAIL = waiting::text;
  END IF;
END;
$function$;
CREATE OR REPLACE FUNCTION public.listed_models(credential uuid, wanted text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF wanted <> 'video' THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT c.video_models FROM credentials c WHERE c.id = credential);
END;
$function$;
CREATE OR REPLACE FUNCTION public.key_place(key_rank integer, models text[], batch uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF models IS NULL OR key_rank IS NULL THEN
    RETURN key_rank * 2;
  END IF;
  RETURN key_rank * 2 + CASE
    WHEN EXISTS (SELECT FROM batches b WHERE b.id = batch AND lower(b.request ->> 'model') = ANY (models)) THEN 0
    ELSE 1
  END;
END;
$function$;
CREATE TRIGGER accounts_news AFTER DELETE OR UPDATE OF organisation_id ON public.accounts FOR EACH ROW EXECUTE FUNCTION tell_policy();
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credentials_news AFTER INSERT OR DELETE OR UPDATE OF organisation_id, scope, services, invalid_at, disabled_at, removed_at ON public.credentials FOR EACH ROW EXECUTE FUNCTION tell_policy();
CREATE TRIGGER credentials_notices AFTER INSERT OR UPDATE OF organisation_id, scope, services, invalid_at, disabled_at, removed_at, resting_until ON public.credentials FOR EACH ROW EXECUTE FUNCTION tell_notices();
CREATE TRIGGER group_members_news AFTER INSERT OR DELETE OR UPDATE ON public.group_members FOR EACH ROW EXECUTE FUNCTION tell_policy();
CREATE TRIGGER groups_news AFTER INSERT OR DELETE OR UPDATE ON public.groups FOR EACH ROW EXECUTE FUNCTION tell_policy();
CREATE TRIGGER identities_news AFTER DELETE OR UPDATE ON public.identities FOR EACH ROW EXECUTE FUNCTION tell_policy_of_identity();
CREATE TRIGGER ledger_amounts_stay BEFORE UPDATE ON public.ledger FOR EACH ROW EXECUTE FUNCTION refuse_other_amount();
CREATE TRIGGER ledger_append_only BEFORE DELETE OR TRUNCATE ON public.ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pauses_news AFTER INSERT OR DELETE OR UPDATE ON public.pauses FOR EACH ROW EXECUTE FUNCTION tell_policy();
CREATE TRIGGER policies_news AFTER INSERT OR DELETE OR UPDATE ON public.policies FOR EACH ROW EXECUTE FUNCTION tell_policy();
CREATE TRIGGER quotas_news AFTER INSERT OR DELETE OR UPDATE ON public.quotas FOR EACH ROW EXECUTE FUNCTION tell_policy();
CREATE TRIGGER workspaces_news AFTER INSERT OR DELETE OR UPDATE ON public.workspaces FOR EACH ROW EXECUTE FUNCTION tell_policy();
