-- The whole schema on one page, as the migrations make it: written by `pnpm schema`, compared with the database by a test.
-- Why things are as they are stands in the migrations.

create extension btree_gin;
create extension pg_trgm;
create extension unaccent;

create table ai_requests (
  company_id bigint not null,
  id uuid not null,
  ticket_id bigint not null,
  at timestamptz not null,
  purpose text not null,
  model text not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  ending text not null,
  sealed bytea not null,
  constraint ai_requests_pkey PRIMARY KEY (company_id, id),
  constraint ai_requests_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table ai_requests enable row level security, force row level security;
create policy system on ai_requests for all to balcao_system using (true) with check (true);
create policy tenant on ai_requests for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on ai_requests to balcao_app, balcao_system;
CREATE INDEX ai_requests_at ON ai_requests USING btree (company_id, at);
CREATE INDEX ai_requests_ticket ON ai_requests USING btree (company_id, ticket_id);

create table ai_usage (
  company_id bigint not null,
  month date not null,
  calls integer not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  false_sources integer not null default 0,
  proposals_kept integer not null default 0,
  proposals_dropped integer not null default 0,
  constraint ai_usage_pkey PRIMARY KEY (company_id, month),
  constraint ai_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table ai_usage enable row level security, force row level security;
create policy system on ai_usage for all to balcao_system using (true) with check (true);
create policy tenant on ai_usage for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on ai_usage to balcao_app, balcao_system;

create table announcement_news (
  announcement_id bigint not null,
  op text not null,
  version bigint not null default 1,
  told_up_to bigint not null default 0,
  constraint announcement_news_pkey PRIMARY KEY (announcement_id),
  constraint announcement_news_op_check CHECK ((op = ANY (ARRAY['put'::text, 'delete'::text])))
);
grant delete, insert, select, update on announcement_news to balcao_system;

create table announcements (
  id bigint not null generated always as identity,
  title text not null,
  text text not null,
  priority smallint not null default 3,
  status boolean not null default true,
  media_company_id bigint,
  media_id uuid,
  media_name text,
  image_name uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_check CHECK (((media_company_id IS NULL) = (media_id IS NULL))),
  constraint announcements_priority_check CHECK (((priority >= 1) AND (priority <= 3))),
  constraint announcements_media_company_id_media_id_fkey FOREIGN KEY (media_company_id, media_id) REFERENCES media(company_id, id) ON DELETE SET NULL (media_company_id, media_id)
);
grant select on announcements to balcao_app;
grant delete, insert, select, update on announcements to balcao_system;
CREATE INDEX announcements_active ON announcements USING btree (id) WHERE status;
CREATE INDEX announcements_by_media ON announcements USING btree (media_company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE UNIQUE INDEX announcements_image ON announcements USING btree (image_name) WHERE (image_name IS NOT NULL);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON announcements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_announcements();
CREATE TRIGGER let_go AFTER DELETE ON announcements FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_announcement_image();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF media_id ON announcements FOR EACH ROW WHEN (((old.media_id IS DISTINCT FROM new.media_id) AND (old.media_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_announcement_image();

create table api_keys (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  key_hash bytea not null,
  scopes jsonb not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint api_keys_pkey PRIMARY KEY (company_id, id),
  constraint api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table api_keys enable row level security, force row level security;
create policy system on api_keys for all to balcao_system using (true) with check (true);
create policy tenant on api_keys for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on api_keys to balcao_app, balcao_system;
CREATE UNIQUE INDEX api_keys_by_hash ON api_keys USING btree (key_hash);
CREATE UNIQUE INDEX api_keys_name ON api_keys USING btree (company_id, plain(name));

create table arriving_companies (
  company bigint not null,
  shown boolean not null default false,
  constraint arriving_companies_pkey PRIMARY KEY (company)
);
grant select on arriving_companies to balcao_app, balcao_system;

create table article_files (
  company_id bigint not null,
  article_id bigint not null,
  version integer not null,
  media_id uuid not null,
  constraint article_files_pkey PRIMARY KEY (company_id, article_id, version, media_id),
  constraint article_files_company_id_article_id_version_fkey FOREIGN KEY (company_id, article_id, version) REFERENCES knowledge_versions(company_id, article_id, version) ON DELETE CASCADE,
  constraint article_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint article_files_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id)
);
alter table article_files enable row level security, force row level security;
create policy system on article_files for all to balcao_system using (true) with check (true);
create policy tenant on article_files for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on article_files to balcao_app, balcao_system;
CREATE INDEX article_files_by_media ON article_files USING btree (company_id, media_id);
CREATE TRIGGER let_go AFTER DELETE ON article_files FOR EACH ROW EXECUTE FUNCTION let_go_of_media();

create table article_meanings (
  company_id bigint not null,
  article_id bigint not null,
  model text not null,
  numbers bytea not null,
  constraint article_meanings_pkey PRIMARY KEY (company_id, article_id),
  constraint article_meanings_company_id_article_id_fkey FOREIGN KEY (company_id, article_id) REFERENCES knowledge_articles(company_id, id) ON DELETE CASCADE
);
alter table article_meanings enable row level security, force row level security;
create policy system on article_meanings for all to balcao_system using (true) with check (true);
create policy tenant on article_meanings for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on article_meanings to balcao_app, balcao_system;

create table attempts (
  key text not null,
  count integer not null,
  last_at timestamptz not null,
  constraint attempts_pkey PRIMARY KEY (key)
);
grant delete, insert, select, update on attempts to balcao_system;
CREATE INDEX attempts_age ON attempts USING btree (last_at);

create table audit_chains (
  company_id bigint not null,
  head_id bigint not null,
  head_hash bytea not null,
  anchor_id bigint not null default 0,
  anchor_hash bytea not null default '\x'::bytea,
  constraint audit_chains_pkey PRIMARY KEY (company_id),
  constraint audit_chains_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table audit_chains enable row level security, force row level security;
create policy system on audit_chains for all to balcao_system using (true) with check (true);
create policy tenant on audit_chains for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant insert, select on audit_chains to balcao_app;
grant update (head_id, head_hash) on audit_chains to balcao_app;
grant insert, select, update on audit_chains to balcao_system;

create table audit_log (
  company_id bigint not null,
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  user_id bigint,
  user_name text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text not null default ''::text,
  changes jsonb not null default '[]'::jsonb,
  hash bytea not null default '\x'::bytea,
  once text,
  constraint audit_log_pkey PRIMARY KEY (company_id, id),
  constraint audit_log_id_key UNIQUE (id),
  constraint audit_log_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table audit_log enable row level security, force row level security;
create policy forgotten on audit_log for delete to balcao_system using (((at < (now() - '6 mons'::interval)) AND (id <= ( SELECT c.anchor_id
   FROM audit_chains c
  WHERE (c.company_id = audit_log.company_id)))));
create policy system on audit_log for all to balcao_system using (true) with check (true);
create policy tenant on audit_log for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant insert, select on audit_log to balcao_app;
grant delete, insert, select on audit_log to balcao_system;
grant usage on sequence audit_log_id_seq to balcao_app, balcao_system;
CREATE INDEX audit_log_by_entity ON audit_log USING btree (company_id, entity, at DESC, id DESC);
CREATE INDEX audit_log_by_user ON audit_log USING btree (company_id, user_id, at DESC, id DESC);
CREATE INDEX audit_log_list ON audit_log USING btree (company_id, at DESC, id DESC);
CREATE UNIQUE INDEX audit_log_once ON audit_log USING btree (company_id, once) WHERE (once IS NOT NULL);
CREATE INDEX audit_log_readings ON audit_log USING btree (company_id, at DESC, id DESC) WHERE (action = ANY (ARRAY['search'::text, 'open'::text, 'download'::text, 'secret'::text, 'read'::text]));
CREATE INDEX audit_log_search ON audit_log USING gin (company_id, plain(((user_name || ' '::text) || entity_name)) gin_trgm_ops);
CREATE TRIGGER chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_chain();

create table automation_clocks (
  company_id bigint not null,
  ticket_id bigint not null,
  kind text not null,
  since timestamptz not null,
  passed integer not null default 0,
  due_at timestamptz,
  constraint automation_clocks_pkey PRIMARY KEY (company_id, ticket_id),
  constraint automation_clocks_kind_check CHECK ((kind = ANY (ARRAY['waiting'::text, 'unanswered'::text, 'silent'::text]))),
  constraint automation_clocks_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table automation_clocks enable row level security, force row level security;
create policy system on automation_clocks for all to balcao_system using (true) with check (true);
create policy tenant on automation_clocks for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on automation_clocks to balcao_app, balcao_system;
CREATE INDEX automation_clocks_due ON automation_clocks USING btree (due_at) WHERE (due_at IS NOT NULL);

create table automation_runs (
  company_id bigint not null,
  id bigint not null generated always as identity,
  automation_id bigint not null,
  ticket_id bigint not null,
  texts integer not null,
  at timestamptz not null,
  constraint automation_runs_pkey PRIMARY KEY (company_id, id),
  constraint automation_runs_company_id_automation_id_fkey FOREIGN KEY (company_id, automation_id) REFERENCES automations(company_id, id) ON DELETE CASCADE,
  constraint automation_runs_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table automation_runs enable row level security, force row level security;
create policy system on automation_runs for all to balcao_system using (true) with check (true);
create policy tenant on automation_runs for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on automation_runs to balcao_app, balcao_system;
CREATE INDEX automation_runs_by_time ON automation_runs USING btree (at);
CREATE INDEX automation_runs_of_automation ON automation_runs USING btree (company_id, automation_id, at);
CREATE INDEX automation_runs_of_ticket ON automation_runs USING btree (company_id, ticket_id, at);

create table automation_sets (
  company_id bigint not null,
  version bigint not null,
  causes text[] not null,
  constraint automation_sets_pkey PRIMARY KEY (company_id),
  constraint automation_sets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table automation_sets enable row level security, force row level security;
create policy system on automation_sets for all to balcao_system using (true) with check (true);
create policy tenant on automation_sets for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on automation_sets to balcao_app, balcao_system;

create table automation_silences (
  company_id bigint not null,
  automation_id bigint not null,
  ticket_id bigint not null,
  reason text not null,
  constraint automation_silences_pkey PRIMARY KEY (company_id, automation_id, ticket_id, reason),
  constraint automation_silences_company_id_automation_id_fkey FOREIGN KEY (company_id, automation_id) REFERENCES automations(company_id, id) ON DELETE CASCADE,
  constraint automation_silences_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table automation_silences enable row level security, force row level security;
create policy system on automation_silences for all to balcao_system using (true) with check (true);
create policy tenant on automation_silences for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on automation_silences to balcao_app, balcao_system;
CREATE INDEX automation_silences_of_ticket ON automation_silences USING btree (company_id, ticket_id);

create table automations (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  active boolean not null,
  "position" integer not null,
  cause jsonb not null,
  conditions jsonb not null,
  effects jsonb not null,
  refs text[] not null,
  resting text,
  resting_since timestamptz,
  created_at timestamptz not null default now(),
  constraint automations_pkey PRIMARY KEY (company_id, id),
  constraint automations_check CHECK (((resting IS NULL) = (resting_since IS NULL))),
  constraint automations_resting_check CHECK ((resting = ANY (ARRAY['gone'::text, 'limit'::text, 'failed'::text]))),
  constraint automations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table automations enable row level security, force row level security;
create policy system on automations for all to balcao_system using (true) with check (true);
create policy tenant on automations for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on automations to balcao_app, balcao_system;
CREATE UNIQUE INDEX automations_name ON automations USING btree (company_id, plain(name));
CREATE INDEX automations_timed ON automations USING btree (company_id, ((cause ->> 'kind'::text)), (((cause ->> 'minutes'::text))::integer)) WHERE (active AND (resting IS NULL) AND (cause ? 'minutes'::text));
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON automations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_automations();
CREATE TRIGGER follow_changed AFTER UPDATE ON automations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_automations();
CREATE TRIGGER follow_gone AFTER DELETE ON automations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_automations();
CREATE TRIGGER follow_new AFTER INSERT ON automations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_automations();

create table backups (
  id bigint not null generated always as identity,
  kind text not null,
  began_at timestamptz not null default clock_timestamp(),
  at timestamptz,
  ended_at timestamptz,
  outcome text,
  reason text,
  bytes bigint,
  has_database boolean not null default true,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'trial'::text]))),
  constraint backups_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text])))
);
grant delete, insert, select, update on backups to balcao_system;
CREATE INDEX backups_good ON backups USING btree (kind, at) WHERE (outcome = 'done'::text);
CREATE INDEX backups_kept ON backups USING btree (at) WHERE ((kind = 'backup'::text) AND (at IS NOT NULL));
CREATE INDEX backups_tried ON backups USING btree (id) WHERE (kind = 'trial'::text);

create table bill_lookups (
  company_id bigint not null,
  contact_id bigint not null,
  document_hash bytea not null,
  at timestamptz not null default now(),
  constraint bill_lookups_pkey PRIMARY KEY (company_id, contact_id, document_hash),
  constraint bill_lookups_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE
);
alter table bill_lookups enable row level security, force row level security;
create policy system on bill_lookups for all to balcao_system using (true) with check (true);
create policy tenant on bill_lookups for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on bill_lookups to balcao_app, balcao_system;
CREATE INDEX bill_lookups_by_time ON bill_lookups USING btree (at);

create table block_orders (
  company_id bigint not null,
  connection_id bigint not null,
  contact_id bigint not null,
  blocked boolean not null,
  state text not null default 'due'::text,
  at timestamptz not null default now(),
  constraint block_orders_pkey PRIMARY KEY (company_id, connection_id, contact_id),
  constraint block_orders_state_check CHECK ((state = ANY (ARRAY['due'::text, 'done'::text, 'refused'::text]))),
  constraint block_orders_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint block_orders_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE
);
alter table block_orders enable row level security, force row level security;
create policy system on block_orders for all to balcao_system using (true) with check (true);
create policy tenant on block_orders for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on block_orders to balcao_app, balcao_system;
CREATE INDEX block_orders_due ON block_orders USING btree (company_id, connection_id, at) WHERE (state = 'due'::text);
CREATE INDEX block_orders_of_contact ON block_orders USING btree (company_id, contact_id);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON block_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_block_orders();

create table bot_sessions (
  company_id bigint not null,
  ticket_id bigint not null,
  session jsonb not null,
  used_at timestamptz not null default now(),
  constraint bot_sessions_pkey PRIMARY KEY (company_id, ticket_id),
  constraint bot_sessions_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table bot_sessions enable row level security, force row level security;
create policy system on bot_sessions for all to balcao_system using (true) with check (true);
create policy tenant on bot_sessions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on bot_sessions to balcao_app, balcao_system;

create table bot_turns (
  company_id bigint not null,
  id uuid not null,
  ticket_id bigint not null,
  answerer text not null,
  opens boolean not null default false,
  since timestamptz(3) not null,
  constraint bot_turns_pkey PRIMARY KEY (company_id, id),
  constraint bot_turns_answerer_check CHECK ((answerer = ANY (ARRAY['prompt'::text, 'integration'::text, 'bill'::text]))),
  constraint bot_turns_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES outgoing_calls(company_id, id) ON DELETE CASCADE,
  constraint bot_turns_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table bot_turns enable row level security, force row level security;
create policy system on bot_turns for all to balcao_system using (true) with check (true);
create policy tenant on bot_turns for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on bot_turns to balcao_app, balcao_system;
CREATE INDEX bot_turns_of_ticket ON bot_turns USING btree (company_id, ticket_id, id);

create table campaign_paces (
  company_id bigint not null,
  connection_id bigint not null,
  next_at timestamptz not null default now(),
  turns bigint not null default 0,
  refusals integer not null default 0,
  constraint campaign_paces_pkey PRIMARY KEY (company_id, connection_id),
  constraint campaign_paces_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint campaign_paces_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table campaign_paces enable row level security, force row level security;
create policy system on campaign_paces for all to balcao_system using (true) with check (true);
create policy tenant on campaign_paces for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on campaign_paces to balcao_app, balcao_system;

create table campaign_recipients (
  company_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  name text not null,
  number text not null,
  whatsapp_number text not null,
  variant smallint,
  body text,
  confirmation_body text,
  template jsonb,
  state text not null,
  reason text,
  known boolean not null default false,
  rank smallint not null generated always as (
CASE
    WHEN (state = 'sending'::text) THEN 0
    WHEN (confirmed_at IS NOT NULL) THEN 1
    WHEN known THEN 2
    ELSE 3
END) stored,
  attempts integer not null default 0,
  pause double precision,
  connection_id bigint,
  confirmation_requested_at timestamptz,
  confirmed_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  answered_at timestamptz,
  opted_out_at timestamptz,
  ticket_id bigint,
  constraint campaign_recipients_pkey PRIMARY KEY (company_id, id),
  constraint campaign_recipients_company_id_campaign_id_number_key UNIQUE (company_id, campaign_id, number),
  constraint campaign_recipients_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'asked'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'skipped'::text]))),
  constraint campaign_recipients_company_id_campaign_id_fkey FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns(company_id, id) ON DELETE CASCADE,
  constraint campaign_recipients_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint campaign_recipients_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint campaign_recipients_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE SET NULL (ticket_id)
);
alter table campaign_recipients enable row level security, force row level security;
create policy system on campaign_recipients for all to balcao_system using (true) with check (true);
create policy tenant on campaign_recipients for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on campaign_recipients to balcao_app, balcao_system;
CREATE INDEX campaign_recipients_asked ON campaign_recipients USING btree (company_id, campaign_id, confirmation_requested_at) WHERE (state = 'asked'::text);
CREATE INDEX campaign_recipients_by_connection ON campaign_recipients USING btree (company_id, connection_id, id) WHERE (connection_id IS NOT NULL);
CREATE INDEX campaign_recipients_by_template ON campaign_recipients USING btree (company_id, connection_id, sent_at) WHERE ((template IS NOT NULL) AND (sent_at IS NOT NULL));
CREATE INDEX campaign_recipients_list ON campaign_recipients USING btree (company_id, campaign_id, id);
CREATE INDEX campaign_recipients_next ON campaign_recipients USING btree (company_id, campaign_id, rank, id) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX campaign_recipients_of_name ON campaign_recipients USING gin (company_id, plain(name) gin_trgm_ops);
CREATE INDEX campaign_recipients_of_number ON campaign_recipients USING btree (company_id, number);
CREATE INDEX campaign_recipients_of_ticket ON campaign_recipients USING btree (company_id, ticket_id) WHERE (ticket_id IS NOT NULL);

create table campaign_replies (
  company_id bigint not null,
  connection_id bigint not null,
  wa_id text not null,
  recipient_id bigint not null,
  body text not null,
  at timestamptz(3) not null,
  message_id uuid,
  constraint campaign_replies_pkey PRIMARY KEY (company_id, connection_id, wa_id),
  constraint campaign_replies_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint campaign_replies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint campaign_replies_company_id_recipient_id_fkey FOREIGN KEY (company_id, recipient_id) REFERENCES campaign_recipients(company_id, id) ON DELETE CASCADE
);
alter table campaign_replies enable row level security, force row level security;
create policy system on campaign_replies for all to balcao_system using (true) with check (true);
create policy tenant on campaign_replies for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on campaign_replies to balcao_app, balcao_system;
CREATE INDEX campaign_replies_of_recipient ON campaign_replies USING btree (company_id, recipient_id);

create table campaign_sends (
  company_id bigint not null,
  recipient_id bigint not null,
  part bigint not null,
  connection_id bigint not null,
  wa_id text not null,
  payload bytea not null,
  body text not null,
  media_type text not null,
  media_id uuid,
  state text not null default 'sending'::text,
  ack smallint not null default 1,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  message_id uuid,
  constraint campaign_sends_pkey PRIMARY KEY (company_id, recipient_id, part),
  constraint campaign_sends_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text]))),
  constraint campaign_sends_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint campaign_sends_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint campaign_sends_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id),
  constraint campaign_sends_company_id_recipient_id_fkey FOREIGN KEY (company_id, recipient_id) REFERENCES campaign_recipients(company_id, id) ON DELETE CASCADE
);
alter table campaign_sends enable row level security, force row level security;
create policy system on campaign_sends for all to balcao_system using (true) with check (true);
create policy tenant on campaign_sends for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on campaign_sends to balcao_app, balcao_system;
CREATE INDEX campaign_sends_by_media ON campaign_sends USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE UNIQUE INDEX campaign_sends_by_wa_id ON campaign_sends USING btree (company_id, connection_id, wa_id);
CREATE TRIGGER let_go AFTER DELETE ON campaign_sends FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER new_chat AFTER UPDATE OF state ON campaign_sends FOR EACH ROW WHEN (((new.state = 'sent'::text) AND (old.state <> 'sent'::text))) EXECUTE FUNCTION count_new_chat_of_campaign();

create table campaign_settings (
  company_id bigint not null,
  message_interval integer not null,
  longer_interval_after integer not null,
  greater_interval integer not null,
  variables jsonb not null,
  constraint campaign_settings_pkey PRIMARY KEY (company_id),
  constraint campaign_settings_greater_interval_check CHECK ((greater_interval >= 0)),
  constraint campaign_settings_longer_interval_after_check CHECK ((longer_interval_after >= 0)),
  constraint campaign_settings_message_interval_check CHECK ((message_interval >= 0)),
  constraint campaign_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table campaign_settings enable row level security, force row level security;
create policy system on campaign_settings for all to balcao_system using (true) with check (true);
create policy tenant on campaign_settings for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on campaign_settings to balcao_app, balcao_system;

create table campaigns (
  company_id bigint not null,
  id bigint not null generated always as identity,
  trial_of bigint,
  name text not null,
  status text not null default 'INATIVA'::text,
  contact_list_id bigint,
  tag_list_id bigint,
  connection_id bigint,
  file_list_id bigint,
  media_id uuid,
  confirmation boolean not null default false,
  messages text[] not null,
  confirmation_messages text[] not null,
  template jsonb,
  scheduled_at timestamptz,
  sending_window jsonb,
  quiet_days integer not null default 0,
  seed integer not null default (floor((random() * (2147483647)::double precision)))::integer,
  started_at timestamptz,
  completed_at timestamptz,
  taken_up_to bigint,
  is_stale boolean not null default true,
  paused_reason text,
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  list_basis jsonb,
  is_nameless boolean not null default false,
  constraint campaigns_pkey PRIMARY KEY (company_id, id),
  constraint campaigns_check CHECK (((status <> 'PROGRAMADA'::text) OR (scheduled_at IS NOT NULL))),
  constraint campaigns_confirmation_messages_check CHECK ((cardinality(confirmation_messages) = 5)),
  constraint campaigns_messages_check CHECK ((cardinality(messages) = 5)),
  constraint campaigns_quiet_days_check CHECK ((quiet_days >= 0)),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['INATIVA'::text, 'PROGRAMADA'::text, 'EM_ANDAMENTO'::text, 'CANCELADA'::text, 'FINALIZADA'::text]))),
  constraint campaigns_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint campaigns_company_id_contact_list_id_fkey FOREIGN KEY (company_id, contact_list_id) REFERENCES contact_lists(company_id, id) ON DELETE SET NULL (contact_list_id),
  constraint campaigns_company_id_file_list_id_fkey FOREIGN KEY (company_id, file_list_id) REFERENCES file_lists(company_id, id) ON DELETE SET NULL (file_list_id),
  constraint campaigns_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint campaigns_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id),
  constraint campaigns_company_id_tag_list_id_fkey FOREIGN KEY (company_id, tag_list_id) REFERENCES tags(company_id, id) ON DELETE SET NULL (tag_list_id),
  constraint campaigns_company_id_trial_of_fkey FOREIGN KEY (company_id, trial_of) REFERENCES campaigns(company_id, id) ON DELETE CASCADE
);
alter table campaigns enable row level security, force row level security;
create policy system on campaigns for all to balcao_system using (true) with check (true);
create policy tenant on campaigns for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on campaigns to balcao_app, balcao_system;
CREATE INDEX campaigns_by_age ON campaigns USING btree (company_id, completed_at, id) WHERE ((status = 'FINALIZADA'::text) AND (NOT is_nameless));
CREATE INDEX campaigns_by_connection ON campaigns USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX campaigns_by_contact_list ON campaigns USING btree (company_id, contact_list_id) WHERE (contact_list_id IS NOT NULL);
CREATE INDEX campaigns_by_file_list ON campaigns USING btree (company_id, file_list_id) WHERE (file_list_id IS NOT NULL);
CREATE INDEX campaigns_by_media ON campaigns USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX campaigns_by_tag ON campaigns USING btree (company_id, tag_list_id) WHERE (tag_list_id IS NOT NULL);
CREATE INDEX campaigns_due ON campaigns USING btree (scheduled_at) WHERE (status = 'PROGRAMADA'::text);
CREATE INDEX campaigns_held ON campaigns USING btree (company_id) WHERE (paused_reason = 'restored'::text);
CREATE INDEX campaigns_old_trials ON campaigns USING btree (started_at) WHERE (trial_of IS NOT NULL);
CREATE INDEX campaigns_running ON campaigns USING btree (company_id, connection_id) WHERE (status = 'EM_ANDAMENTO'::text);
CREATE INDEX campaigns_trials ON campaigns USING btree (company_id, trial_of) WHERE (trial_of IS NOT NULL);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON campaigns DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_campaigns();
CREATE TRIGGER let_go AFTER DELETE ON campaigns FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF media_id ON campaigns FOR EACH ROW WHEN (((old.media_id IS DISTINCT FROM new.media_id) AND (old.media_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_media();
CREATE CONSTRAINT TRIGGER tell_of_finished AFTER UPDATE ON campaigns DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.trial_of IS NULL) AND (new.status = 'FINALIZADA'::text) AND (old.status <> 'FINALIZADA'::text))) EXECUTE FUNCTION tell_of_campaigns();

create table change_log (
  company_id bigint not null,
  seq bigint not null,
  entity text not null,
  row_id text not null,
  op text not null,
  scopes text[] not null,
  at timestamptz not null default now(),
  constraint change_log_pkey PRIMARY KEY (company_id, seq, entity, row_id),
  constraint change_log_op_check CHECK ((op = ANY (ARRAY['put'::text, 'delete'::text]))),
  constraint change_log_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
alter table change_log enable row level security, force row level security;
create policy system on change_log for all to balcao_system using (true) with check (true);
create policy tenant on change_log for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on change_log to balcao_app, balcao_system;
CREATE INDEX change_log_age ON change_log USING btree (at);

create table channel_notices (
  company_id bigint not null,
  id bigint not null generated always as identity,
  connection_id bigint not null,
  body bytea not null,
  sha256 bytea not null generated always as (sha256(body)) stored,
  at timestamptz not null default now(),
  constraint channel_notices_pkey PRIMARY KEY (company_id, id),
  constraint channel_notices_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table channel_notices enable row level security, force row level security;
create policy system on channel_notices for all to balcao_system using (true) with check (true);
create policy tenant on channel_notices for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on channel_notices to balcao_app, balcao_system;
CREATE INDEX channel_notices_by_time ON channel_notices USING btree (at);
CREATE UNIQUE INDEX channel_notices_once ON channel_notices USING btree (company_id, connection_id, sha256);
CREATE INDEX channel_notices_waiting ON channel_notices USING btree (company_id, connection_id, id);

create table charges (
  company_id bigint not null,
  txid text not null,
  invoice_id bigint not null,
  gateway text not null,
  code text,
  expires_at timestamptz,
  paid_cents integer not null default 0,
  look_at timestamptz,
  created_at timestamptz not null default now(),
  constraint charges_pkey PRIMARY KEY (company_id, txid),
  constraint charges_gateway_check CHECK ((gateway = ANY (ARRAY['static'::text, 'efi'::text]))),
  constraint charges_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint charges_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id) ON DELETE CASCADE
);
alter table charges enable row level security, force row level security;
create policy system on charges for all to balcao_system using (true) with check (true);
create policy tenant on charges for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant select on charges to balcao_app;
grant delete, insert, select, update on charges to balcao_system;
CREATE UNIQUE INDEX charges_by_txid ON charges USING btree (txid);
CREATE INDEX charges_of_invoice ON charges USING btree (company_id, invoice_id, created_at);
CREATE INDEX charges_to_look_at ON charges USING btree (look_at) WHERE (look_at IS NOT NULL);

create table chat_members (
  company_id bigint not null,
  chat_id bigint not null,
  user_id bigint not null,
  unreads integer not null default 0,
  read_number integer not null default 0,
  joined_at timestamptz not null default now(),
  constraint chat_members_pkey PRIMARY KEY (company_id, chat_id, user_id),
  constraint chat_members_company_id_chat_id_fkey FOREIGN KEY (company_id, chat_id) REFERENCES chats(company_id, id) ON DELETE CASCADE,
  constraint chat_members_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint chat_members_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table chat_members enable row level security, force row level security;
create policy system on chat_members for all to balcao_system using (true) with check (true);
create policy tenant on chat_members for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on chat_members to balcao_app, balcao_system;
CREATE INDEX chat_members_by_user ON chat_members USING btree (company_id, user_id, chat_id);
CREATE CONSTRAINT TRIGGER feed AFTER UPDATE ON chat_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.read_number <> new.read_number)) EXECUTE FUNCTION feed_chat_members();
CREATE TRIGGER members_come AFTER INSERT ON chat_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION chats_follow_members();
CREATE TRIGGER members_go AFTER DELETE ON chat_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION chats_follow_members();

create table chat_messages (
  company_id bigint not null,
  id uuid not null,
  chat_id bigint not null,
  number integer not null,
  sender_id bigint,
  body text not null,
  media_type text not null,
  media_id uuid,
  card jsonb,
  mentions jsonb not null default '[]'::jsonb,
  reactions jsonb not null default '[]'::jsonb,
  is_edited boolean not null default false,
  is_deleted boolean not null default false,
  created_at timestamptz not null default now(),
  constraint chat_messages_pkey PRIMARY KEY (company_id, id),
  constraint chat_messages_company_id_chat_id_number_key UNIQUE (company_id, chat_id, number),
  constraint chat_messages_company_id_chat_id_fkey FOREIGN KEY (company_id, chat_id) REFERENCES chats(company_id, id) ON DELETE CASCADE,
  constraint chat_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint chat_messages_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id),
  constraint chat_messages_company_id_sender_id_fkey FOREIGN KEY (company_id, sender_id) REFERENCES users(company_id, id) ON DELETE SET NULL (sender_id)
);
alter table chat_messages enable row level security, force row level security;
create policy system on chat_messages for all to balcao_system using (true) with check (true);
create policy tenant on chat_messages for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on chat_messages to balcao_app, balcao_system;
CREATE INDEX chat_messages_by_media ON chat_messages USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX chat_messages_by_sender ON chat_messages USING btree (company_id, sender_id);
CREATE INDEX chat_messages_by_time ON chat_messages USING btree (company_id, created_at, id);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON chat_messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_chat_messages();
CREATE TRIGGER let_go AFTER DELETE ON chat_messages FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF media_id ON chat_messages FOR EACH ROW WHEN (((old.media_id IS DISTINCT FROM new.media_id) AND (old.media_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_media();

create table chats (
  company_id bigint not null,
  id bigint not null generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  title text not null,
  owner_id bigint,
  pair text,
  last_number integer not null default 0,
  last_message text not null default ''::text,
  last_sender_id bigint,
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  scopes text[] not null default '{}'::text[],
  constraint chats_pkey PRIMARY KEY (company_id, id),
  constraint chats_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint chats_company_id_last_sender_id_fkey FOREIGN KEY (company_id, last_sender_id) REFERENCES users(company_id, id) ON DELETE SET NULL (last_sender_id),
  constraint chats_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES users(company_id, id) ON DELETE SET NULL (owner_id)
);
alter table chats enable row level security, force row level security;
create policy system on chats for all to balcao_system using (true) with check (true);
create policy tenant on chats for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on chats to balcao_app, balcao_system;
CREATE INDEX chats_by_last_sender ON chats USING btree (company_id, last_sender_id);
CREATE INDEX chats_by_owner ON chats USING btree (company_id, owner_id);
CREATE UNIQUE INDEX chats_pair ON chats USING btree (company_id, pair) WHERE (pair IS NOT NULL);
CREATE UNIQUE INDEX chats_uuid ON chats USING btree (company_id, uuid);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON chats DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_chats();
CREATE TRIGGER mentions_in_sight AFTER UPDATE ON chats FOR EACH ROW WHEN ((old.scopes <> new.scopes)) EXECUTE FUNCTION sight_of_chat_mentions();

create table claims (
  what text not null,
  holder uuid not null,
  until timestamptz not null,
  constraint claims_pkey PRIMARY KEY (what)
);
grant delete, insert, select, update on claims to balcao_system;

create table companies (
  id bigint not null generated always as identity,
  name text not null,
  email text not null default ''::text,
  phone text not null default ''::text,
  plan_id bigint,
  due_date date,
  trial_expiration date,
  grace_days integer not null default 0,
  recurrence text not null default 'MENSAL'::text,
  status boolean not null default true,
  timezone text not null default 'America/Sao_Paulo'::text,
  language text not null default 'pt'::text,
  schedules jsonb,
  holidays jsonb not null default '[]'::jsonb,
  billing_name text not null default ''::text,
  address_zip_code text not null default ''::text,
  address_street text not null default ''::text,
  address_state text not null default ''::text,
  address_city text not null default ''::text,
  address_district text not null default ''::text,
  recommended_by bigint,
  created_at timestamptz not null default now(),
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'es'::text]))),
  constraint companies_recurrence_check CHECK ((recurrence = ANY (ARRAY['MENSAL'::text, 'BIMESTRAL'::text, 'TRIMESTRAL'::text, 'SEMESTRAL'::text, 'ANUAL'::text]))),
  constraint companies_timezone CHECK ((timezone(timezone, '1970-01-01 00:00:00+00'::timestamp with time zone) IS NOT NULL)),
  constraint companies_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id)
);
alter table companies enable row level security, force row level security;
create policy system on companies for all to balcao_system using (true) with check (true);
create policy tenant on companies for all to balcao_app using ((id = ( SELECT current_company() AS current_company)));
grant select on companies to balcao_app;
grant update (timezone, language, schedules, holidays) on companies to balcao_app;
grant delete, insert, select, update on companies to balcao_system;
grant update on sequence companies_id_seq to balcao_system;
CREATE INDEX companies_due ON companies USING btree (due_date) WHERE (due_date IS NOT NULL);
CREATE UNIQUE INDEX companies_name ON companies USING btree (plain(name));
CREATE INDEX companies_search ON companies USING gin (plain(((name || ' '::text) || email)) gin_trgm_ops);
CREATE TRIGGER rebuild_dashboard AFTER UPDATE OF timezone ON companies FOR EACH ROW WHEN ((old.timezone <> new.timezone)) EXECUTE FUNCTION rebuild_dashboard();
CREATE TRIGGER sync_state AFTER INSERT ON companies FOR EACH ROW EXECUTE FUNCTION sync_state_for_company();

create table company_places (
  company bigint not null,
  database text not null,
  moving_to text,
  quiet boolean not null default false,
  holder uuid,
  held_until timestamptz,
  constraint company_places_pkey PRIMARY KEY (company)
);
grant select on company_places to balcao_system;
CREATE INDEX company_places_quiet ON company_places USING btree (held_until) WHERE quiet;
CREATE TRIGGER told AFTER INSERT OR UPDATE OF database, quiet ON company_places FOR EACH STATEMENT EXECUTE FUNCTION tell_places();

create table connection_events (
  company_id bigint not null,
  id bigint not null generated always as identity,
  connection_id bigint not null,
  kind text not null,
  details jsonb not null default '{}'::jsonb,
  at timestamptz not null default now(),
  constraint connection_events_pkey PRIMARY KEY (company_id, id),
  constraint connection_events_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table connection_events enable row level security, force row level security;
create policy system on connection_events for all to balcao_system using (true) with check (true);
create policy tenant on connection_events for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on connection_events to balcao_app, balcao_system;
CREATE INDEX connection_events_by_time ON connection_events USING btree (company_id, at);
CREATE INDEX connection_events_latest ON connection_events USING btree (company_id, connection_id, id DESC);

create table connection_leases (
  company_id bigint not null,
  connection_id bigint not null,
  owner text,
  epoch bigint not null default 1,
  constraint connection_leases_pkey PRIMARY KEY (company_id, connection_id),
  constraint connection_leases_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table connection_leases enable row level security, force row level security;
create policy system on connection_leases for all to balcao_system using (true) with check (true);
create policy tenant on connection_leases for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on connection_leases to balcao_app, balcao_system;
CREATE INDEX connection_leases_by_connection ON connection_leases USING btree (connection_id);
CREATE INDEX connection_leases_by_owner ON connection_leases USING btree (owner, connection_id);

create table connection_new_chats (
  company_id bigint not null,
  connection_id bigint not null,
  hour timestamptz not null,
  count integer not null,
  constraint connection_new_chats_pkey PRIMARY KEY (company_id, connection_id, hour),
  constraint connection_new_chats_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table connection_new_chats enable row level security, force row level security;
create policy system on connection_new_chats for all to balcao_system using (true) with check (true);
create policy tenant on connection_new_chats for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on connection_new_chats to balcao_app, balcao_system;

create table connection_queues (
  company_id bigint not null,
  connection_id bigint not null,
  queue_id bigint not null,
  constraint connection_queues_pkey PRIMARY KEY (company_id, connection_id, queue_id),
  constraint connection_queues_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint connection_queues_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE
);
alter table connection_queues enable row level security, force row level security;
create policy system on connection_queues for all to balcao_system using (true) with check (true);
create policy tenant on connection_queues for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on connection_queues to balcao_app, balcao_system;
CREATE INDEX connection_queues_by_queue ON connection_queues USING btree (company_id, queue_id, connection_id);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE ON connection_queues DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_connection_queues();

create table connections (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  is_default boolean not null default false,
  kind text not null default 'whatsapp'::text,
  channel text not null default 'whatsapp'::text,
  number text,
  account text,
  quality text,
  daily_customers integer,
  credentials bytea,
  status text not null default 'DISCONNECTED'::text,
  reason text,
  until timestamptz,
  qrcode text,
  pairing_number text,
  pairing_code text,
  retries integer not null default 0,
  desired text not null default 'stopped'::text,
  generation integer not null default 1,
  logout_requested boolean not null default false,
  nudges integer not null default 0,
  greeting_message text not null default ''::text,
  completion_message text not null default ''::text,
  out_of_hours_message text not null default ''::text,
  rating_message text not null default ''::text,
  inactivity_message text not null default ''::text,
  redirect_queue_id bigint,
  redirect_minutes integer not null default 0,
  bot_sends integer not null default 3,
  bot_interval_minutes integer not null default 0,
  bot_silence_minutes integer not null default 30,
  bot_silence_action text not null default 'wait'::text,
  close_after_minutes integer not null default 0,
  import_since date,
  prompt_id bigint,
  integration_id bigint,
  api_token_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint connections_pkey PRIMARY KEY (company_id, id),
  constraint connections_bot_interval_minutes_check CHECK ((bot_interval_minutes >= 0)),
  constraint connections_bot_sends_check CHECK ((bot_sends > 0)),
  constraint connections_bot_silence_action_check CHECK ((bot_silence_action = ANY (ARRAY['wait'::text, 'close'::text]))),
  constraint connections_bot_silence_minutes_check CHECK ((bot_silence_minutes >= 0)),
  constraint connections_close_after_minutes_check CHECK ((close_after_minutes >= 0)),
  constraint connections_desired_check CHECK ((desired = ANY (ARRAY['running'::text, 'stopped'::text]))),
  constraint connections_quality_check CHECK ((quality = ANY (ARRAY['green'::text, 'yellow'::text, 'red'::text]))),
  constraint connections_redirect_minutes_check CHECK ((redirect_minutes >= 0)),
  constraint connections_status_check CHECK ((status = ANY (ARRAY['OPENING'::text, 'qrcode'::text, 'PAIRING'::text, 'connected'::text, 'DISCONNECTED'::text, 'TIMEOUT'::text]))),
  constraint connections_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint connections_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES queue_integrations(company_id, id) ON DELETE SET NULL (integration_id),
  constraint connections_company_id_prompt_id_fkey FOREIGN KEY (company_id, prompt_id) REFERENCES prompts(company_id, id) ON DELETE SET NULL (prompt_id),
  constraint connections_company_id_redirect_queue_id_fkey FOREIGN KEY (company_id, redirect_queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (redirect_queue_id)
);
alter table connections enable row level security, force row level security;
create policy system on connections for all to balcao_system using (true) with check (true);
create policy tenant on connections for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on connections to balcao_app, balcao_system;
CREATE UNIQUE INDEX connections_api_token ON connections USING btree (api_token_hash);
CREATE INDEX connections_by_integration ON connections USING btree (company_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX connections_by_prompt ON connections USING btree (company_id, prompt_id) WHERE (prompt_id IS NOT NULL);
CREATE INDEX connections_by_redirect_queue ON connections USING btree (company_id, redirect_queue_id) WHERE (redirect_queue_id IS NOT NULL);
CREATE UNIQUE INDEX connections_name ON connections USING btree (company_id, name) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX connections_one_default ON connections USING btree (company_id) WHERE is_default;
CREATE INDEX connections_wanted ON connections USING btree (company_id, id) WHERE ((desired = 'running'::text) OR logout_requested);
CREATE TRIGGER block_on_linked_account AFTER UPDATE OF number ON connections FOR EACH ROW WHEN (((new.number IS NOT NULL) AND (new.number IS DISTINCT FROM old.number))) EXECUTE FUNCTION block_on_linked_account();
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON connections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('connection', 'id');
CREATE CONSTRAINT TRIGGER feed_campaigns AFTER UPDATE ON connections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.status = 'connected'::text) IS DISTINCT FROM (new.status = 'connected'::text)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION feed_campaigns_of_connection();
CREATE TRIGGER rest_automations AFTER DELETE ON connections FOR EACH ROW EXECUTE FUNCTION rest_automations('connection');
CREATE TRIGGER rest_automations_of_deleted AFTER UPDATE OF deleted_at ON connections FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION rest_automations('connection');
CREATE TRIGGER rest_deadline_policies AFTER DELETE ON connections FOR EACH ROW EXECUTE FUNCTION rest_deadline_policies('connection');
CREATE TRIGGER rest_deadline_policies_of_deleted AFTER UPDATE OF deleted_at ON connections FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION rest_deadline_policies('connection');
CREATE CONSTRAINT TRIGGER tell_of_changed AFTER UPDATE ON connections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((old.status = 'connected'::text) <> (new.status = 'connected'::text)))) EXECUTE FUNCTION tell_of_connections();

create table contact_identities (
  company_id bigint not null,
  kind text not null,
  value text not null,
  contact_id bigint not null,
  constraint contact_identities_pkey PRIMARY KEY (company_id, kind, value),
  constraint contact_identities_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'lid'::text, 'group'::text, 'whatsapp_user'::text, 'telegram'::text, 'facebook'::text, 'instagram'::text, 'email'::text, 'web'::text]))),
  constraint contact_identities_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE
);
alter table contact_identities enable row level security, force row level security;
create policy system on contact_identities for all to balcao_system using (true) with check (true);
create policy tenant on contact_identities for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contact_identities to balcao_app, balcao_system;
CREATE INDEX contact_identities_by_contact ON contact_identities USING btree (company_id, contact_id);
CREATE TRIGGER block_under_new_names AFTER INSERT ON contact_identities REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION block_under_new_names();
CREATE TRIGGER forget_web_visitors AFTER DELETE ON contact_identities REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_web_visitors();
CREATE TRIGGER note_name_of_opted_out AFTER INSERT ON contact_identities REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION note_name_of_opted_out();
CREATE TRIGGER opt_out_again AFTER INSERT ON contact_identities REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION opt_out_again();

create table contact_import_rows (
  company_id bigint not null,
  import_id uuid not null,
  "row" integer not null,
  cells text[] not null,
  outcome text,
  problem text,
  constraint contact_import_rows_pkey PRIMARY KEY (company_id, import_id, "row"),
  constraint contact_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'skipped'::text, 'failed'::text]))),
  constraint contact_import_rows_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES contact_imports(company_id, id) ON DELETE CASCADE
);
alter table contact_import_rows enable row level security, force row level security;
create policy system on contact_import_rows for all to balcao_system using (true) with check (true);
create policy tenant on contact_import_rows for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contact_import_rows to balcao_app, balcao_system;
CREATE INDEX contact_import_rows_problems ON contact_import_rows USING btree (company_id, import_id, "row") WHERE (problem IS NOT NULL);
CREATE INDEX contact_import_rows_waiting ON contact_import_rows USING btree (company_id, import_id, "row") WHERE (outcome IS NULL);

create table contact_imports (
  company_id bigint not null,
  id uuid not null default gen_random_uuid(),
  user_id bigint,
  contact_list_id bigint,
  file_name text not null default ''::text,
  state text not null default 'draft'::text,
  headings text[] not null,
  meanings text[] not null,
  country text,
  update_existing boolean not null default false,
  digest bytea,
  total integer not null,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  has_formulas boolean not null default false,
  opted_out integer not null default 0,
  constraint contact_imports_pkey PRIMARY KEY (company_id, id),
  constraint contact_imports_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
  constraint contact_imports_company_id_contact_list_id_fkey FOREIGN KEY (company_id, contact_list_id) REFERENCES contact_lists(company_id, id) ON DELETE CASCADE,
  constraint contact_imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint contact_imports_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table contact_imports enable row level security, force row level security;
create policy system on contact_imports for all to balcao_system using (true) with check (true);
create policy tenant on contact_imports for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contact_imports to balcao_app, balcao_system;
CREATE INDEX contact_imports_newest ON contact_imports USING btree (company_id, created_at DESC, id DESC) WHERE (contact_list_id IS NULL);
CREATE INDEX contact_imports_of_list ON contact_imports USING btree (company_id, contact_list_id, created_at DESC, id DESC) WHERE (contact_list_id IS NOT NULL);
CREATE INDEX contact_imports_of_user ON contact_imports USING btree (company_id, user_id);
CREATE INDEX contact_imports_running ON contact_imports USING btree (created_at) WHERE (state = 'running'::text);

create table contact_links (
  company_id bigint not null,
  contact_id bigint not null,
  person_id uuid not null,
  constraint contact_links_pkey PRIMARY KEY (company_id, contact_id),
  constraint contact_links_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE
);
alter table contact_links enable row level security, force row level security;
create policy system on contact_links for all to balcao_system using (true) with check (true);
create policy tenant on contact_links for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contact_links to balcao_app, balcao_system;
CREATE INDEX contact_links_of_person ON contact_links USING btree (company_id, person_id, contact_id);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON contact_links DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_contact_links();
CREATE TRIGGER unlink_the_last AFTER DELETE ON contact_links REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION unlink_the_last();

create table contact_list_items (
  company_id bigint not null,
  id bigint not null generated always as identity,
  contact_list_id bigint not null,
  name text not null,
  number text not null,
  email text not null default ''::text,
  is_whatsapp_valid boolean,
  whatsapp_number text,
  check_due boolean not null default true,
  sort_name text not null generated always as ("left"(plain(name), 100)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_list_items_pkey PRIMARY KEY (company_id, id),
  constraint contact_list_items_number UNIQUE (company_id, contact_list_id, number),
  constraint contact_list_items_company_id_contact_list_id_fkey FOREIGN KEY (company_id, contact_list_id) REFERENCES contact_lists(company_id, id) ON DELETE CASCADE
);
alter table contact_list_items enable row level security, force row level security;
create policy system on contact_list_items for all to balcao_system using (true) with check (true);
create policy tenant on contact_list_items for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contact_list_items to balcao_app, balcao_system;
CREATE INDEX contact_list_items_by_name ON contact_list_items USING btree (company_id, contact_list_id, sort_name, id);
CREATE INDEX contact_list_items_due ON contact_list_items USING btree (company_id, contact_list_id, id) WHERE check_due;
CREATE INDEX contact_list_items_due_number ON contact_list_items USING btree (company_id, number) WHERE check_due;
CREATE INDEX contact_list_items_of_email ON contact_list_items USING btree (company_id, lower(email)) WHERE (email <> ''::text);
CREATE INDEX contact_list_items_of_name ON contact_list_items USING gin (company_id, plain(name) gin_trgm_ops);
CREATE INDEX contact_list_items_of_number ON contact_list_items USING btree (company_id, number);
CREATE INDEX contact_list_items_whatsapp ON contact_list_items USING btree (company_id, contact_list_id, whatsapp_number, id) WHERE (whatsapp_number IS NOT NULL);
CREATE TRIGGER count_added AFTER INSERT ON contact_list_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_contact_list_items();
CREATE TRIGGER count_changed AFTER UPDATE ON contact_list_items REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_contact_list_items();
CREATE TRIGGER count_removed AFTER DELETE ON contact_list_items REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_contact_list_items();

create table contact_lists (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  sort_name text not null generated always as ("left"(plain(name), 100)) stored,
  contacts_count integer not null default 0,
  valid_count integer not null default 0,
  pending_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  basis jsonb,
  constraint contact_lists_pkey PRIMARY KEY (company_id, id),
  constraint contact_lists_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table contact_lists enable row level security, force row level security;
create policy system on contact_lists for all to balcao_system using (true) with check (true);
create policy tenant on contact_lists for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contact_lists to balcao_app, balcao_system;
CREATE INDEX contact_lists_by_name ON contact_lists USING btree (company_id, sort_name, id);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON contact_lists DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('contactList', 'id');

create table contact_sight (
  company_id bigint not null,
  contact_id bigint not null,
  scope text not null,
  holders integer not null,
  sort_name text not null,
  constraint contact_sight_pkey PRIMARY KEY (company_id, contact_id, scope),
  constraint contact_sight_company_id_contact_id_sort_name_fkey FOREIGN KEY (company_id, contact_id, sort_name) REFERENCES contacts(company_id, id, sort_name) ON UPDATE CASCADE ON DELETE CASCADE
);
alter table contact_sight enable row level security, force row level security;
create policy system on contact_sight for all to balcao_system using (true) with check (true);
create policy tenant on contact_sight for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contact_sight to balcao_app, balcao_system;
CREATE INDEX contact_sight_by_name ON contact_sight USING btree (company_id, scope, sort_name, contact_id);

create table contacts (
  company_id bigint not null,
  id bigint not null generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  name text not null,
  name_edited boolean not null default false,
  number text not null default ''::text,
  number_unchecked boolean not null default false,
  email text not null default ''::text,
  extra_info jsonb not null default '[]'::jsonb,
  notes text not null default ''::text,
  picture_id uuid,
  profile_pic_url text generated always as (('/media/'::text || (picture_id)::text)) stored,
  is_group boolean not null default false,
  blocked boolean not null default false,
  bot_disabled boolean not null default false,
  opted_out_at timestamptz,
  opted_out_by text,
  added_by bigint[] not null default '{}'::bigint[],
  terms tsvector not null generated always as (search_terms(company_id, parts_of((words_of("left"(name, 100)) || "left"(number, 40))))) stored,
  sort_name text not null generated always as ("left"(plain(name), 100)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  returned_at timestamptz,
  language text,
  constraint contacts_pkey PRIMARY KEY (company_id, id),
  constraint contacts_by_name UNIQUE (company_id, sort_name, id),
  constraint contacts_check CHECK (((opted_out_at IS NULL) = (opted_out_by IS NULL))),
  constraint contacts_opted_out_by_check CHECK ((opted_out_by = ANY (ARRAY['contact'::text, 'person'::text]))),
  constraint contacts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint contacts_company_id_picture_id_fkey FOREIGN KEY (company_id, picture_id) REFERENCES media(company_id, id) ON DELETE SET NULL (picture_id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
alter table contacts enable row level security, force row level security;
create policy system on contacts for all to balcao_system using (true) with check (true);
create policy tenant on contacts for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contacts to balcao_app, balcao_system;
CREATE INDEX contacts_blocked ON contacts USING btree (company_id, id) WHERE blocked;
CREATE INDEX contacts_of_document ON contacts USING gin (documents_in(company_id, extra_info)) WITH (fastupdate=off) WHERE (extra_info <> '[]'::jsonb);
CREATE INDEX contacts_of_email ON contacts USING btree (company_id, lower(email)) WHERE (email <> ''::text);
CREATE INDEX contacts_of_picture ON contacts USING btree (company_id, picture_id);
CREATE INDEX contacts_terms ON contacts USING gin (terms) WITH (fastupdate=off);
CREATE UNIQUE INDEX contacts_uuid ON contacts USING btree (company_id, uuid);
CREATE INDEX contacts_without_number ON contacts USING btree (company_id, id) WHERE ((number = ''::text) AND (NOT is_group));
CREATE TRIGGER deadlines AFTER UPDATE OF extra_info ON contacts FOR EACH ROW WHEN ((old.extra_info IS DISTINCT FROM new.extra_info)) EXECUTE FUNCTION follow_deadline_contacts();
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON contacts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_contacts();
CREATE TRIGGER keep_opt_out BEFORE DELETE ON contacts FOR EACH ROW WHEN ((old.opted_out_at IS NOT NULL)) EXECUTE FUNCTION keep_opt_out();
CREATE TRIGGER let_go AFTER DELETE ON contacts FOR EACH ROW WHEN ((old.picture_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_picture();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF picture_id ON contacts FOR EACH ROW WHEN (((old.picture_id IS DISTINCT FROM new.picture_id) AND (old.picture_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_picture();
CREATE TRIGGER note_opt_out AFTER UPDATE OF opted_out_at ON contacts FOR EACH ROW WHEN ((old.opted_out_at IS DISTINCT FROM new.opted_out_at)) EXECUTE FUNCTION note_opt_out();
CREATE TRIGGER sight AFTER INSERT ON contacts FOR EACH ROW WHEN ((new.added_by <> '{}'::bigint[])) EXECUTE FUNCTION sight_of_contacts();
CREATE TRIGGER sight_changed AFTER UPDATE ON contacts FOR EACH ROW WHEN ((old.added_by <> new.added_by)) EXECUTE FUNCTION sight_of_contacts();
CREATE CONSTRAINT TRIGGER tell_of_changed AFTER UPDATE ON contacts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name <> new.name) OR (old.number <> new.number) OR (old.email <> new.email))) EXECUTE FUNCTION tell_of_contacts();
CREATE CONSTRAINT TRIGGER tell_of_new AFTER INSERT ON contacts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_of_contacts();
CREATE CONSTRAINT TRIGGER tell_webhooks_deleted AFTER DELETE ON contacts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_of_deleted('contact');

create table dashboard_counters (
  company_id bigint not null,
  span smallint not null,
  block integer not null,
  part text not null,
  part_id bigint not null,
  begun integer not null,
  leads integer not null,
  answered integer not null,
  answer_s bigint not null,
  waited integer not null,
  wait_s bigint not null,
  served integer not null,
  service_s bigint not null,
  finished integer not null,
  finish_s bigint not null,
  bad integer not null,
  fair integer not null,
  good integer not null,
  answers jsonb not null default '{}'::jsonb,
  finishes jsonb not null default '{}'::jsonb,
  hours jsonb not null default '{}'::jsonb,
  first_met integer not null default 0,
  first_missed integer not null default 0,
  next_met integer not null default 0,
  next_missed integer not null default 0,
  solved_met integer not null default 0,
  solved_missed integer not null default 0,
  constraint dashboard_counters_pkey PRIMARY KEY (company_id, span, block, part, part_id),
  constraint dashboard_counters_part_check CHECK ((part = ANY (ARRAY['all'::text, 'queue'::text, 'connection'::text, 'user'::text]))),
  constraint dashboard_counters_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
) with (fillfactor=80);
alter table dashboard_counters enable row level security, force row level security;
create policy system on dashboard_counters for all to balcao_system using (true) with check (true);
create policy tenant on dashboard_counters for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on dashboard_counters to balcao_app, balcao_system;

create table dashboard_deltas (
  company_id bigint not null,
  id bigint not null generated always as identity,
  at timestamptz not null,
  queue_id bigint,
  connection_id bigint not null,
  user_id bigint,
  kind text not null,
  value integer not null,
  n smallint not null,
  constraint dashboard_deltas_pkey PRIMARY KEY (company_id, id),
  constraint dashboard_deltas_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table dashboard_deltas enable row level security, force row level security;
create policy system on dashboard_deltas for all to balcao_system using (true) with check (true);
create policy tenant on dashboard_deltas for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on dashboard_deltas to balcao_app, balcao_system;

create table dashboard_rebuilds (
  company_id bigint not null,
  constraint dashboard_rebuilds_pkey PRIMARY KEY (company_id),
  constraint dashboard_rebuilds_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table dashboard_rebuilds enable row level security, force row level security;
create policy system on dashboard_rebuilds for all to balcao_system using (true) with check (true);
create policy tenant on dashboard_rebuilds for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on dashboard_rebuilds to balcao_app, balcao_system;

create table data_export_parts (
  company_id bigint not null,
  export_id bigint not null,
  part integer not null,
  path text not null,
  size bigint not null,
  constraint data_export_parts_pkey PRIMARY KEY (company_id, export_id, part),
  constraint data_export_parts_company_id_export_id_fkey FOREIGN KEY (company_id, export_id) REFERENCES data_exports(company_id, id) ON DELETE CASCADE
);
alter table data_export_parts enable row level security, force row level security;
create policy system on data_export_parts for all to balcao_system using (true) with check (true);
create policy tenant on data_export_parts for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on data_export_parts to balcao_app, balcao_system;
CREATE INDEX data_export_parts_by_path ON data_export_parts USING btree (path);

create table data_exports (
  company_id bigint not null,
  id bigint not null generated always as identity,
  contact_id bigint,
  number text,
  language text not null,
  state text not null default 'making'::text,
  asked_by bigint,
  asked_by_name text not null,
  asked_at timestamptz not null default now(),
  messages integer not null default 0,
  messages_total integer not null,
  place jsonb,
  claim uuid,
  claimed_until timestamptz,
  ends_at timestamptz,
  constraint data_exports_pkey PRIMARY KEY (company_id, id),
  constraint data_exports_check CHECK (((claim IS NULL) = (claimed_until IS NULL))),
  constraint data_exports_check1 CHECK (((state = 'making'::text) = (ends_at IS NULL))),
  constraint data_exports_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'es'::text]))),
  constraint data_exports_state_check CHECK ((state = ANY (ARRAY['making'::text, 'done'::text, 'failed'::text]))),
  constraint data_exports_company_id_asked_by_fkey FOREIGN KEY (company_id, asked_by) REFERENCES users(company_id, id) ON DELETE SET NULL (asked_by),
  constraint data_exports_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE SET NULL (contact_id),
  constraint data_exports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table data_exports enable row level security, force row level security;
create policy system on data_exports for all to balcao_system using (true) with check (true);
create policy tenant on data_exports for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on data_exports to balcao_app, balcao_system;
CREATE INDEX data_exports_by_asker ON data_exports USING btree (company_id, asked_by) WHERE (asked_by IS NOT NULL);
CREATE INDEX data_exports_due ON data_exports USING btree (asked_at) WHERE (state = 'making'::text);
CREATE INDEX data_exports_ended ON data_exports USING btree (ends_at) WHERE (ends_at IS NOT NULL);
CREATE UNIQUE INDEX data_exports_making_contact ON data_exports USING btree (company_id, contact_id) WHERE (state = 'making'::text);
CREATE UNIQUE INDEX data_exports_making_number ON data_exports USING btree (company_id, number) WHERE ((state = 'making'::text) AND (contact_id IS NULL));
CREATE INDEX data_exports_of_contact ON data_exports USING btree (company_id, contact_id, id DESC);
CREATE INDEX data_exports_of_nobody ON data_exports USING btree (company_id, id) WHERE ((contact_id IS NULL) AND (number IS NULL));
CREATE INDEX data_exports_of_number ON data_exports USING btree (company_id, number, id DESC) WHERE (number IS NOT NULL);

create table deadline_policies (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  active boolean not null,
  "position" integer not null,
  first_answer_minutes integer,
  next_answer_minutes integer,
  resolution_minutes integer,
  business_hours boolean not null,
  queue_ids bigint[] not null,
  tag_ids bigint[] not null,
  connection_ids bigint[] not null,
  contact_field text,
  contact_value text,
  refs text[] not null,
  counts_from timestamptz not null,
  resting_since timestamptz,
  constraint deadline_policies_pkey PRIMARY KEY (company_id, id),
  constraint deadline_policies_check CHECK (((first_answer_minutes IS NOT NULL) OR (next_answer_minutes IS NOT NULL) OR (resolution_minutes IS NOT NULL))),
  constraint deadline_policies_check1 CHECK (((contact_field IS NULL) = (contact_value IS NULL))),
  constraint deadline_policies_first_answer_minutes_check CHECK ((first_answer_minutes > 0)),
  constraint deadline_policies_next_answer_minutes_check CHECK ((next_answer_minutes > 0)),
  constraint deadline_policies_resolution_minutes_check CHECK ((resolution_minutes > 0)),
  constraint deadline_policies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table deadline_policies enable row level security, force row level security;
create policy system on deadline_policies for all to balcao_system using (true) with check (true);
create policy tenant on deadline_policies for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on deadline_policies to balcao_app, balcao_system;
CREATE UNIQUE INDEX deadline_policies_name ON deadline_policies USING btree (company_id, plain(name));
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON deadline_policies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('deadlinePolicy', 'id');
CREATE TRIGGER follow_changed AFTER UPDATE ON deadline_policies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_deadline_policies();
CREATE TRIGGER follow_gone AFTER DELETE ON deadline_policies REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_deadline_policies();
CREATE TRIGGER follow_new AFTER INSERT ON deadline_policies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_deadline_policies();

create table deadline_sets (
  company_id bigint not null,
  active boolean not null default false,
  by_tag boolean not null default false,
  by_contact boolean not null default false,
  open_until timestamptz,
  constraint deadline_sets_pkey PRIMARY KEY (company_id),
  constraint deadline_sets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table deadline_sets enable row level security, force row level security;
create policy system on deadline_sets for all to balcao_system using (true) with check (true);
create policy tenant on deadline_sets for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on deadline_sets to balcao_app, balcao_system;
CREATE INDEX deadline_sets_by_end ON deadline_sets USING btree (open_until) WHERE active;

create table deadlines (
  company_id bigint not null,
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  policy_id bigint not null,
  kind text not null,
  used_s double precision not null default 0,
  running_since timestamptz,
  near_at timestamptz(3),
  due_at timestamptz(3),
  told text not null default 'nothing'::text,
  ended_at timestamptz,
  met boolean,
  decided_at timestamptz,
  queue_id bigint,
  connection_id bigint,
  user_id bigint,
  turn_at timestamptz generated always as (
CASE
    WHEN (told = 'missed'::text) THEN NULL::timestamp with time zone
    WHEN (met = false) THEN due_at
    WHEN (ended_at IS NOT NULL) THEN NULL::timestamp with time zone
    WHEN (told = 'near'::text) THEN due_at
    ELSE near_at
END) stored,
  constraint deadlines_pkey PRIMARY KEY (company_id, id),
  constraint deadlines_check CHECK (((met IS NULL) = (decided_at IS NULL))),
  constraint deadlines_check1 CHECK (((ended_at IS NULL) OR (met IS NOT NULL))),
  constraint deadlines_kind_check CHECK ((kind = ANY (ARRAY['firstAnswer'::text, 'nextAnswer'::text, 'resolution'::text]))),
  constraint deadlines_told_check CHECK ((told = ANY (ARRAY['nothing'::text, 'near'::text, 'missed'::text]))),
  constraint deadlines_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table deadlines enable row level security, force row level security;
create policy system on deadlines for all to balcao_system using (true) with check (true);
create policy tenant on deadlines for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on deadlines to balcao_app, balcao_system;
CREATE INDEX deadlines_by_decision ON deadlines USING btree (company_id, decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX deadlines_of_ticket ON deadlines USING btree (company_id, ticket_id);
CREATE INDEX deadlines_turns ON deadlines USING btree (turn_at) WHERE (turn_at IS NOT NULL);
CREATE UNIQUE INDEX deadlines_under_way ON deadlines USING btree (company_id, ticket_id, ((kind = 'resolution'::text))) WHERE (ended_at IS NULL);
CREATE TRIGGER dashboard_change AFTER UPDATE ON deadlines FOR EACH ROW WHEN ((old.met IS DISTINCT FROM new.met)) EXECUTE FUNCTION count_deadline();
CREATE TRIGGER dashboard_gone AFTER DELETE ON deadlines FOR EACH ROW WHEN ((old.met IS NOT NULL)) EXECUTE FUNCTION count_deadline();

create table deleted_user_tokens (
  company_id bigint not null,
  hash bytea not null,
  expires_at timestamptz not null,
  constraint deleted_user_tokens_pkey PRIMARY KEY (company_id, hash),
  constraint deleted_user_tokens_hash_key UNIQUE (hash),
  constraint deleted_user_tokens_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table deleted_user_tokens enable row level security, force row level security;
create policy system on deleted_user_tokens for all to balcao_system using (true) with check (true);
create policy tenant on deleted_user_tokens for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on deleted_user_tokens to balcao_app, balcao_system;
CREATE INDEX deleted_user_tokens_by_end ON deleted_user_tokens USING btree (expires_at);

create table deliveries (
  company_id bigint not null,
  id uuid not null default gen_random_uuid(),
  place bigint not null generated always as identity,
  integration_id bigint,
  webhook_id bigint,
  ticket_id bigint,
  event text not null,
  lane text,
  payload text not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  next_at timestamptz,
  status integer,
  answer text not null default ''::text,
  reason text not null default ''::text,
  duration_ms integer,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  contact_id bigint,
  constraint deliveries_pkey PRIMARY KEY (company_id, id),
  constraint deliveries_check CHECK ((num_nonnulls(integration_id, webhook_id) = 1)),
  constraint deliveries_check1 CHECK ((num_nonnulls(webhook_id, lane, next_at) = ANY (ARRAY[0, 3]))),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint deliveries_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES queue_integrations(company_id, id) ON DELETE CASCADE,
  constraint deliveries_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks(company_id, id) ON DELETE CASCADE
);
alter table deliveries enable row level security, force row level security;
create policy system on deliveries for all to balcao_system using (true) with check (true);
create policy tenant on deliveries for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on deliveries to balcao_app, balcao_system;
CREATE INDEX deliveries_by_age ON deliveries USING btree (company_id, created_at, id);
CREATE INDEX deliveries_in_lanes ON deliveries USING btree (company_id, webhook_id, lane, place) WHERE ((webhook_id IS NOT NULL) AND (state = 'waiting'::text));
CREATE INDEX deliveries_of_contact ON deliveries USING btree (company_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX deliveries_of_integration ON deliveries USING btree (company_id, integration_id, place DESC) WHERE (integration_id IS NOT NULL);
CREATE INDEX deliveries_of_integration_by_state ON deliveries USING btree (company_id, integration_id, state, place DESC) WHERE (integration_id IS NOT NULL);
CREATE INDEX deliveries_of_ticket ON deliveries USING btree (company_id, ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX deliveries_of_webhook ON deliveries USING btree (company_id, webhook_id, place DESC) WHERE (webhook_id IS NOT NULL);
CREATE INDEX deliveries_of_webhook_by_state ON deliveries USING btree (company_id, webhook_id, state, place DESC) WHERE (webhook_id IS NOT NULL);
CREATE TRIGGER contact_of_delivery BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION contact_of_delivery();

create table demo_accounts (
  company_id bigint not null,
  user_id bigint not null,
  password_hash text not null,
  constraint demo_accounts_pkey PRIMARY KEY (company_id, user_id),
  constraint demo_accounts_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
grant insert, select on demo_accounts to balcao_system;

create table early_acks (
  company_id bigint not null,
  connection_id bigint not null,
  wa_id text not null,
  ack smallint not null,
  error_code text,
  at timestamptz not null default now(),
  constraint early_acks_pkey PRIMARY KEY (company_id, connection_id, wa_id),
  constraint early_acks_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table early_acks enable row level security, force row level security;
create policy system on early_acks for all to balcao_system using (true) with check (true);
create policy tenant on early_acks for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on early_acks to balcao_app, balcao_system;

create table early_changes (
  company_id bigint not null,
  id bigint not null generated always as identity,
  connection_id bigint not null,
  wa_id text not null,
  from_me boolean,
  participant text not null,
  identities text[] not null,
  kind text not null,
  author text not null default ''::text,
  author_name text not null default ''::text,
  body text,
  at timestamptz not null default now(),
  constraint early_changes_pkey PRIMARY KEY (company_id, id),
  constraint early_changes_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'delete'::text, 'react'::text, 'vote'::text]))),
  constraint early_changes_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table early_changes enable row level security, force row level security;
create policy system on early_changes for all to balcao_system using (true) with check (true);
create policy tenant on early_changes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on early_changes to balcao_app, balcao_system;
CREATE INDEX early_changes_by_message ON early_changes USING btree (company_id, connection_id, wa_id);

create table erasure_targets (
  company_id bigint not null,
  erasure_id bigint not null,
  kind text not null,
  value text not null,
  constraint erasure_targets_pkey PRIMARY KEY (company_id, erasure_id, kind, value),
  constraint erasure_targets_kind_check CHECK ((kind = ANY (ARRAY['contact'::text, 'address'::text, 'number'::text, 'media'::text, 'path'::text]))),
  constraint erasure_targets_company_id_erasure_id_fkey FOREIGN KEY (company_id, erasure_id) REFERENCES erasures(company_id, id) ON DELETE CASCADE
);
alter table erasure_targets enable row level security, force row level security;
create policy system on erasure_targets for all to balcao_system using (true) with check (true);
create policy tenant on erasure_targets for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on erasure_targets to balcao_app, balcao_system;

create table erasures (
  company_id bigint not null,
  id bigint not null generated always as identity,
  contact_id bigint,
  number text,
  state text not null default 'asked'::text,
  asked_by bigint,
  asked_by_name text,
  asked_at timestamptz not null default now(),
  approved_by_name text,
  due_at timestamptz,
  began_at timestamptz,
  ended_at timestamptz,
  counts jsonb,
  marks jsonb,
  constraint erasures_pkey PRIMARY KEY (company_id, id),
  constraint erasures_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'due'::text, 'running'::text, 'done'::text, 'withdrawn'::text]))),
  constraint erasures_company_id_asked_by_fkey FOREIGN KEY (company_id, asked_by) REFERENCES users(company_id, id) ON DELETE SET NULL (asked_by),
  constraint erasures_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table erasures enable row level security, force row level security;
create policy system on erasures for all to balcao_system using (true) with check (true);
create policy tenant on erasures for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on erasures to balcao_app, balcao_system;
CREATE INDEX erasures_by_asker ON erasures USING btree (company_id, asked_by) WHERE (asked_by IS NOT NULL);
CREATE INDEX erasures_due ON erasures USING btree (due_at) WHERE (state = 'due'::text);
CREATE INDEX erasures_list ON erasures USING btree (company_id, asked_at DESC, id DESC);
CREATE UNIQUE INDEX erasures_of_contact ON erasures USING btree (company_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE UNIQUE INDEX erasures_of_number ON erasures USING btree (company_id, number) WHERE (number IS NOT NULL);
CREATE INDEX erasures_running ON erasures USING btree (began_at) WHERE (state = 'running'::text);
CREATE TRIGGER note_erasure AFTER UPDATE OF state ON erasures FOR EACH ROW WHEN (((new.state = 'running'::text) AND (old.state <> 'running'::text))) EXECUTE FUNCTION note_erasure();

create table evaluation_answers (
  company_id bigint not null,
  id uuid not null,
  question_id uuid not null,
  variant text not null,
  outcome text not null default 'waiting'::text,
  text text not null default ''::text,
  articles jsonb not null default '[]'::jsonb,
  good boolean,
  constraint evaluation_answers_pkey PRIMARY KEY (company_id, id),
  constraint evaluation_answers_company_id_question_id_variant_key UNIQUE (company_id, question_id, variant),
  constraint evaluation_answers_variant_check CHECK ((variant = ANY (ARRAY['today'::text, 'changed'::text]))),
  constraint evaluation_answers_company_id_question_id_fkey FOREIGN KEY (company_id, question_id) REFERENCES evaluation_questions(company_id, id) ON DELETE CASCADE
);
alter table evaluation_answers enable row level security, force row level security;
create policy system on evaluation_answers for all to balcao_system using (true) with check (true);
create policy tenant on evaluation_answers for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on evaluation_answers to balcao_app, balcao_system;

create table evaluation_questions (
  company_id bigint not null,
  id uuid not null,
  evaluation_id uuid not null,
  message_id uuid,
  until timestamptz,
  question text not null,
  written text not null,
  constraint evaluation_questions_pkey PRIMARY KEY (company_id, id),
  constraint evaluation_questions_company_id_evaluation_id_fkey FOREIGN KEY (company_id, evaluation_id) REFERENCES evaluations(company_id, id) ON DELETE CASCADE,
  constraint evaluation_questions_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table evaluation_questions enable row level security, force row level security;
create policy system on evaluation_questions for all to balcao_system using (true) with check (true);
create policy tenant on evaluation_questions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on evaluation_questions to balcao_app, balcao_system;
CREATE INDEX evaluation_questions_message ON evaluation_questions USING btree (company_id, message_id);
CREATE INDEX evaluation_questions_of ON evaluation_questions USING btree (company_id, evaluation_id, id);

create table evaluations (
  company_id bigint not null,
  id uuid not null,
  prompt_id bigint not null,
  user_id bigint,
  at timestamptz not null,
  today text not null,
  changed text,
  constraint evaluations_pkey PRIMARY KEY (company_id, id),
  constraint evaluations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint evaluations_company_id_prompt_id_fkey FOREIGN KEY (company_id, prompt_id) REFERENCES prompts(company_id, id) ON DELETE CASCADE,
  constraint evaluations_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table evaluations enable row level security, force row level security;
create policy system on evaluations for all to balcao_system using (true) with check (true);
create policy tenant on evaluations for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on evaluations to balcao_app, balcao_system;
CREATE INDEX evaluations_at ON evaluations USING btree (at);
CREATE INDEX evaluations_prompt ON evaluations USING btree (company_id, prompt_id);
CREATE INDEX evaluations_user ON evaluations USING btree (company_id, user_id);

create table file_list_items (
  company_id bigint not null,
  id bigint not null generated always as identity,
  file_list_id bigint not null,
  "position" integer not null,
  name text not null default ''::text,
  media_id uuid,
  constraint file_list_items_pkey PRIMARY KEY (company_id, id),
  constraint file_list_items_company_id_file_list_id_position_key UNIQUE (company_id, file_list_id, "position") DEFERRABLE,
  constraint file_list_items_position_check CHECK (("position" > 0)),
  constraint file_list_items_company_id_file_list_id_fkey FOREIGN KEY (company_id, file_list_id) REFERENCES file_lists(company_id, id) ON DELETE CASCADE,
  constraint file_list_items_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint file_list_items_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id)
);
alter table file_list_items enable row level security, force row level security;
create policy system on file_list_items for all to balcao_system using (true) with check (true);
create policy tenant on file_list_items for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on file_list_items to balcao_app, balcao_system;
CREATE INDEX file_list_items_by_media ON file_list_items USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON file_list_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_file_list_items();
CREATE TRIGGER let_go AFTER DELETE ON file_list_items FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF media_id ON file_list_items FOR EACH ROW WHEN (((old.media_id IS DISTINCT FROM new.media_id) AND (old.media_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_media();

create table file_lists (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  message text not null,
  created_at timestamptz not null default now(),
  constraint file_lists_pkey PRIMARY KEY (company_id, id),
  constraint file_lists_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table file_lists enable row level security, force row level security;
create policy system on file_lists for all to balcao_system using (true) with check (true);
create policy tenant on file_lists for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on file_lists to balcao_app, balcao_system;
CREATE UNIQUE INDEX file_lists_name ON file_lists USING btree (company_id, plain(name));
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON file_lists DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('fileList', 'id');
CREATE TRIGGER rest_automations AFTER DELETE ON file_lists FOR EACH ROW EXECUTE FUNCTION rest_automations('fileList');

create table health_looks (
  name text not null,
  found jsonb not null,
  at timestamptz not null default now(),
  constraint health_looks_pkey PRIMARY KEY (name)
);
grant delete, insert, select, update on health_looks to balcao_system;

create table health_moments (
  at timestamptz not null,
  connected integer not null,
  wanted integer not null,
  unsent_seconds integer not null,
  unstored_seconds integer not null,
  consoles integer not null,
  constraint health_moments_pkey PRIMARY KEY (at)
);
grant delete, insert, select, update on health_moments to balcao_system;

create table helps (
  id bigint not null generated always as identity,
  title text not null,
  description text not null default ''::text,
  video text not null,
  created_at timestamptz not null default now(),
  constraint helps_pkey PRIMARY KEY (id)
);
grant select on helps to balcao_app;
grant delete, insert, select, update on helps to balcao_system;
CREATE UNIQUE INDEX helps_title ON helps USING btree (plain(title));

create table holds (
  company_id bigint not null,
  id bigint not null generated always as identity,
  ticket_id bigint,
  contact_id bigint,
  reason text not null,
  user_name text not null,
  created_at timestamptz not null default now(),
  constraint holds_pkey PRIMARY KEY (company_id, id),
  constraint holds_check CHECK ((num_nonnulls(ticket_id, contact_id) = 1)),
  constraint holds_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint holds_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint holds_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table holds enable row level security, force row level security;
create policy system on holds for all to balcao_system using (true) with check (true);
create policy tenant on holds for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on holds to balcao_app, balcao_system;
CREATE INDEX holds_list ON holds USING btree (company_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX holds_of_contact ON holds USING btree (company_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE UNIQUE INDEX holds_of_ticket ON holds USING btree (company_id, ticket_id) WHERE (ticket_id IS NOT NULL);

create table id_ranges (
  number integer not null generated always as identity,
  database text not null,
  constraint id_ranges_pkey PRIMARY KEY (number)
);
grant select on id_ranges to balcao_system;
CREATE TRIGGER told AFTER INSERT ON id_ranges FOR EACH STATEMENT EXECUTE FUNCTION tell_places();

create table idempotency_keys (
  company_id bigint not null,
  owner text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer bytea,
  created_at timestamptz not null default now(),
  deadline timestamptz,
  constraint idempotency_keys_pkey PRIMARY KEY (company_id, owner, key),
  constraint idempotency_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table idempotency_keys enable row level security, force row level security;
create policy system on idempotency_keys for all to balcao_system using (true) with check (true);
create policy tenant on idempotency_keys for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on idempotency_keys to balcao_app, balcao_system;
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

create table import_files (
  company_id bigint not null,
  media_id uuid not null,
  source text not null,
  carrier text not null,
  carrier_id text not null,
  place text not null,
  constraint import_files_pkey PRIMARY KEY (company_id, media_id),
  constraint import_files_carrier_check CHECK ((carrier = ANY (ARRAY['messages'::text, 'queues'::text, 'queue_options'::text, 'quick_messages'::text, 'schedules'::text, 'campaigns'::text]))),
  constraint import_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table import_files enable row level security, force row level security;
create policy system on import_files for all to balcao_system using (true) with check (true);
create policy tenant on import_files for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on import_files to balcao_app, balcao_system;

create table import_marks (
  company_id bigint not null,
  source text not null,
  kind text not null,
  after text not null,
  constraint import_marks_pkey PRIMARY KEY (company_id, source, kind),
  constraint import_marks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table import_marks enable row level security, force row level security;
create policy system on import_marks for all to balcao_system using (true) with check (true);
create policy tenant on import_marks for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on import_marks to balcao_app, balcao_system;

create table import_notes (
  company_id bigint not null,
  source text not null,
  kind text not null,
  origin text not null,
  what text not null,
  detail text not null default ''::text,
  constraint import_notes_pkey PRIMARY KEY (company_id, source, kind, origin, what),
  constraint import_notes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table import_notes enable row level security, force row level security;
create policy system on import_notes for all to balcao_system using (true) with check (true);
create policy tenant on import_notes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on import_notes to balcao_app, balcao_system;

create table import_origins (
  company_id bigint not null,
  source text not null,
  kind text not null,
  origin text not null,
  id bigint not null,
  constraint import_origins_pkey PRIMARY KEY (company_id, source, kind, origin),
  constraint import_origins_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table import_origins enable row level security, force row level security;
create policy system on import_origins for all to balcao_system using (true) with check (true);
create policy tenant on import_origins for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on import_origins to balcao_app, balcao_system;
CREATE UNIQUE INDEX import_origins_company ON import_origins USING btree (source, origin) WHERE (kind = 'company'::text);

create table inbound_journal (
  company_id bigint not null,
  connection_id bigint not null,
  chat text not null,
  wa_id text not null,
  stanza bytea not null,
  received_at timestamptz not null default now(),
  constraint inbound_journal_pkey PRIMARY KEY (company_id, connection_id, chat, wa_id),
  constraint inbound_journal_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table inbound_journal enable row level security, force row level security;
create policy system on inbound_journal for all to balcao_system using (true) with check (true);
create policy tenant on inbound_journal for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on inbound_journal to balcao_app, balcao_system;

create table invitations (
  company_id bigint not null,
  user_id bigint not null,
  invited_at timestamptz not null,
  hash bytea,
  expires_at timestamptz,
  mailed_at timestamptz,
  constraint invitations_pkey PRIMARY KEY (company_id, user_id),
  constraint invitations_check CHECK (((hash IS NULL) = (expires_at IS NULL))),
  constraint invitations_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table invitations enable row level security, force row level security;
create policy system on invitations for all to balcao_system using (true) with check (true);
create policy tenant on invitations for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on invitations to balcao_app, balcao_system;
CREATE UNIQUE INDEX invitations_by_hash ON invitations USING btree (company_id, hash);

create table invoice_reminders (
  company_id bigint not null,
  invoice_id bigint not null,
  step integer not null,
  claimed_at timestamptz,
  sent_at timestamptz,
  constraint invoice_reminders_pkey PRIMARY KEY (company_id, invoice_id, step),
  constraint invoice_reminders_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint invoice_reminders_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id) ON DELETE CASCADE
);
alter table invoice_reminders enable row level security, force row level security;
create policy system on invoice_reminders for all to balcao_system using (true) with check (true);
create policy tenant on invoice_reminders for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant select on invoice_reminders to balcao_app;
grant delete, insert, select, update on invoice_reminders to balcao_system;

create table invoices (
  company_id bigint not null,
  id bigint not null generated always as identity,
  detail text not null,
  users integer not null,
  connections integer not null,
  queues integer not null,
  value integer not null,
  currency text not null default 'BRL'::text,
  months integer not null,
  due_date date not null,
  status text not null default 'open'::text,
  paid_at timestamptz,
  created_at timestamptz(3) not null default now(),
  made_at timestamptz not null default now(),
  constraint invoices_pkey PRIMARY KEY (company_id, id),
  constraint invoices_company_id_due_date_key UNIQUE (company_id, due_date),
  constraint invoices_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint invoices_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint invoices_months_check CHECK ((months > 0)),
  constraint invoices_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'canceled'::text]))),
  constraint invoices_value_check CHECK ((value > 0)),
  constraint invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table invoices enable row level security, force row level security;
create policy system on invoices for all to balcao_system using (true) with check (true);
create policy tenant on invoices for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant select on invoices to balcao_app;
grant delete, insert, select, update on invoices to balcao_system;
CREATE UNIQUE INDEX invoices_by_id ON invoices USING btree (id);
CREATE INDEX invoices_by_time ON invoices USING btree (created_at, id);
CREATE INDEX invoices_open ON invoices USING btree (due_date) WHERE (status = 'open'::text);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_invoices();
CREATE CONSTRAINT TRIGGER tell_of_paid AFTER UPDATE ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.status = 'paid'::text) AND (old.status <> 'paid'::text))) EXECUTE FUNCTION tell_of_invoices();

create table job_setbacks (
  job text not null,
  company_id bigint,
  item text not null,
  tries integer not null,
  reason text not null,
  retry_at timestamptz not null,
  constraint job_setbacks_job_company_id_item_key UNIQUE NULLS NOT DISTINCT (job, company_id, item),
  constraint job_setbacks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
grant delete, insert, select, update on job_setbacks to balcao_system;

create table jobs (
  name text not null,
  started_at timestamptz,
  duration_ms integer,
  outcome text,
  reason text,
  held_by uuid,
  held_until timestamptz,
  slot timestamptz,
  constraint jobs_pkey PRIMARY KEY (name),
  constraint jobs_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'setBack'::text, 'failed'::text])))
);
grant delete, insert, select, update on jobs to balcao_system;

create table knowledge_articles (
  company_id bigint not null,
  id bigint not null generated always as identity,
  subject_id uuid not null default gen_random_uuid(),
  language text not null,
  category text not null default ''::text,
  title text not null,
  body text not null default ''::text,
  asked text not null default ''::text,
  audience text not null default 'team'::text,
  published boolean not null default false,
  version integer not null default 1,
  user_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent integer not null default 0,
  helped integer not null default 0,
  scopes text[] not null generated always as (
CASE
    WHEN published THEN ARRAY['a'::text]
    ELSE ARRAY['k'::text]
END) stored,
  terms tsvector not null generated always as ((((setweight(article_terms(language, title), 'A'::"char") || setweight(article_terms(language, category), 'B'::"char")) || setweight(article_terms(language, asked), 'C'::"char")) || setweight(article_terms(language, body), 'D'::"char"))) stored,
  constraint knowledge_articles_pkey PRIMARY KEY (company_id, id),
  constraint knowledge_articles_audience_check CHECK ((audience = ANY (ARRAY['team'::text, 'customers'::text]))),
  constraint knowledge_articles_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'es'::text]))),
  constraint knowledge_articles_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint knowledge_articles_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table knowledge_articles enable row level security, force row level security;
create policy system on knowledge_articles for all to balcao_system using (true) with check (true);
create policy tenant on knowledge_articles for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on knowledge_articles to balcao_app, balcao_system;
CREATE INDEX knowledge_articles_letters ON knowledge_articles USING gin (company_id, plain(((title || ' '::text) || asked)) gin_trgm_ops);
CREATE INDEX knowledge_articles_list ON knowledge_articles USING btree (company_id, plain(category), plain(title), id);
CREATE INDEX knowledge_articles_published ON knowledge_articles USING btree (company_id, id) WHERE published;
CREATE UNIQUE INDEX knowledge_articles_subject ON knowledge_articles USING btree (company_id, subject_id, language);
CREATE INDEX knowledge_articles_terms ON knowledge_articles USING gin (company_id, terms);
CREATE UNIQUE INDEX knowledge_articles_title ON knowledge_articles USING btree (company_id, language, plain(title));
CREATE INDEX knowledge_articles_user ON knowledge_articles USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER drop_article_meaning AFTER UPDATE OF title, asked, body, published ON knowledge_articles FOR EACH ROW WHEN (((((old.title IS DISTINCT FROM new.title) OR (old.asked IS DISTINCT FROM new.asked)) OR (old.body IS DISTINCT FROM new.body)) OR (old.published IS DISTINCT FROM new.published))) EXECUTE FUNCTION drop_article_meaning();
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE OF language, category, title, body, asked, audience, published, version ON knowledge_articles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_knowledge_articles();

create table knowledge_versions (
  company_id bigint not null,
  article_id bigint not null,
  version integer not null,
  category text not null,
  title text not null,
  body text not null,
  user_id bigint,
  at timestamptz not null,
  constraint knowledge_versions_pkey PRIMARY KEY (company_id, article_id, version),
  constraint knowledge_versions_company_id_article_id_fkey FOREIGN KEY (company_id, article_id) REFERENCES knowledge_articles(company_id, id) ON DELETE CASCADE,
  constraint knowledge_versions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table knowledge_versions enable row level security, force row level security;
create policy system on knowledge_versions for all to balcao_system using (true) with check (true);
create policy tenant on knowledge_versions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on knowledge_versions to balcao_app, balcao_system;
CREATE INDEX knowledge_versions_user ON knowledge_versions USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);

create table leaving_companies (
  company bigint not null,
  constraint leaving_companies_pkey PRIMARY KEY (company)
);
grant select on leaving_companies to balcao_system;

create table macros (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  team boolean not null default false,
  user_id bigint,
  effects jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  scopes text[] not null generated always as (
CASE
    WHEN team THEN ARRAY['a'::text]
    WHEN (user_id IS NULL) THEN '{}'::text[]
    ELSE ARRAY[('u:'::text || (user_id)::text)]
END) stored,
  constraint macros_pkey PRIMARY KEY (company_id, id),
  constraint macros_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint macros_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table macros enable row level security, force row level security;
create policy system on macros for all to balcao_system using (true) with check (true);
create policy tenant on macros for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on macros to balcao_app, balcao_system;
CREATE UNIQUE INDEX macros_of_team ON macros USING btree (company_id, plain(name)) WHERE team;
CREATE UNIQUE INDEX macros_own ON macros USING btree (company_id, user_id, plain(name)) WHERE (NOT team);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON macros DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_macros();

create table mail_cursors (
  company_id bigint not null,
  connection_id bigint not null,
  mailbox text not null,
  uid_validity bigint not null,
  uid bigint not null,
  linked_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  constraint mail_cursors_pkey PRIMARY KEY (company_id, connection_id),
  constraint mail_cursors_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table mail_cursors enable row level security, force row level security;
create policy system on mail_cursors for all to balcao_system using (true) with check (true);
create policy tenant on mail_cursors for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on mail_cursors to balcao_app, balcao_system;

create table mail_pages (
  company_id bigint not null,
  message_id uuid not null,
  html text not null,
  pictures text[] not null default '{}'::text[],
  constraint mail_pages_pkey PRIMARY KEY (company_id, message_id),
  constraint mail_pages_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table mail_pages enable row level security, force row level security;
create policy system on mail_pages for all to balcao_system using (true) with check (true);
create policy tenant on mail_pages for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on mail_pages to balcao_app, balcao_system;

create table meaning_faults (
  company_id bigint not null,
  reason text not null,
  since timestamptz not null,
  at timestamptz not null,
  constraint meaning_faults_pkey PRIMARY KEY (company_id),
  constraint meaning_faults_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table meaning_faults enable row level security, force row level security;
create policy system on meaning_faults for all to balcao_system using (true) with check (true);
create policy tenant on meaning_faults for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on meaning_faults to balcao_app, balcao_system;

create table media (
  company_id bigint not null,
  id uuid not null,
  state text not null,
  mime text not null,
  name text not null default ''::text,
  size bigint,
  width integer,
  height integer,
  seconds integer,
  voice boolean not null default false,
  waveform text,
  sha256 bytea,
  path text,
  source bytea,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  uploaded_by bigint,
  created_at timestamptz not null default now(),
  constraint media_pkey PRIMARY KEY (company_id, id),
  constraint media_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'stored'::text, 'failed'::text, 'gone'::text]))),
  constraint media_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table media enable row level security, force row level security;
create policy system on media for all to balcao_system using (true) with check (true);
create policy tenant on media for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on media to balcao_app, balcao_system;
CREATE INDEX media_by_age ON media USING btree (company_id, created_at, id) INCLUDE (size) WHERE (state = 'stored'::text);
CREATE INDEX media_to_fetch ON media USING btree (company_id, next_attempt_at) WHERE ((state = 'pending'::text) AND (source IS NOT NULL));
CREATE CONSTRAINT TRIGGER feed AFTER UPDATE ON media DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_media();

create table media_let_go (
  company_id bigint not null,
  media_id uuid not null,
  at timestamptz not null default now(),
  constraint media_let_go_pkey PRIMARY KEY (company_id, media_id),
  constraint media_let_go_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id) ON DELETE CASCADE
);
alter table media_let_go enable row level security, force row level security;
create policy system on media_let_go for all to balcao_system using (true) with check (true);
create policy tenant on media_let_go for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on media_let_go to balcao_app, balcao_system;
CREATE INDEX media_let_go_due ON media_let_go USING btree (at);

create table mentions (
  company_id bigint not null,
  id uuid not null default gen_random_uuid(),
  source text not null,
  message_id uuid,
  ticket_id bigint,
  user_id bigint not null,
  created_at timestamptz(3) not null,
  read_at timestamptz,
  chat_message_id uuid,
  chat_id bigint,
  constraint mentions_pkey PRIMARY KEY (company_id, id),
  constraint mentions_source_check CHECK ((((source = 'note'::text) AND (message_id IS NOT NULL) AND (ticket_id IS NOT NULL) AND (chat_message_id IS NULL) AND (chat_id IS NULL)) OR ((source = 'chat'::text) AND (message_id IS NULL) AND (ticket_id IS NULL) AND (chat_message_id IS NOT NULL) AND (chat_id IS NOT NULL)))),
  constraint mentions_company_id_chat_id_fkey FOREIGN KEY (company_id, chat_id) REFERENCES chats(company_id, id) ON DELETE CASCADE,
  constraint mentions_company_id_chat_message_id_fkey FOREIGN KEY (company_id, chat_message_id) REFERENCES chat_messages(company_id, id) ON DELETE CASCADE,
  constraint mentions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint mentions_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE,
  constraint mentions_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint mentions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table mentions enable row level security, force row level security;
create policy system on mentions for all to balcao_system using (true) with check (true);
create policy tenant on mentions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on mentions to balcao_app, balcao_system;
CREATE INDEX mentions_age ON mentions USING btree (created_at);
CREATE INDEX mentions_inbox ON mentions USING btree (company_id, user_id, created_at DESC, id DESC);
CREATE INDEX mentions_of_chat ON mentions USING btree (company_id, chat_id, user_id);
CREATE UNIQUE INDEX mentions_of_chat_message ON mentions USING btree (company_id, chat_message_id, user_id);
CREATE UNIQUE INDEX mentions_of_message ON mentions USING btree (company_id, message_id, user_id);
CREATE INDEX mentions_of_ticket ON mentions USING btree (company_id, ticket_id);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON mentions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_mentions();

create table message_receipts (
  company_id bigint not null,
  message_id uuid not null,
  participant text not null,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  constraint message_receipts_pkey PRIMARY KEY (company_id, message_id, participant),
  constraint message_receipts_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table message_receipts enable row level security, force row level security;
create policy system on message_receipts for all to balcao_system using (true) with check (true);
create policy tenant on message_receipts for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on message_receipts to balcao_app, balcao_system;
CREATE INDEX message_receipts_of_member ON message_receipts USING btree (company_id, split_part(participant, '@'::text, 1));

create table message_steps (
  company_id bigint not null,
  message_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  at timestamptz not null default now(),
  author text,
  error_code text,
  constraint message_steps_pkey PRIMARY KEY (company_id, message_id, id),
  constraint message_steps_kind_check CHECK ((kind = ANY (ARRAY['tried'::text, 'failed'::text, 'again'::text, 'edited'::text, 'deleted'::text, 'undone'::text]))),
  constraint message_steps_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint message_steps_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table message_steps enable row level security, force row level security;
create policy system on message_steps for all to balcao_system using (true) with check (true);
create policy tenant on message_steps for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on message_steps to balcao_app, balcao_system;

create table message_templates (
  company_id bigint not null,
  connection_id bigint not null,
  name text not null,
  language text not null,
  category text not null,
  header text not null,
  body text not null,
  footer text not null,
  buttons text[] not null,
  constraint message_templates_pkey PRIMARY KEY (company_id, connection_id, name, language),
  constraint message_templates_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table message_templates enable row level security, force row level security;
create policy system on message_templates for all to balcao_system using (true) with check (true);
create policy tenant on message_templates for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on message_templates to balcao_app, balcao_system;
CREATE TRIGGER rest_automations AFTER DELETE ON message_templates FOR EACH ROW EXECUTE FUNCTION rest_automations_of_template();

create table message_translations (
  company_id bigint not null,
  message_id uuid not null,
  language text not null,
  from_language text,
  text text not null,
  constraint message_translations_pkey PRIMARY KEY (company_id, message_id, language),
  constraint message_translations_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table message_translations enable row level security, force row level security;
create policy system on message_translations for all to balcao_system using (true) with check (true);
create policy tenant on message_translations for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on message_translations to balcao_app, balcao_system;

create table messages (
  company_id bigint not null,
  id uuid not null,
  ticket_id bigint not null,
  contact_id bigint not null,
  connection_id bigint not null,
  user_id bigint,
  from_me boolean not null,
  said_by text,
  origin text not null generated always as (COALESCE(said_by,
CASE
    WHEN (NOT from_me) THEN 'contact'::text
    WHEN (user_id IS NOT NULL) THEN 'person'::text
    ELSE 'phone'::text
END)) stored,
  body text not null default ''::text,
  media_type text not null default 'chat'::text,
  media_id uuid,
  quoted_id uuid,
  quoted_snippet text not null default ''::text,
  view_once boolean not null default false,
  forwarded boolean not null default false,
  template jsonb,
  reactions jsonb not null default '[]'::jsonb,
  poll jsonb,
  mentions jsonb not null default '[]'::jsonb,
  earlier_bodies text[] not null default '{}'::text[],
  is_edited boolean not null default false,
  is_deleted boolean not null default false,
  participant text not null default ''::text,
  participant_name text not null default ''::text,
  recipients integer,
  wa_id text,
  state text not null,
  ack smallint not null default 1,
  error_code text,
  placeholder boolean not null default false,
  read boolean not null default false,
  payload bytea,
  attempts integer not null default 0,
  not_before timestamptz,
  created_at timestamptz(3) not null,
  stored_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  terms tsvector not null generated always as (
CASE
    WHEN (media_type = 'event'::text) THEN ''::tsvector
    ELSE search_terms(company_id, words_of("left"(body, 4000)))
END) stored,
  card jsonb,
  referral jsonb,
  menu jsonb,
  tap text,
  mail_of uuid,
  constraint messages_pkey PRIMARY KEY (company_id, id),
  constraint messages_ack_check CHECK (((ack >= 0) AND (ack <= 5))),
  constraint messages_local CHECK (((state = 'local'::text) = (media_type = ANY (ARRAY['note'::text, 'event'::text])))),
  constraint messages_local_unsent CHECK (((state <> 'local'::text) OR ((wa_id IS NULL) AND read AND from_me))),
  constraint messages_said_by_check CHECK ((said_by = ANY (ARRAY['bot'::text, 'automatic'::text, 'schedule'::text, 'campaign'::text, 'api'::text, 'import'::text]))),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['received'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'local'::text]))),
  constraint messages_tap_check CHECK ((length(tap) <= 256)),
  constraint messages_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint messages_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint messages_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id),
  constraint messages_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
alter table messages enable row level security, force row level security;
create policy system on messages for all to balcao_system using (true) with check (true);
create policy tenant on messages for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on messages to balcao_app, balcao_system;
CREATE INDEX messages_by_author ON messages USING btree (company_id, split_part(participant, '@'::text, 1), contact_id) WHERE (participant <> ''::text);
CREATE INDEX messages_by_media ON messages USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX messages_by_template ON messages USING btree (company_id, connection_id, sent_at) WHERE ((template IS NOT NULL) AND (sent_at IS NOT NULL));
CREATE INDEX messages_by_time ON messages USING btree (company_id, created_at) WHERE (state <> 'local'::text);
CREATE INDEX messages_by_wa_id ON messages USING btree (company_id, connection_id, wa_id) WHERE (wa_id IS NOT NULL);
CREATE INDEX messages_dated ON messages USING gin (dated_terms(id, terms)) WITH (fastupdate=off);
CREATE INDEX messages_failed ON messages USING btree (company_id, connection_id, created_at) WHERE (state = 'failed'::text);
CREATE INDEX messages_held ON messages USING btree (company_id, connection_id, created_at) WHERE ((state = 'failed'::text) AND (error_code = 'ERR_SEND_RESTORED'::text) AND (NOT is_deleted));
CREATE INDEX messages_mail_of ON messages USING btree (company_id, mail_of) WHERE (mail_of IS NOT NULL);
CREATE INDEX messages_marked_by ON messages USING gin (marked_by(company_id, reactions, poll)) WITH (fastupdate=off) WHERE ((reactions <> '[]'::jsonb) OR (poll IS NOT NULL));
CREATE INDEX messages_notes ON messages USING btree (company_id, contact_id, created_at DESC, id DESC) WHERE (media_type = 'note'::text);
CREATE INDEX messages_notes_by_time ON messages USING btree (company_id, created_at, id) WHERE (media_type = 'note'::text);
CREATE INDEX messages_of_contact ON messages USING btree (company_id, contact_id, created_at DESC, id DESC);
CREATE INDEX messages_of_ticket ON messages USING btree (company_id, ticket_id, created_at DESC, id DESC);
CREATE INDEX messages_outbox ON messages USING btree (company_id, connection_id, created_at, id) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE UNIQUE INDEX messages_remote ON messages USING btree (company_id, contact_id, connection_id, participant, from_me, wa_id);
CREATE INDEX messages_tapped ON messages USING btree (company_id, ticket_id, tap text_pattern_ops) WHERE (tap IS NOT NULL);
CREATE INDEX messages_terms ON messages USING gin (terms) WITH (fastupdate=off);
CREATE INDEX messages_unread ON messages USING btree (company_id, ticket_id) WHERE ((NOT from_me) AND (NOT read));
CREATE INDEX messages_with_media ON messages USING btree (company_id, contact_id, created_at DESC, id DESC) WHERE (media_id IS NOT NULL);
CREATE TRIGGER drop_translations AFTER UPDATE OF body ON messages FOR EACH ROW WHEN ((old.body <> new.body)) EXECUTE FUNCTION drop_translations();
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_messages();
CREATE TRIGGER let_go AFTER DELETE ON messages FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF media_id ON messages FOR EACH ROW WHEN (((old.media_id IS DISTINCT FROM new.media_id) AND (old.media_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER mentions_follow AFTER UPDATE OF ticket_id, contact_id ON messages FOR EACH ROW WHEN (((new.media_type = 'note'::text) AND ((old.ticket_id <> new.ticket_id) OR (old.contact_id <> new.contact_id)))) EXECUTE FUNCTION mentions_follow_message();
CREATE TRIGGER new_chat AFTER UPDATE OF state ON messages FOR EACH ROW WHEN (((new.state = 'sent'::text) AND (old.state <> 'sent'::text) AND new.from_me)) EXECUTE FUNCTION count_new_chat();
CREATE TRIGGER note_message_step AFTER UPDATE ON messages FOR EACH ROW WHEN (((new.is_deleted <> old.is_deleted) OR (cardinality(new.earlier_bodies) <> cardinality(old.earlier_bodies)) OR ((new.state = 'failed'::text) <> (old.state = 'failed'::text)))) EXECUTE FUNCTION note_message_step();
CREATE TRIGGER read_receipt AFTER UPDATE OF read ON messages FOR EACH ROW WHEN ((new.read AND (NOT old.read) AND (NOT new.from_me) AND (new.wa_id IS NOT NULL))) EXECUTE FUNCTION read_receipt_due();
CREATE TRIGGER schedule_follows AFTER UPDATE OF state ON messages FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND ((new.state = 'failed'::text) OR (old.state = 'failed'::text)))) EXECUTE FUNCTION schedule_follows_message();
CREATE CONSTRAINT TRIGGER tell_of_changed AFTER UPDATE ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state <> new.state) OR (old.ack <> new.ack) OR (old.placeholder <> new.placeholder))) EXECUTE FUNCTION tell_of_messages();
CREATE CONSTRAINT TRIGGER tell_of_new AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.said_by IS DISTINCT FROM 'import'::text) AND ((new.state = ANY (ARRAY['received'::text, 'sent'::text])) OR (new.media_type = 'event'::text)))) EXECUTE FUNCTION tell_of_messages();

create table migrations (
  name text not null,
  hash text not null,
  at timestamptz not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);
grant select on migrations to balcao_system;

create table number_check_turns (
  company_id bigint not null,
  connection_id bigint not null,
  next_at timestamptz not null,
  constraint number_check_turns_pkey PRIMARY KEY (company_id, connection_id),
  constraint number_check_turns_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table number_check_turns enable row level security, force row level security;
create policy system on number_check_turns for all to balcao_system using (true) with check (true);
create policy tenant on number_check_turns for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on number_check_turns to balcao_app, balcao_system;

create table number_checks (
  company_id bigint not null,
  number text not null,
  "exists" boolean not null,
  whatsapp_number text,
  checked_at timestamptz not null default now(),
  constraint number_checks_pkey PRIMARY KEY (company_id, number),
  constraint number_checks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table number_checks enable row level security, force row level security;
create policy system on number_checks for all to balcao_system using (true) with check (true);
create policy tenant on number_checks for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on number_checks to balcao_app, balcao_system;
CREATE INDEX number_checks_age ON number_checks USING btree (checked_at);

create table oidc_attempts (
  company_id bigint not null,
  hash bytea not null,
  issuer text not null,
  client_id text not null,
  nonce text not null,
  verifier text not null,
  challenge text not null,
  port integer not null,
  console_state text not null,
  expires_at timestamptz not null,
  constraint oidc_attempts_pkey PRIMARY KEY (company_id, hash),
  constraint oidc_attempts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table oidc_attempts enable row level security, force row level security;
create policy system on oidc_attempts for all to balcao_system using (true) with check (true);
create policy tenant on oidc_attempts for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on oidc_attempts to balcao_app, balcao_system;
CREATE INDEX oidc_attempts_by_end ON oidc_attempts USING btree (expires_at);

create table oidc_providers (
  company_id bigint not null,
  enabled boolean not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  proves_second_factor boolean not null,
  domains text[] not null,
  claim text not null,
  admins text[] not null,
  supervisors text[] not null,
  users text[] not null,
  constraint oidc_providers_pkey PRIMARY KEY (company_id),
  constraint oidc_providers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table oidc_providers enable row level security, force row level security;
create policy system on oidc_providers for all to balcao_system using (true) with check (true);
create policy tenant on oidc_providers for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on oidc_providers to balcao_app, balcao_system;
CREATE INDEX oidc_providers_enabled ON oidc_providers USING btree (company_id) WHERE enabled;

create table open_hours (
  company_id bigint not null,
  queue_id bigint not null,
  opens timestamptz not null,
  closes timestamptz not null,
  before_s bigint not null,
  constraint open_hours_pkey PRIMARY KEY (company_id, queue_id, opens),
  constraint open_hours_check CHECK ((closes >= opens)),
  constraint open_hours_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table open_hours enable row level security, force row level security;
create policy system on open_hours for all to balcao_system using (true) with check (true);
create policy tenant on open_hours for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on open_hours to balcao_app, balcao_system;
CREATE INDEX open_hours_by_sum ON open_hours USING btree (company_id, queue_id, before_s);

create table opt_outs (
  company_id bigint not null,
  hash bytea not null,
  person uuid not null,
  opted_out_at timestamptz not null,
  opted_out_by text not null,
  constraint opt_outs_pkey PRIMARY KEY (company_id, hash),
  constraint opt_outs_opted_out_by_check CHECK ((opted_out_by = ANY (ARRAY['contact'::text, 'person'::text]))),
  constraint opt_outs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table opt_outs enable row level security, force row level security;
create policy system on opt_outs for all to balcao_system using (true) with check (true);
create policy tenant on opt_outs for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on opt_outs to balcao_app, balcao_system;
CREATE INDEX opt_outs_of_person ON opt_outs USING btree (company_id, person);

create table outgoing_calls (
  company_id bigint not null,
  id uuid not null,
  kind text not null,
  lane text not null,
  state text not null default 'waiting'::text,
  due_at timestamptz not null,
  patience_ms integer,
  retry_at timestamptz,
  attempts integer not null default 0,
  held_by uuid,
  held_until timestamptz,
  reason text not null default ''::text,
  created_at timestamptz not null default now(),
  constraint outgoing_calls_pkey PRIMARY KEY (company_id, id),
  constraint outgoing_calls_check CHECK (((state = 'running'::text) = ((held_by IS NOT NULL) AND (held_until IS NOT NULL)))),
  constraint outgoing_calls_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'dead'::text]))),
  constraint outgoing_calls_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table outgoing_calls enable row level security, force row level security;
create policy system on outgoing_calls for all to balcao_system using (true) with check (true);
create policy tenant on outgoing_calls for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on outgoing_calls to balcao_app, balcao_system;
CREATE INDEX outgoing_calls_dead ON outgoing_calls USING btree (created_at) WHERE (state = 'dead'::text);
CREATE INDEX outgoing_calls_lane ON outgoing_calls USING btree (company_id, lane, id) WHERE (state <> 'dead'::text);
CREATE INDEX outgoing_calls_running ON outgoing_calls USING btree (held_until) WHERE (state = 'running'::text);
CREATE INDEX outgoing_calls_waiting ON outgoing_calls USING btree (due_at) WHERE (state = 'waiting'::text);

create table outgoing_changes (
  company_id bigint not null,
  id bigint not null generated always as identity,
  connection_id bigint not null,
  contact_id bigint not null,
  message_id uuid not null,
  kind text not null,
  body text not null default ''::text,
  before text,
  state text not null default 'queued'::text,
  wa_id text,
  payload bytea,
  attempts integer not null default 0,
  not_before timestamptz,
  created_at timestamptz(3) not null,
  constraint outgoing_changes_pkey PRIMARY KEY (company_id, id),
  constraint outgoing_changes_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'delete'::text, 'react'::text]))),
  constraint outgoing_changes_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text]))),
  constraint outgoing_changes_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint outgoing_changes_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint outgoing_changes_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table outgoing_changes enable row level security, force row level security;
create policy system on outgoing_changes for all to balcao_system using (true) with check (true);
create policy tenant on outgoing_changes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on outgoing_changes to balcao_app, balcao_system;
CREATE INDEX outgoing_changes_by_contact ON outgoing_changes USING btree (company_id, contact_id);
CREATE INDEX outgoing_changes_by_message ON outgoing_changes USING btree (company_id, message_id);
CREATE INDEX outgoing_changes_outbox ON outgoing_changes USING btree (company_id, connection_id, created_at, id) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));

create table passkey_links (
  company_id bigint not null,
  hash bytea not null,
  user_id bigint not null,
  challenge text not null,
  expires_at timestamptz not null,
  constraint passkey_links_pkey PRIMARY KEY (company_id, hash),
  constraint passkey_links_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table passkey_links enable row level security, force row level security;
create policy system on passkey_links for all to balcao_system using (true) with check (true);
create policy tenant on passkey_links for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on passkey_links to balcao_app, balcao_system;
CREATE INDEX passkey_links_by_end ON passkey_links USING btree (expires_at);
CREATE INDEX passkey_links_by_user ON passkey_links USING btree (company_id, user_id);

create table passkeys (
  company_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkeys_pkey PRIMARY KEY (company_id, id),
  constraint passkeys_company_id_credential_id_key UNIQUE (company_id, credential_id),
  constraint passkeys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table passkeys enable row level security, force row level security;
create policy system on passkeys for all to balcao_system using (true) with check (true);
create policy tenant on passkeys for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on passkeys to balcao_app, balcao_system;
CREATE INDEX passkeys_by_user ON passkeys USING btree (company_id, user_id, created_at);

create table password_resets (
  company_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  hash bytea,
  requested_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz,
  mailed_at timestamptz,
  constraint password_resets_pkey PRIMARY KEY (company_id, id),
  constraint password_resets_hash_key UNIQUE (hash),
  constraint password_resets_id_key UNIQUE (id),
  constraint password_resets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table password_resets enable row level security, force row level security;
create policy system on password_resets for all to balcao_system using (true) with check (true);
create policy tenant on password_resets for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on password_resets to balcao_app, balcao_system;
CREATE INDEX password_resets_by_user ON password_resets USING btree (company_id, user_id);
CREATE INDEX password_resets_open ON password_resets USING btree (requested_at DESC, id DESC) WHERE (used_at IS NULL);

create table payment_gateway (
  id integer not null default 1,
  gateway text not null default 'static'::text,
  is_sandbox boolean not null default false,
  account text not null default ''::text,
  client_secret bytea,
  certificate bytea,
  certificate_until timestamptz,
  told text not null default ''::text,
  constraint payment_gateway_pkey PRIMARY KEY (id),
  constraint payment_gateway_gateway_check CHECK ((gateway = ANY (ARRAY['static'::text, 'efi'::text]))),
  constraint payment_gateway_id_check CHECK ((id = 1))
);
grant insert, select, update on payment_gateway to balcao_system;

create table payment_settings (
  id integer not null default 1,
  pix_key text not null default ''::text,
  receiver_name text not null default ''::text,
  receiver_city text not null default ''::text,
  currency text not null default 'BRL'::text,
  invoice_days integer not null default 20,
  grace_days integer not null default 0,
  constraint payment_settings_pkey PRIMARY KEY (id),
  constraint payment_settings_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint payment_settings_grace_days_check CHECK ((grace_days >= 0)),
  constraint payment_settings_id_check CHECK ((id = 1)),
  constraint payment_settings_invoice_days_check CHECK ((invoice_days > 0))
);
grant select (currency) on payment_settings to balcao_app;
grant insert, select, update on payment_settings to balcao_system;

create table phone_contacts (
  company_id bigint not null,
  connection_id bigint not null,
  id bigint not null generated always as identity,
  number text not null,
  key text not null,
  lid text,
  name text not null default ''::text,
  sort_name text not null generated always as ("left"(plain(name), 100)) stored,
  at timestamptz not null default now(),
  constraint phone_contacts_pkey PRIMARY KEY (company_id, connection_id, number),
  constraint phone_contacts_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table phone_contacts enable row level security, force row level security;
create policy system on phone_contacts for all to balcao_system using (true) with check (true);
create policy tenant on phone_contacts for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on phone_contacts to balcao_app, balcao_system;
CREATE INDEX phone_contacts_by_key ON phone_contacts USING btree (company_id, key, at DESC);
CREATE INDEX phone_contacts_by_name ON phone_contacts USING btree (company_id, ((sort_name = ''::text)), sort_name, id);
CREATE INDEX phone_contacts_of_name ON phone_contacts USING gin (company_id, plain(name) gin_trgm_ops);

create table picture_checks (
  company_id bigint not null,
  contact_id bigint not null,
  at timestamptz not null default now(),
  constraint picture_checks_pkey PRIMARY KEY (company_id, contact_id),
  constraint picture_checks_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE
);
alter table picture_checks enable row level security, force row level security;
create policy system on picture_checks for all to balcao_system using (true) with check (true);
create policy tenant on picture_checks for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on picture_checks to balcao_app, balcao_system;

create table plans (
  id bigint not null generated always as identity,
  name text not null,
  value integer not null default 0,
  users integer not null default 10,
  connections integer not null default 3,
  queues integer not null default 10,
  campaigns integer not null default 10,
  schedules integer not null default 100,
  use_campaigns boolean not null default true,
  use_kanban boolean not null default true,
  use_open_ai boolean not null default true,
  use_integrations boolean not null default true,
  use_schedules boolean not null default true,
  use_internal_chat boolean not null default true,
  use_external_api boolean not null default true,
  constraint plans_pkey PRIMARY KEY (id)
);
grant select on plans to balcao_app;
grant delete, insert, select, update on plans to balcao_system;
CREATE UNIQUE INDEX plans_name ON plans USING btree (plain(name));
CREATE TRIGGER told AFTER UPDATE ON plans FOR EACH ROW EXECUTE FUNCTION tell_plan();

create table presences (
  company_id bigint not null,
  user_id bigint not null,
  process uuid not null,
  until timestamptz not null,
  constraint presences_pkey PRIMARY KEY (company_id, user_id, process),
  constraint presences_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint presences_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table presences enable row level security, force row level security;
create policy system on presences for all to balcao_system using (true) with check (true);
create policy tenant on presences for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on presences to balcao_app, balcao_system;

create table processes (
  id text not null,
  kind text not null,
  machine text not null,
  version text not null,
  capacity integer not null,
  draining boolean not null default false,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consoles integer,
  memory bigint,
  disk bigint,
  disk_free bigint,
  constraint processes_pkey PRIMARY KEY (id),
  constraint processes_kind_check CHECK ((kind = ANY (ARRAY['api'::text, 'sessions'::text])))
);
grant select on processes to balcao_app;
grant delete, insert, select, update on processes to balcao_system;

create table prompt_usage (
  company_id bigint not null,
  prompt_id bigint not null,
  month date not null,
  answers integer not null default 0,
  hand_overs integer not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  constraint prompt_usage_pkey PRIMARY KEY (company_id, prompt_id, month),
  constraint prompt_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table prompt_usage enable row level security, force row level security;
create policy system on prompt_usage for all to balcao_system using (true) with check (true);
create policy tenant on prompt_usage for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on prompt_usage to balcao_app, balcao_system;

create table prompts (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  prompt text not null default ''::text,
  queue_id bigint,
  base_url text not null default ''::text,
  model text not null default ''::text,
  transcription_model text not null default ''::text,
  api_key bytea,
  voice text not null default 'texto'::text,
  voice_key bytea,
  voice_region text not null default ''::text,
  max_tokens integer not null default 100,
  max_messages integer not null default 10,
  temperature double precision not null default 1,
  wait_seconds integer not null default 3,
  created_at timestamptz not null default now(),
  only_articles boolean not null default false,
  constraint prompts_pkey PRIMARY KEY (company_id, id),
  constraint prompts_max_messages_check CHECK ((max_messages > 0)),
  constraint prompts_max_tokens_check CHECK ((max_tokens > 0)),
  constraint prompts_temperature_check CHECK (((temperature >= (0)::double precision) AND (temperature <= (2)::double precision))),
  constraint prompts_wait_seconds_check CHECK (((wait_seconds >= 0) AND (wait_seconds <= 10))),
  constraint prompts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint prompts_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (queue_id)
);
alter table prompts enable row level security, force row level security;
create policy system on prompts for all to balcao_system using (true) with check (true);
create policy tenant on prompts for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on prompts to balcao_app, balcao_system;
CREATE INDEX prompts_by_queue ON prompts USING btree (company_id, queue_id) WHERE (queue_id IS NOT NULL);
CREATE UNIQUE INDEX prompts_name ON prompts USING btree (company_id, plain(name));
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON prompts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('prompt', 'id');
CREATE TRIGGER rest_automations AFTER DELETE ON prompts FOR EACH ROW EXECUTE FUNCTION rest_automations('prompt');

create table queue_integrations (
  company_id bigint not null,
  id bigint not null generated always as identity,
  type text not null,
  name text not null,
  project_name text not null default ''::text,
  json_content bytea,
  language text not null default 'pt-BR'::text,
  url text not null default ''::text,
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  header_name text not null default ''::text,
  header_value bytea,
  typebot_slug text not null default ''::text,
  typebot_expires integer not null default 1,
  typebot_delay_message integer not null default 1000,
  typebot_keyword_finish text not null default ''::text,
  typebot_keyword_restart text not null default ''::text,
  typebot_unknown_message text not null default ''::text,
  typebot_restart_message text not null default ''::text,
  wait_seconds integer not null default 3,
  created_at timestamptz not null default now(),
  constraint queue_integrations_pkey PRIMARY KEY (company_id, id),
  constraint queue_integrations_language_check CHECK ((language = ANY (ARRAY['pt-BR'::text, 'en'::text, 'es'::text]))),
  constraint queue_integrations_type_check CHECK ((type = ANY (ARRAY['dialogflow'::text, 'n8n'::text, 'webhook'::text, 'typebot'::text]))),
  constraint queue_integrations_typebot_delay_message_check CHECK ((typebot_delay_message >= 0)),
  constraint queue_integrations_typebot_expires_check CHECK ((typebot_expires >= 0)),
  constraint queue_integrations_wait_seconds_check CHECK (((wait_seconds >= 0) AND (wait_seconds <= 10))),
  constraint queue_integrations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table queue_integrations enable row level security, force row level security;
create policy system on queue_integrations for all to balcao_system using (true) with check (true);
create policy tenant on queue_integrations for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on queue_integrations to balcao_app, balcao_system;
CREATE UNIQUE INDEX queue_integrations_name ON queue_integrations USING btree (company_id, plain(name));
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON queue_integrations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('queueIntegration', 'id');
CREATE TRIGGER rest_automations AFTER DELETE ON queue_integrations FOR EACH ROW EXECUTE FUNCTION rest_automations('integration');

create table queue_options (
  company_id bigint not null,
  id bigint not null generated always as identity,
  queue_id bigint not null,
  parent_id bigint,
  title text not null,
  message text not null default ''::text,
  option integer not null,
  media_id uuid,
  action text not null default 'people'::text,
  forward_queue_id bigint,
  created_at timestamptz not null default now(),
  constraint queue_options_pkey PRIMARY KEY (company_id, id),
  constraint queue_options_company_id_queue_id_id_key UNIQUE (company_id, queue_id, id),
  constraint queue_options_company_id_queue_id_parent_id_option_key UNIQUE NULLS NOT DISTINCT (company_id, queue_id, parent_id, option) DEFERRABLE,
  constraint queue_options_action_check CHECK ((action = ANY (ARRAY['people'::text, 'queue'::text, 'bill'::text, 'close'::text]))),
  constraint queue_options_check CHECK (((forward_queue_id IS NULL) OR (action = 'queue'::text))),
  constraint queue_options_option_check CHECK ((option > 0)),
  constraint queue_options_company_id_forward_queue_id_fkey FOREIGN KEY (company_id, forward_queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (forward_queue_id),
  constraint queue_options_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id),
  constraint queue_options_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE,
  constraint queue_options_company_id_queue_id_parent_id_fkey FOREIGN KEY (company_id, queue_id, parent_id) REFERENCES queue_options(company_id, queue_id, id) ON DELETE CASCADE
);
alter table queue_options enable row level security, force row level security;
create policy system on queue_options for all to balcao_system using (true) with check (true);
create policy tenant on queue_options for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on queue_options to balcao_app, balcao_system;
CREATE INDEX queue_options_by_forward ON queue_options USING btree (company_id, forward_queue_id) WHERE (forward_queue_id IS NOT NULL);
CREATE INDEX queue_options_by_media ON queue_options USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE TRIGGER let_go AFTER DELETE ON queue_options FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF media_id ON queue_options FOR EACH ROW WHEN (((old.media_id IS DISTINCT FROM new.media_id) AND (old.media_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_media();

create table queues (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  color text not null,
  order_queue integer not null default 0,
  wait_warn_minutes integer not null default 5,
  wait_late_minutes integer not null default 15,
  greeting_message text not null default ''::text,
  completion_message text not null default ''::text,
  out_of_hours_message text not null default ''::text,
  rating_message text not null default ''::text,
  media_id uuid,
  schedules jsonb,
  token text not null default ''::text,
  second_copy boolean not null default false,
  prompt_id bigint,
  integration_id bigint,
  created_at timestamptz not null default now(),
  assignment text not null default 'byHand'::text,
  assignment_known_days integer not null default 30,
  overflow_queue_id bigint,
  overflow_minutes integer not null default 15,
  overflow_business_hours boolean not null default false,
  constraint queues_pkey PRIMARY KEY (company_id, id),
  constraint queues_company_id_color_key UNIQUE (company_id, color),
  constraint queues_company_id_name_key UNIQUE (company_id, name),
  constraint queues_assignment_check CHECK ((assignment = ANY (ARRAY['byHand'::text, 'inTurn'::text, 'fewest'::text, 'known'::text]))),
  constraint queues_assignment_known_days_check CHECK ((assignment_known_days > 0)),
  constraint queues_check CHECK ((overflow_queue_id <> id)),
  constraint queues_overflow_minutes_check CHECK ((overflow_minutes > 0)),
  constraint queues_wait_late_minutes_check CHECK ((wait_late_minutes >= 0)),
  constraint queues_wait_warn_minutes_check CHECK ((wait_warn_minutes >= 0)),
  constraint queues_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint queues_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES queue_integrations(company_id, id) ON DELETE SET NULL (integration_id),
  constraint queues_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id),
  constraint queues_company_id_overflow_queue_id_fkey FOREIGN KEY (company_id, overflow_queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (overflow_queue_id),
  constraint queues_company_id_prompt_id_fkey FOREIGN KEY (company_id, prompt_id) REFERENCES prompts(company_id, id) ON DELETE SET NULL (prompt_id)
);
alter table queues enable row level security, force row level security;
create policy system on queues for all to balcao_system using (true) with check (true);
create policy tenant on queues for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on queues to balcao_app, balcao_system;
CREATE INDEX queues_by_integration ON queues USING btree (company_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX queues_by_media ON queues USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX queues_by_prompt ON queues USING btree (company_id, prompt_id) WHERE (prompt_id IS NOT NULL);
CREATE INDEX queues_that_assign ON queues USING btree (company_id, id) WHERE (assignment <> 'byHand'::text);
CREATE INDEX queues_that_overflow ON queues USING btree (company_id, overflow_queue_id) WHERE (overflow_queue_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON queues DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('queue', 'id');
CREATE TRIGGER let_go AFTER DELETE ON queues FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF media_id ON queues FOR EACH ROW WHEN (((old.media_id IS DISTINCT FROM new.media_id) AND (old.media_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER quick_messages_withdrawn BEFORE DELETE ON queues FOR EACH ROW EXECUTE FUNCTION withdraw_quick_messages();
CREATE TRIGGER rest_automations AFTER DELETE ON queues FOR EACH ROW EXECUTE FUNCTION rest_automations('queue');
CREATE TRIGGER rest_deadline_policies AFTER DELETE ON queues FOR EACH ROW EXECUTE FUNCTION rest_deadline_policies('queue');

create table quick_message_usage (
  company_id bigint not null,
  quick_message_id bigint not null,
  uses integer not null,
  last_used_at timestamptz not null,
  constraint quick_message_usage_pkey PRIMARY KEY (company_id, quick_message_id),
  constraint quick_message_usage_company_id_quick_message_id_fkey FOREIGN KEY (company_id, quick_message_id) REFERENCES quick_messages(company_id, id) ON DELETE CASCADE
);
alter table quick_message_usage enable row level security, force row level security;
create policy system on quick_message_usage for all to balcao_system using (true) with check (true);
create policy tenant on quick_message_usage for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on quick_message_usage to balcao_app, balcao_system;

create table quick_messages (
  company_id bigint not null,
  id bigint not null generated always as identity,
  shortcode text not null,
  message text not null default ''::text,
  geral boolean not null default false,
  status boolean not null default true,
  user_id bigint,
  queue_id bigint,
  media_id uuid,
  created_at timestamptz not null default now(),
  scopes text[] not null generated always as (quick_message_scopes(geral, queue_id, user_id)) stored,
  constraint quick_messages_pkey PRIMARY KEY (company_id, id),
  constraint quick_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint quick_messages_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id),
  constraint quick_messages_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (queue_id),
  constraint quick_messages_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table quick_messages enable row level security, force row level security;
create policy system on quick_messages for all to balcao_system using (true) with check (true);
create policy tenant on quick_messages for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on quick_messages to balcao_app, balcao_system;
CREATE INDEX quick_messages_by_media ON quick_messages USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX quick_messages_by_queue ON quick_messages USING btree (company_id, queue_id) WHERE (queue_id IS NOT NULL);
CREATE INDEX quick_messages_list ON quick_messages USING btree (company_id, lower(shortcode), id);
CREATE UNIQUE INDEX quick_messages_of_all ON quick_messages USING btree (company_id, lower(shortcode)) WHERE geral;
CREATE UNIQUE INDEX quick_messages_own ON quick_messages USING btree (company_id, user_id, lower(shortcode)) WHERE (NOT geral);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON quick_messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_quick_messages();
CREATE TRIGGER let_go AFTER DELETE ON quick_messages FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF media_id ON quick_messages FOR EACH ROW WHEN (((old.media_id IS DISTINCT FROM new.media_id) AND (old.media_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER rest_automations AFTER DELETE ON quick_messages FOR EACH ROW EXECUTE FUNCTION rest_automations('quickMessage');
CREATE TRIGGER rest_automations_of_private AFTER UPDATE OF geral ON quick_messages FOR EACH ROW WHEN ((old.geral AND (NOT new.geral))) EXECUTE FUNCTION rest_automations('quickMessage');

create table rating_messages (
  company_id bigint not null,
  tracking_id bigint not null,
  message_id uuid not null,
  constraint rating_messages_pkey PRIMARY KEY (company_id, tracking_id, message_id),
  constraint rating_messages_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE,
  constraint rating_messages_company_id_tracking_id_fkey FOREIGN KEY (company_id, tracking_id) REFERENCES ticket_tracking(company_id, id) ON DELETE CASCADE
);
alter table rating_messages enable row level security, force row level security;
create policy system on rating_messages for all to balcao_system using (true) with check (true);
create policy tenant on rating_messages for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on rating_messages to balcao_app, balcao_system;
CREATE INDEX rating_messages_of_message ON rating_messages USING btree (company_id, message_id);

create table read_receipts_due (
  company_id bigint not null,
  connection_id bigint not null,
  message_id uuid not null,
  at timestamptz not null default now(),
  constraint read_receipts_due_pkey PRIMARY KEY (company_id, message_id),
  constraint read_receipts_due_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table read_receipts_due enable row level security, force row level security;
create policy system on read_receipts_due for all to balcao_system using (true) with check (true);
create policy tenant on read_receipts_due for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on read_receipts_due to balcao_app, balcao_system;
CREATE INDEX read_receipts_due_by_connection ON read_receipts_due USING btree (company_id, connection_id, at);

create table recovery_codes (
  company_id bigint not null,
  user_id bigint not null,
  hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (company_id, user_id, hash),
  constraint recovery_codes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security, force row level security;
create policy system on recovery_codes for all to balcao_system using (true) with check (true);
create policy tenant on recovery_codes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on recovery_codes to balcao_app, balcao_system;

create table refresh_tokens (
  company_id bigint not null,
  hash bytea not null,
  session_id uuid not null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  successor bytea,
  word bytea,
  constraint refresh_tokens_pkey PRIMARY KEY (company_id, hash),
  constraint refresh_tokens_hash_key UNIQUE (hash),
  constraint refresh_tokens_company_id_session_id_fkey FOREIGN KEY (company_id, session_id) REFERENCES sessions(company_id, id) ON DELETE CASCADE
);
alter table refresh_tokens enable row level security, force row level security;
create policy system on refresh_tokens for all to balcao_system using (true) with check (true);
create policy tenant on refresh_tokens for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on refresh_tokens to balcao_app, balcao_system;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens USING btree (company_id, session_id);

create table reminder_settings (
  id integer not null default 1,
  before integer[] not null default '{5,1}'::integer[],
  after integer[] not null default '{5,1}'::integer[],
  texts jsonb not null default '{}'::jsonb,
  constraint reminder_settings_pkey PRIMARY KEY (id),
  constraint reminder_settings_id_check CHECK ((id = 1))
);
grant insert, select, update on reminder_settings to balcao_system;

create table removed_companies (
  id bigint not null,
  at timestamptz not null default now(),
  constraint removed_companies_pkey PRIMARY KEY (id)
);
grant delete, insert, select on removed_companies to balcao_system;

create table removed_files (
  company_id bigint not null,
  path text not null,
  at timestamptz not null default now(),
  constraint removed_files_pkey PRIMARY KEY (company_id, path),
  constraint removed_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table removed_files enable row level security, force row level security;
create policy system on removed_files for all to balcao_system using (true) with check (true);
create policy tenant on removed_files for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on removed_files to balcao_app, balcao_system;

create table report_mails (
  company_id bigint not null,
  user_id bigint not null,
  period text not null,
  first_day date not null,
  claimed_at timestamptz not null,
  sent_at timestamptz,
  constraint report_mails_pkey PRIMARY KEY (company_id, user_id, period, first_day),
  constraint report_mails_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text]))),
  constraint report_mails_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table report_mails enable row level security, force row level security;
create policy system on report_mails for all to balcao_system using (true) with check (true);
create policy tenant on report_mails for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant select on report_mails to balcao_app;
grant delete, insert, select, update on report_mails to balcao_system;

create table report_subscriptions (
  company_id bigint not null,
  user_id bigint not null,
  period text not null,
  language text not null,
  since timestamptz not null,
  constraint report_subscriptions_pkey PRIMARY KEY (company_id, user_id, period),
  constraint report_subscriptions_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'es'::text]))),
  constraint report_subscriptions_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text]))),
  constraint report_subscriptions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table report_subscriptions enable row level security, force row level security;
create policy system on report_subscriptions for all to balcao_system using (true) with check (true);
create policy tenant on report_subscriptions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on report_subscriptions to balcao_app, balcao_system;

create table restores (
  target text not null,
  noticed_at timestamptz not null default clock_timestamp(),
  messages integer not null,
  schedules integer not null,
  campaigns integer not null,
  under_way boolean not null default false,
  wishes_due boolean not null default false,
  constraint restores_pkey PRIMARY KEY (target)
);
grant insert, select, update on restores to balcao_system;

create table retention_nights (
  company_id bigint not null,
  night date not null,
  kind text,
  place jsonb,
  gone jsonb not null default '{}'::jsonb,
  failed integer not null default 0,
  bytes_before bigint not null,
  bytes_after bigint,
  ended_at timestamptz,
  rows_before bigint,
  rows_after bigint,
  constraint retention_nights_pkey PRIMARY KEY (company_id, night),
  constraint retention_nights_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table retention_nights enable row level security, force row level security;
create policy system on retention_nights for all to balcao_system using (true) with check (true);
create policy tenant on retention_nights for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on retention_nights to balcao_app, balcao_system;

create table retention_rules (
  company_id bigint not null,
  kind text not null,
  months integer not null,
  constraint retention_rules_pkey PRIMARY KEY (company_id, kind),
  constraint retention_rules_check CHECK ((((months >= 1) AND (months <= 240)) AND ((kind <> 'audit'::text) OR (months >= 6)) AND ((kind <> 'campaigns'::text) OR (months >= 12)))),
  constraint retention_rules_kind_check CHECK ((kind = ANY (ARRAY['tickets'::text, 'notes'::text, 'files'::text, 'chats'::text, 'campaigns'::text, 'audit'::text, 'deliveries'::text, 'calls'::text]))),
  constraint retention_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table retention_rules enable row level security, force row level security;
create policy system on retention_rules for all to balcao_system using (true) with check (true);
create policy tenant on retention_rules for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on retention_rules to balcao_app, balcao_system;

create table schedules (
  company_id bigint not null,
  id uuid not null,
  contact_id bigint not null,
  user_id bigint,
  connection_id bigint,
  body text not null,
  media_id uuid,
  send_at timestamptz not null,
  status text not null default 'PENDENTE'::text,
  error_code text,
  waiting_since timestamptz,
  due_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  scopes text[] not null generated always as ((ARRAY['c'::text] ||
CASE
    WHEN (user_id IS NULL) THEN '{}'::text[]
    ELSE ARRAY[('u:'::text || (user_id)::text)]
END)) stored,
  constraint schedules_pkey PRIMARY KEY (company_id, id),
  constraint schedules_status_check CHECK ((status = ANY (ARRAY['PENDENTE'::text, 'ENVIADA'::text, 'ERRO'::text]))),
  constraint schedules_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint schedules_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint schedules_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint schedules_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id),
  constraint schedules_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table schedules enable row level security, force row level security;
create policy system on schedules for all to balcao_system using (true) with check (true);
create policy tenant on schedules for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on schedules to balcao_app, balcao_system;
CREATE INDEX schedules_by_connection ON schedules USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX schedules_by_contact ON schedules USING btree (company_id, contact_id, send_at);
CREATE INDEX schedules_by_media ON schedules USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX schedules_by_user ON schedules USING btree (company_id, user_id, send_at, id);
CREATE INDEX schedules_due ON schedules USING btree (due_at) WHERE (status = 'PENDENTE'::text);
CREATE INDEX schedules_held ON schedules USING btree (company_id, due_at) WHERE ((status = 'ERRO'::text) AND (error_code = 'ERR_SEND_RESTORED'::text));
CREATE INDEX schedules_list ON schedules USING btree (company_id, send_at, id);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON schedules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_schedules();
CREATE TRIGGER let_go AFTER DELETE ON schedules FOR EACH ROW WHEN ((old.media_id IS NOT NULL)) EXECUTE FUNCTION let_go_of_media();
CREATE TRIGGER let_go_for_another AFTER UPDATE OF media_id ON schedules FOR EACH ROW WHEN (((old.media_id IS DISTINCT FROM new.media_id) AND (old.media_id IS NOT NULL))) EXECUTE FUNCTION let_go_of_media();

create table session_credentials (
  company_id bigint not null,
  connection_id bigint not null,
  generation integer not null,
  value bytea not null,
  constraint session_credentials_pkey PRIMARY KEY (company_id, connection_id),
  constraint session_credentials_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table session_credentials enable row level security, force row level security;
create policy system on session_credentials for all to balcao_system using (true) with check (true);
create policy tenant on session_credentials for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on session_credentials to balcao_app, balcao_system;

create table session_keys (
  company_id bigint not null,
  connection_id bigint not null,
  type text not null,
  id text not null,
  value bytea not null,
  constraint session_keys_pkey PRIMARY KEY (company_id, connection_id, type, id),
  constraint session_keys_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table session_keys enable row level security, force row level security;
create policy system on session_keys for all to balcao_system using (true) with check (true);
create policy tenant on session_keys for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on session_keys to balcao_app, balcao_system;

create table sessions (
  company_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by text,
  device text not null default ''::text,
  system text not null default ''::text,
  program text not null default ''::text,
  address text not null default ''::text,
  used_at timestamptz,
  strong boolean not null default false,
  way text,
  constraint sessions_pkey PRIMARY KEY (company_id, id),
  constraint sessions_check CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint sessions_ended_by_check CHECK ((ended_by = ANY (ARRAY['logout'::text, 'taken_over'::text, 'admin'::text, 'reuse'::text, 'expired'::text, 'revoked'::text, 'password'::text]))),
  constraint sessions_way_check CHECK ((way = ANY (ARRAY['password'::text, 'passkey'::text, 'company'::text]))),
  constraint sessions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table sessions enable row level security, force row level security;
create policy system on sessions for all to balcao_system using (true) with check (true);
create policy tenant on sessions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on sessions to balcao_app, balcao_system;
CREATE INDEX sessions_by_user ON sessions USING btree (company_id, user_id, created_at DESC);
CREATE UNIQUE INDEX sessions_one_alive ON sessions USING btree (company_id, user_id) WHERE (ended_at IS NULL);

create table settings (
  company_id bigint not null,
  key text not null,
  value text not null,
  sealed bytea,
  constraint settings_pkey PRIMARY KEY (company_id, key),
  constraint settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table settings enable row level security, force row level security;
create policy system on settings for all to balcao_system using (true) with check (true);
create policy tenant on settings for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on settings to balcao_app, balcao_system;
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('setting', 'key');

create table sign_in_codes (
  company_id bigint not null,
  hash bytea not null,
  user_id bigint not null,
  challenge text not null,
  expires_at timestamptz not null,
  way text not null default 'passkey'::text,
  strong boolean not null default true,
  constraint sign_in_codes_pkey PRIMARY KEY (company_id, hash),
  constraint sign_in_codes_way_check CHECK ((way = ANY (ARRAY['passkey'::text, 'company'::text]))),
  constraint sign_in_codes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table sign_in_codes enable row level security, force row level security;
create policy system on sign_in_codes for all to balcao_system using (true) with check (true);
create policy tenant on sign_in_codes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on sign_in_codes to balcao_app, balcao_system;
CREATE INDEX sign_in_codes_by_end ON sign_in_codes USING btree (expires_at);
CREATE INDEX sign_in_codes_by_user ON sign_in_codes USING btree (company_id, user_id);

create table sync_clients (
  company_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  last_mutation_seq bigint not null default 0,
  acked_seq bigint,
  schema integer not null,
  app_version text not null,
  last_seen_at timestamptz not null default now(),
  constraint sync_clients_pkey PRIMARY KEY (company_id, id),
  constraint sync_clients_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table sync_clients enable row level security, force row level security;
create policy system on sync_clients for all to balcao_system using (true) with check (true);
create policy tenant on sync_clients for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on sync_clients to balcao_app, balcao_system;

create table sync_forks (
  company_id bigint not null,
  epoch uuid not null,
  at_seq bigint not null,
  at timestamptz not null default now(),
  constraint sync_forks_pkey PRIMARY KEY (company_id, epoch),
  constraint sync_forks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table sync_forks enable row level security, force row level security;
create policy system on sync_forks for all to balcao_system using (true) with check (true);
create policy tenant on sync_forks for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on sync_forks to balcao_app, balcao_system;

create table sync_mutation_results (
  company_id bigint not null,
  client_id uuid not null,
  seq bigint not null,
  command_id uuid,
  status text not null,
  code text,
  params jsonb,
  at timestamptz not null default now(),
  constraint sync_mutation_results_pkey PRIMARY KEY (company_id, client_id, seq),
  constraint sync_mutation_results_status_check CHECK ((status = ANY (ARRAY['applied'::text, 'rejected'::text]))),
  constraint sync_mutation_results_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES sync_clients(company_id, id) ON DELETE CASCADE
);
alter table sync_mutation_results enable row level security, force row level security;
create policy system on sync_mutation_results for all to balcao_system using (true) with check (true);
create policy tenant on sync_mutation_results for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on sync_mutation_results to balcao_app, balcao_system;
CREATE UNIQUE INDEX sync_mutation_results_command ON sync_mutation_results USING btree (company_id, command_id) WHERE (command_id IS NOT NULL);

create table sync_state (
  company_id bigint not null,
  epoch uuid not null default gen_random_uuid(),
  timeline integer not null default database_timeline(),
  floor bigint not null default 0,
  constraint sync_state_pkey PRIMARY KEY (company_id),
  constraint sync_state_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table sync_state enable row level security, force row level security;
create policy system on sync_state for all to balcao_system using (true) with check (true);
create policy tenant on sync_state for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on sync_state to balcao_app, balcao_system;

create table tags (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  color text not null,
  kanban smallint not null default 0,
  kanban_order integer,
  user_id bigint,
  created_at timestamptz not null default now(),
  constraint tags_pkey PRIMARY KEY (company_id, id),
  constraint tags_kanban_check CHECK ((kanban = ANY (ARRAY[0, 1]))),
  constraint tags_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint tags_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table tags enable row level security, force row level security;
create policy system on tags for all to balcao_system using (true) with check (true);
create policy tenant on tags for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on tags to balcao_app, balcao_system;
CREATE UNIQUE INDEX tags_name ON tags USING btree (company_id, plain(name));
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON tags DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('tag', 'id');
CREATE TRIGGER rest_automations AFTER DELETE ON tags FOR EACH ROW EXECUTE FUNCTION rest_automations('tag');
CREATE TRIGGER rest_deadline_policies AFTER DELETE ON tags FOR EACH ROW EXECUTE FUNCTION rest_deadline_policies('tag');

create table this_database (
  id integer not null default 1,
  name text not null,
  constraint this_database_pkey PRIMARY KEY (id),
  constraint this_database_id_check CHECK ((id = 1))
);
grant select on this_database to balcao_system;

create table ticket_pins (
  company_id bigint not null,
  user_id bigint not null,
  ticket_id bigint not null,
  id text not null generated always as ((((user_id)::text || ':'::text) || (ticket_id)::text)) stored,
  created_at timestamptz not null default now(),
  constraint ticket_pins_pkey PRIMARY KEY (company_id, id),
  constraint ticket_pins_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint ticket_pins_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table ticket_pins enable row level security, force row level security;
create policy system on ticket_pins for all to balcao_system using (true) with check (true);
create policy tenant on ticket_pins for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on ticket_pins to balcao_app, balcao_system;
CREATE INDEX ticket_pins_of_ticket ON ticket_pins USING btree (company_id, ticket_id);
CREATE INDEX ticket_pins_of_user ON ticket_pins USING btree (company_id, user_id, ticket_id);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON ticket_pins DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_ticket_pins();

create table ticket_sortings (
  company_id bigint not null,
  ticket_id bigint not null,
  automation_id bigint not null,
  call_id uuid not null,
  moves boolean not null,
  at timestamptz not null,
  constraint ticket_sortings_pkey PRIMARY KEY (company_id, ticket_id, automation_id),
  constraint ticket_sortings_company_id_automation_id_fkey FOREIGN KEY (company_id, automation_id) REFERENCES automations(company_id, id) ON DELETE CASCADE,
  constraint ticket_sortings_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table ticket_sortings enable row level security, force row level security;
create policy system on ticket_sortings for all to balcao_system using (true) with check (true);
create policy tenant on ticket_sortings for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on ticket_sortings to balcao_app, balcao_system;
CREATE INDEX ticket_sortings_automation ON ticket_sortings USING btree (company_id, automation_id);
CREATE UNIQUE INDEX ticket_sortings_call ON ticket_sortings USING btree (company_id, call_id);

create table ticket_tags (
  company_id bigint not null,
  ticket_id bigint not null,
  tag_id bigint not null,
  constraint ticket_tags_pkey PRIMARY KEY (company_id, ticket_id, tag_id),
  constraint ticket_tags_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES tags(company_id, id) ON DELETE CASCADE,
  constraint ticket_tags_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table ticket_tags enable row level security, force row level security;
create policy system on ticket_tags for all to balcao_system using (true) with check (true);
create policy tenant on ticket_tags for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on ticket_tags to balcao_app, balcao_system;
CREATE INDEX ticket_tags_by_tag ON ticket_tags USING btree (company_id, tag_id, ticket_id);
CREATE TRIGGER deadlines AFTER INSERT OR DELETE ON ticket_tags FOR EACH ROW EXECUTE FUNCTION follow_deadline_tags();
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE ON ticket_tags DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_ticket_tags();

create table ticket_tokens (
  company_id bigint not null,
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  integration_id bigint not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint ticket_tokens_pkey PRIMARY KEY (company_id, id),
  constraint ticket_tokens_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES queue_integrations(company_id, id) ON DELETE CASCADE,
  constraint ticket_tokens_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table ticket_tokens enable row level security, force row level security;
create policy system on ticket_tokens for all to balcao_system using (true) with check (true);
create policy tenant on ticket_tokens for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on ticket_tokens to balcao_app, balcao_system;
CREATE INDEX ticket_tokens_by_integration ON ticket_tokens USING btree (company_id, integration_id);
CREATE INDEX ticket_tokens_by_time ON ticket_tokens USING btree (expires_at);
CREATE UNIQUE INDEX ticket_tokens_hash ON ticket_tokens USING btree (token_hash);
CREATE INDEX ticket_tokens_of_ticket ON ticket_tokens USING btree (company_id, ticket_id);

create table ticket_tracking (
  company_id bigint not null,
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  connection_id bigint not null,
  user_id bigint,
  created_at timestamptz not null default now(),
  queued_at timestamptz,
  started_at timestamptz,
  is_first boolean not null default false,
  answered_at timestamptz,
  asked_at timestamptz,
  finished_at timestamptz,
  finished_by bigint,
  queue_id bigint,
  rated_at timestamptz,
  rate smallint,
  rating_scale text not null default 'satisfaction'::text,
  commented_at timestamptz,
  constraint ticket_tracking_pkey PRIMARY KEY (company_id, id),
  constraint ticket_tracking_check CHECK (((rate IS NULL) = (rated_at IS NULL))),
  constraint ticket_tracking_check1 CHECK (((answered_at IS NULL) = (asked_at IS NULL))),
  constraint ticket_tracking_check2 CHECK (((finished_at IS NOT NULL) OR (finished_by IS NULL))),
  constraint ticket_tracking_comment_check CHECK (((commented_at IS NULL) OR (rate IS NOT NULL))),
  constraint ticket_tracking_rate_check CHECK (((rate IS NULL) OR (rating_level(rating_scale, (rate)::integer) IS NOT NULL))),
  constraint ticket_tracking_rating_scale_check CHECK ((rating_scale = ANY (ARRAY['satisfaction'::text, 'stars'::text, 'nps'::text]))),
  constraint ticket_tracking_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table ticket_tracking enable row level security, force row level security;
create policy system on ticket_tracking for all to balcao_system using (true) with check (true);
create policy tenant on ticket_tracking for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on ticket_tracking to balcao_app, balcao_system;
CREATE INDEX ratings_by_time ON ticket_tracking USING btree (company_id, rated_at DESC, id DESC) WHERE (rate IS NOT NULL);
CREATE INDEX ratings_commented ON ticket_tracking USING btree (company_id, rated_at DESC, id DESC) WHERE (commented_at IS NOT NULL);
CREATE INDEX ratings_of_level ON ticket_tracking USING btree (company_id, rating_level(rating_scale, (rate)::integer), rated_at DESC, id DESC) WHERE (rate IS NOT NULL);
CREATE INDEX ratings_of_queue ON ticket_tracking USING btree (company_id, queue_id, rated_at DESC, id DESC) WHERE (rate IS NOT NULL);
CREATE INDEX ratings_of_user ON ticket_tracking USING btree (company_id, user_id, rated_at DESC, id DESC) WHERE (rate IS NOT NULL);
CREATE INDEX ticket_tracking_by_answer ON ticket_tracking USING btree (company_id, answered_at) WHERE (answered_at IS NOT NULL);
CREATE INDEX ticket_tracking_by_creation ON ticket_tracking USING btree (company_id, created_at);
CREATE INDEX ticket_tracking_by_end ON ticket_tracking USING btree (company_id, finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX ticket_tracking_of_ticket ON ticket_tracking USING btree (company_id, ticket_id);
CREATE UNIQUE INDEX ticket_tracking_one_cycle ON ticket_tracking USING btree (company_id, ticket_id) WHERE (finished_at IS NULL);
CREATE TRIGGER dashboard AFTER INSERT OR DELETE ON ticket_tracking FOR EACH ROW EXECUTE FUNCTION count_cycle();
CREATE TRIGGER dashboard_change AFTER UPDATE ON ticket_tracking FOR EACH ROW WHEN (((((((((((old.connection_id IS DISTINCT FROM new.connection_id) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.queue_id IS DISTINCT FROM new.queue_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.answered_at IS DISTINCT FROM new.answered_at)) OR (old.asked_at IS DISTINCT FROM new.asked_at)) OR (old.finished_at IS DISTINCT FROM new.finished_at)) OR (old.rate IS DISTINCT FROM new.rate)) OR (old.is_first IS DISTINCT FROM new.is_first)) OR ((new.finished_at IS NOT NULL) AND ((old.started_at IS DISTINCT FROM new.started_at) OR (old.queued_at IS DISTINCT FROM new.queued_at))))) EXECUTE FUNCTION count_cycle();

create table ticket_views (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  team boolean not null default false,
  user_id bigint,
  tab text not null,
  filter jsonb not null,
  sort text not null,
  "position" integer not null default 0,
  created_at timestamptz not null default now(),
  scopes text[] not null generated always as (
CASE
    WHEN team THEN ARRAY['a'::text]
    WHEN (user_id IS NULL) THEN '{}'::text[]
    ELSE ARRAY[('u:'::text || (user_id)::text)]
END) stored,
  constraint ticket_views_pkey PRIMARY KEY (company_id, id),
  constraint ticket_views_sort_check CHECK ((sort = ANY (ARRAY['newest'::text, 'longest'::text, 'urgent'::text]))),
  constraint ticket_views_tab_check CHECK ((tab = ANY (ARRAY['open'::text, 'pending'::text, 'closed'::text, 'snoozed'::text, 'chatbot'::text]))),
  constraint ticket_views_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint ticket_views_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table ticket_views enable row level security, force row level security;
create policy system on ticket_views for all to balcao_system using (true) with check (true);
create policy tenant on ticket_views for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on ticket_views to balcao_app, balcao_system;
CREATE UNIQUE INDEX ticket_views_of_team ON ticket_views USING btree (company_id, plain(name)) WHERE team;
CREATE UNIQUE INDEX ticket_views_own ON ticket_views USING btree (company_id, user_id, plain(name)) WHERE (NOT team);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON ticket_views DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_ticket_views();

create table tickets (
  company_id bigint not null,
  id bigint not null generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  status text not null default 'pending'::text,
  contact_id bigint not null,
  connection_id bigint not null,
  queue_id bigint,
  user_id bigint,
  last_message text not null default ''::text,
  last_message_at timestamptz(3) not null default now(),
  waiting_since timestamptz(3),
  customer_wrote_at timestamptz(3),
  unread_messages integer not null default 0,
  marked_unread boolean not null default false,
  snoozed_until timestamptz(3),
  resumed_at timestamptz,
  is_group boolean not null default false,
  answerer text not null default 'nobody'::text,
  chatbot boolean not null generated always as ((answerer <> 'nobody'::text)) stored,
  bot_option_id bigint,
  bot_ended text,
  bot_menus integer not null default 0,
  bot_menu_at timestamptz,
  bot_answers integer not null default 0,
  bot_heard text,
  bot_repeats integer not null default 0,
  hours_told_at timestamptz,
  hours_told_queue_id bigint,
  prompt_id bigint,
  integration_id bigint,
  use_integration boolean not null generated always as ((answerer = 'integration'::text)) stored,
  told_sequence integer not null default 0,
  joined jsonb not null default '[]'::jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  rating_until timestamptz,
  scopes text[] not null generated always as (ticket_scopes(status, queue_id, user_id)) stored,
  referral jsonb,
  referred_at timestamptz(3),
  deadline_policy_id bigint,
  deadlines jsonb not null default '[]'::jsonb,
  due_at timestamptz(3),
  queue_since timestamptz not null default now(),
  given_back_by bigint,
  rating_asks text not null default 'satisfaction'::text,
  constraint tickets_pkey PRIMARY KEY (company_id, id),
  constraint tickets_uuid_key UNIQUE (uuid),
  constraint tickets_answerer_check CHECK ((answerer = ANY (ARRAY['nobody'::text, 'queueMenu'::text, 'optionTree'::text, 'prompt'::text, 'integration'::text, 'bill'::text]))),
  constraint tickets_bot_ended_check CHECK ((bot_ended = ANY (ARRAY['done'::text, 'closed'::text, 'placed'::text, 'silent'::text, 'person'::text, 'off'::text, 'limit'::text, 'repeats'::text, 'failed'::text]))),
  constraint tickets_check CHECK (((status <> 'open'::text) OR (user_id IS NOT NULL))),
  constraint tickets_check1 CHECK (((snoozed_until IS NULL) OR (status <> 'closed'::text))),
  constraint tickets_check2 CHECK (((prompt_id IS NOT NULL) = (answerer = 'prompt'::text))),
  constraint tickets_check3 CHECK (((integration_id IS NOT NULL) = (answerer = 'integration'::text))),
  constraint tickets_check4 CHECK (((rating_until IS NULL) OR (status = 'closed'::text))),
  constraint tickets_check5 CHECK (((answerer = 'nobody'::text) OR ((status = 'pending'::text) AND (waiting_since IS NULL)))),
  constraint tickets_check6 CHECK (((referral IS NULL) = (referred_at IS NULL))),
  constraint tickets_rating_asks_check CHECK ((rating_asks = ANY (ARRAY['satisfaction'::text, 'stars'::text, 'nps'::text, 'comment'::text, 'more'::text]))),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'open'::text, 'closed'::text]))),
  constraint tickets_unread_messages_check CHECK ((unread_messages >= 0)),
  constraint tickets_company_id_bot_option_id_fkey FOREIGN KEY (company_id, bot_option_id) REFERENCES queue_options(company_id, id) ON DELETE SET NULL (bot_option_id),
  constraint tickets_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint tickets_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint tickets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint tickets_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES queue_integrations(company_id, id),
  constraint tickets_company_id_prompt_id_fkey FOREIGN KEY (company_id, prompt_id) REFERENCES prompts(company_id, id),
  constraint tickets_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (queue_id),
  constraint tickets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
alter table tickets enable row level security, force row level security;
create policy system on tickets for all to balcao_system using (true) with check (true);
create policy tenant on tickets for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on tickets to balcao_app, balcao_system;
CREATE INDEX tickets_all ON tickets USING btree (company_id, last_message_at DESC, id DESC);
CREATE INDEX tickets_by_bot_option ON tickets USING btree (company_id, bot_option_id) WHERE (bot_option_id IS NOT NULL);
CREATE INDEX tickets_by_change ON tickets USING btree (company_id, updated_at);
CREATE INDEX tickets_by_creation ON tickets USING btree (company_id, created_at);
CREATE INDEX tickets_by_deadline_policy ON tickets USING btree (company_id, deadline_policy_id) WHERE (deadline_policy_id IS NOT NULL);
CREATE INDEX tickets_by_end ON tickets USING btree (company_id, closed_at, id) WHERE (status = 'closed'::text);
CREATE INDEX tickets_by_integration ON tickets USING btree (company_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX tickets_by_prompt ON tickets USING btree (company_id, prompt_id) WHERE (prompt_id IS NOT NULL);
CREATE INDEX tickets_by_referral ON tickets USING btree (company_id, referred_at) WHERE (referral IS NOT NULL);
CREATE INDEX tickets_chatbot ON tickets USING btree (company_id, status, last_message_at DESC, id DESC) WHERE chatbot;
CREATE INDEX tickets_due ON tickets USING btree (company_id, status, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX tickets_due_of_user ON tickets USING btree (company_id, user_id, status, due_at, id) WHERE ((due_at IS NOT NULL) AND (user_id IS NOT NULL));
CREATE INDEX tickets_joined ON tickets USING btree (company_id) WHERE (joined <> '[]'::jsonb);
CREATE INDEX tickets_latest_of_contact ON tickets USING btree (company_id, contact_id, connection_id, id DESC);
CREATE INDEX tickets_left_open ON tickets USING btree (company_id, connection_id, last_message_at) WHERE ((status = 'open'::text) AND (NOT is_group));
CREATE INDEX tickets_list ON tickets USING btree (company_id, status, last_message_at DESC, id DESC);
CREATE INDEX tickets_of_connection ON tickets USING btree (company_id, connection_id, status, last_message_at DESC, id DESC);
CREATE INDEX tickets_of_contact ON tickets USING btree (company_id, contact_id, last_message_at DESC, id DESC);
CREATE INDEX tickets_of_queue ON tickets USING btree (company_id, queue_id, status, last_message_at DESC, id DESC);
CREATE INDEX tickets_of_source ON tickets USING btree (company_id, ((referral ->> 'kind'::text)), ((referral ->> 'source'::text))) WHERE (referral IS NOT NULL);
CREATE INDEX tickets_of_user ON tickets USING btree (company_id, user_id, status, last_message_at DESC, id DESC);
CREATE UNIQUE INDEX tickets_one_under_way ON tickets USING btree (company_id, contact_id, connection_id) WHERE (status <> 'closed'::text);
CREATE INDEX tickets_rating_due ON tickets USING btree (rating_until) WHERE (rating_until IS NOT NULL);
CREATE INDEX tickets_snooze_due ON tickets USING btree (snoozed_until) WHERE (snoozed_until IS NOT NULL);
CREATE INDEX tickets_snoozed ON tickets USING btree (company_id, status, last_message_at DESC, id DESC) WHERE (snoozed_until IS NOT NULL);
CREATE INDEX tickets_unread ON tickets USING btree (company_id, status, last_message_at DESC, id DESC) WHERE ((unread_messages > 0) OR marked_unread);
CREATE INDEX tickets_waiting ON tickets USING btree (company_id, status, waiting_since, id) WHERE (waiting_since IS NOT NULL);
CREATE INDEX tickets_waiting_of_user ON tickets USING btree (company_id, user_id, status, waiting_since, id) WHERE ((waiting_since IS NOT NULL) AND (user_id IS NOT NULL));
CREATE INDEX tickets_with_bot ON tickets USING btree (company_id, connection_id, last_message_at) WHERE chatbot;
CREATE INDEX tickets_without_queue ON tickets USING btree (company_id, connection_id) WHERE ((status = 'pending'::text) AND (queue_id IS NULL));
CREATE TRIGGER begin_deadlines AFTER INSERT ON tickets FOR EACH ROW WHEN (((new.waiting_since IS NOT NULL) AND (new.status <> 'closed'::text))) EXECUTE FUNCTION begin_deadlines();
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_tickets();
CREATE TRIGGER keep_deadlines BEFORE UPDATE ON tickets FOR EACH ROW WHEN (((((((old.status IS DISTINCT FROM new.status) OR (old.waiting_since IS DISTINCT FROM new.waiting_since)) OR (old.snoozed_until IS DISTINCT FROM new.snoozed_until)) OR (old.queue_id IS DISTINCT FROM new.queue_id)) OR (old.connection_id IS DISTINCT FROM new.connection_id)) OR (old.contact_id IS DISTINCT FROM new.contact_id))) EXECUTE FUNCTION keep_deadlines();
CREATE TRIGGER keep_deadlines_anew BEFORE UPDATE OF deadline_policy_id ON tickets FOR EACH ROW EXECUTE FUNCTION keep_deadlines();
CREATE TRIGGER mentions_in_sight AFTER UPDATE ON tickets FOR EACH ROW WHEN ((old.scopes <> new.scopes)) EXECUTE FUNCTION sight_of_mentions();
CREATE TRIGGER queue_of_cycle AFTER UPDATE OF queue_id ON tickets FOR EACH ROW WHEN (((new.status <> 'closed'::text) AND (old.queue_id IS DISTINCT FROM new.queue_id))) EXECUTE FUNCTION move_cycle();
CREATE TRIGGER remember_customer BEFORE INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION remember_customer();
CREATE TRIGGER sight AFTER INSERT OR DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION sight_of_tickets();
CREATE TRIGGER sight_changed AFTER UPDATE ON tickets FOR EACH ROW WHEN (((old.scopes <> new.scopes) OR (old.contact_id <> new.contact_id))) EXECUTE FUNCTION sight_of_tickets();
CREATE CONSTRAINT TRIGGER tell_webhooks_deleted AFTER DELETE ON tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_of_deleted('ticket');
CREATE TRIGGER wait_in_queue BEFORE UPDATE OF status, queue_id ON tickets FOR EACH ROW WHEN (((new.status = 'pending'::text) AND ((old.status IS DISTINCT FROM new.status) OR (old.queue_id IS DISTINCT FROM new.queue_id)))) EXECUTE FUNCTION wait_in_queue();
CREATE CONSTRAINT TRIGGER webhook_sequences AFTER DELETE ON tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION forget_webhook_sequences();
CREATE TRIGGER wind_automation_clock AFTER INSERT OR UPDATE OF status, waiting_since, snoozed_until, last_message_at ON tickets FOR EACH ROW EXECUTE FUNCTION wind_automation_clock();

create table token_calls (
  company_id bigint not null,
  id bigint not null generated always as identity,
  token_class text not null,
  token_id bigint not null,
  method text not null,
  route text not null,
  status integer not null,
  error_code text,
  duration_ms integer not null,
  at timestamptz not null,
  constraint token_calls_pkey PRIMARY KEY (company_id, id),
  constraint token_calls_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table token_calls enable row level security, force row level security;
create policy system on token_calls for all to balcao_system using (true) with check (true);
create policy tenant on token_calls for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on token_calls to balcao_app, balcao_system;
CREATE INDEX token_calls_by_age ON token_calls USING btree (company_id, at, id);
CREATE INDEX token_calls_of_token ON token_calls USING btree (company_id, token_class, token_id, id);

create table token_rates (
  company_id bigint not null,
  token_class text not null,
  token_id bigint not null,
  full_at timestamptz not null,
  constraint token_rates_pkey PRIMARY KEY (company_id, token_class, token_id),
  constraint token_rates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table token_rates enable row level security, force row level security;
create policy system on token_rates for all to balcao_system using (true) with check (true);
create policy tenant on token_rates for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on token_rates to balcao_app, balcao_system;

create table transcripts (
  company_id bigint not null,
  media_id uuid not null,
  text text not null,
  constraint transcripts_pkey PRIMARY KEY (company_id, media_id),
  constraint transcripts_company_id_media_id_fkey FOREIGN KEY (company_id, media_id) REFERENCES media(company_id, id) ON DELETE CASCADE
);
alter table transcripts enable row level security, force row level security;
create policy system on transcripts for all to balcao_system using (true) with check (true);
create policy tenant on transcripts for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on transcripts to balcao_app, balcao_system;

create table unanswered_questions (
  company_id bigint not null,
  id uuid not null,
  ticket_id bigint not null,
  question text not null,
  at timestamptz not null,
  constraint unanswered_questions_pkey PRIMARY KEY (company_id, id),
  constraint unanswered_questions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint unanswered_questions_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table unanswered_questions enable row level security, force row level security;
create policy system on unanswered_questions for all to balcao_system using (true) with check (true);
create policy tenant on unanswered_questions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on unanswered_questions to balcao_app, balcao_system;
CREATE INDEX unanswered_questions_ticket ON unanswered_questions USING btree (company_id, ticket_id);

create table user_queues (
  company_id bigint not null,
  user_id bigint not null,
  queue_id bigint not null,
  capacity integer,
  assigned_at timestamptz,
  constraint user_queues_pkey PRIMARY KEY (company_id, user_id, queue_id),
  constraint user_queues_capacity_check CHECK ((capacity >= 0)),
  constraint user_queues_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE,
  constraint user_queues_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table user_queues enable row level security, force row level security;
create policy system on user_queues for all to balcao_system using (true) with check (true);
create policy tenant on user_queues for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on user_queues to balcao_app, balcao_system;
CREATE INDEX user_queues_by_queue ON user_queues USING btree (company_id, queue_id);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE ON user_queues DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_user_queues();
CREATE TRIGGER view_version AFTER INSERT OR DELETE ON user_queues FOR EACH ROW EXECUTE FUNCTION view_changed_by_membership();

create table users (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  email text not null,
  password_hash text not null,
  profile text not null default 'user'::text,
  super boolean not null default false,
  all_ticket boolean not null default false,
  connection_id bigint,
  online boolean not null default false,
  view_version integer not null default 1,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  totp_step bigint,
  created_at timestamptz not null default now(),
  capacity integer,
  away_until timestamptz(3),
  constraint users_pkey PRIMARY KEY (company_id, id),
  constraint users_email_key UNIQUE (email),
  constraint users_id_key UNIQUE (id),
  constraint users_capacity_check CHECK ((capacity >= 0)),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_profile_check CHECK ((profile = ANY (ARRAY['admin'::text, 'supervisor'::text, 'user'::text]))),
  constraint users_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE SET NULL (connection_id),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table users enable row level security, force row level security;
create policy system on users for all to balcao_system using (true) with check (true);
create policy tenant on users for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, select on users to balcao_app;
grant insert (company_id, name, email, password_hash, profile, all_ticket, connection_id) on users to balcao_app;
grant update (name, email, password_hash, profile, all_ticket, connection_id, online, view_version, totp_secret, totp_confirmed_at, totp_step, capacity, away_until) on users to balcao_app;
grant delete, insert, select, update on users to balcao_system;
CREATE INDEX users_list ON users USING btree (company_id, plain(name), id);
CREATE INDEX users_online ON users USING btree (company_id, id) WHERE online;
CREATE INDEX users_search ON users USING gin (company_id, plain(((name || ' '::text) || email)) gin_trgm_ops);
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_shared('user', 'id');
CREATE TRIGGER has_joined AFTER UPDATE OF password_hash ON users FOR EACH ROW WHEN ((old.password_hash <> new.password_hash)) EXECUTE FUNCTION has_joined();
CREATE TRIGGER own_macros BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_own_macros();
CREATE TRIGGER own_quick_messages BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_own_quick_messages();
CREATE TRIGGER own_ticket_views BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_own_ticket_views();
CREATE TRIGGER rest_automations AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION rest_automations('user');
CREATE TRIGGER view_version BEFORE UPDATE ON users FOR EACH ROW WHEN (((old.profile IS DISTINCT FROM new.profile) OR (old.all_ticket IS DISTINCT FROM new.all_ticket))) EXECUTE FUNCTION view_changed_by_rights();

create table web_chats (
  company_id bigint not null,
  connection_id bigint not null,
  appearance jsonb not null,
  origins text[] not null,
  follows_pages boolean not null,
  secret_version integer not null default 1,
  passes_on jsonb,
  constraint web_chats_pkey PRIMARY KEY (company_id, connection_id),
  constraint web_chats_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table web_chats enable row level security, force row level security;
create policy system on web_chats for all to balcao_system using (true) with check (true);
create policy tenant on web_chats for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on web_chats to balcao_app, balcao_system;

create table web_visitors (
  company_id bigint not null,
  name text not null,
  facts jsonb not null,
  seen_at timestamptz not null default now(),
  passed_on_at timestamptz,
  constraint web_visitors_pkey PRIMARY KEY (company_id, name),
  constraint web_visitors_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table web_visitors enable row level security, force row level security;
create policy system on web_visitors for all to balcao_system using (true) with check (true);
create policy tenant on web_visitors for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on web_visitors to balcao_app, balcao_system;
CREATE INDEX web_visitors_of_email ON web_visitors USING btree (company_id, lower((facts ->> 'email'::text))) WHERE ((facts ->> 'email'::text) <> ''::text);

create table webhook_sequences (
  company_id bigint not null,
  webhook_id bigint not null,
  ticket_id bigint not null,
  told integer not null,
  constraint webhook_sequences_pkey PRIMARY KEY (company_id, webhook_id, ticket_id),
  constraint webhook_sequences_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks(company_id, id) ON DELETE CASCADE
);
alter table webhook_sequences enable row level security, force row level security;
create policy system on webhook_sequences for all to balcao_system using (true) with check (true);
create policy tenant on webhook_sequences for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on webhook_sequences to balcao_app, balcao_system;
CREATE INDEX webhook_sequences_of_ticket ON webhook_sequences USING btree (company_id, ticket_id);

create table webhooks (
  company_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  url text not null,
  events text[] not null,
  active boolean not null default true,
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  call_id uuid not null default gen_random_uuid(),
  failing_since timestamptz,
  failed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint webhooks_pkey PRIMARY KEY (company_id, id),
  constraint webhooks_check CHECK (((failed_at IS NULL) OR (NOT active))),
  constraint webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table webhooks enable row level security, force row level security;
create policy system on webhooks for all to balcao_system using (true) with check (true);
create policy tenant on webhooks for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on webhooks to balcao_app, balcao_system;
CREATE UNIQUE INDEX webhooks_by_call ON webhooks USING btree (company_id, call_id);
CREATE UNIQUE INDEX webhooks_name ON webhooks USING btree (company_id, plain(name));
CREATE CONSTRAINT TRIGGER feed AFTER INSERT OR DELETE OR UPDATE ON webhooks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION feed_webhooks();
CREATE TRIGGER rest_automations AFTER DELETE ON webhooks FOR EACH ROW EXECUTE FUNCTION rest_automations('webhook');

create table wish_log (
  only_one boolean not null default true,
  line bigint not null,
  signature text not null,
  passes_over boolean not null default false,
  failed_since timestamptz,
  failed_at timestamptz,
  failure text,
  constraint wish_log_pkey PRIMARY KEY (only_one),
  constraint wish_log_only_one_check CHECK (only_one)
);
grant select, update on wish_log to balcao_system;

create table wishes (
  company_id bigint not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  at timestamptz not null default clock_timestamp(),
  said_by text,
  hashes bytea[] not null,
  contacts jsonb not null default '[]'::jsonb,
  constraint wishes_pkey PRIMARY KEY (company_id, id),
  constraint wishes_kind_check CHECK ((kind = ANY (ARRAY['optOut'::text, 'optIn'::text, 'erasure'::text]))),
  constraint wishes_said_by_check CHECK ((said_by = ANY (ARRAY['contact'::text, 'person'::text]))),
  constraint wishes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table wishes enable row level security, force row level security;
create policy system on wishes for all to balcao_system using (true) with check (true);
create policy tenant on wishes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on wishes to balcao_app, balcao_system;
CREATE UNIQUE INDEX wishes_by_id ON wishes USING btree (id);

CREATE OR REPLACE FUNCTION public.add_new_chat(company bigint, connection bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into connection_new_chats as n (company_id, connection_id, hour, count)
  values (company, connection, date_trunc('hour', now(), 'UTC'), 1)
  on conflict (company_id, connection_id, hour) do update set count = n.count + 1
$function$;

CREATE OR REPLACE FUNCTION public.add_spreads(one jsonb, other jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select coalesce(jsonb_object_agg(bucket, n), '{}') from (
      select bucket, sum(n::int) as n
      from (select * from jsonb_each_text(one) union all select * from jsonb_each_text(other)) as both_of (bucket, n)
      group by bucket having sum(n::int) <> 0) as sums
  $function$;

CREATE OR REPLACE FUNCTION public.address_hash(company bigint, kind text, value text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256((SUBSTRING(decode(current_setting('app.address_key'::text), 'hex'::text) FROM 65) || sha256((SUBSTRING(decode(current_setting('app.address_key'::text), 'hex'::text) FROM 1 FOR 64) || convert_to(((((company || '/'::text) || kind) || ':'::text) || value), 'UTF8'::name)))));

CREATE OR REPLACE FUNCTION public.article_terms(language text, words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select to_tsvector(public.stems_of(language), words) || to_tsvector(public.stems_of(language), public.plain(words))
  $function$;

CREATE OR REPLACE FUNCTION public.audit_break(company bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (SELECT min(broken.id) AS min FROM (SELECT (chain.entry).id AS id FROM (SELECT a.*::audit_log AS entry, lag(a.hash, 1, COALESCE((SELECT c.anchor_hash FROM audit_chains c WHERE (c.company_id = audit_break.company)), '\x'::bytea)) OVER (ORDER BY a.id) AS previous FROM audit_log a WHERE (a.company_id = audit_break.company)) chain WHERE ((chain.entry).hash <> audit_hash(chain.previous, chain.entry)) UNION ALL SELECT c.head_id FROM audit_chains c WHERE ((c.company_id = audit_break.company) AND (c.head_hash <> COALESCE((SELECT a.hash FROM audit_log a WHERE (a.company_id = audit_break.company) ORDER BY a.id DESC LIMIT 1), c.anchor_hash)))) broken(id));

CREATE OR REPLACE FUNCTION public.audit_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  previous bytea;
begin
  perform audit_turn(new.company_id);
  new.id := nextval('audit_log_id_seq');
  select head_hash into previous from audit_chains where company_id = new.company_id;
  if not found then
    -- The first one since this table is there.
    select hash into previous from audit_log where company_id = new.company_id order by id desc limit 1;
  end if;
  new.hash := audit_hash(coalesce(previous, ''), new);
  insert into audit_chains (company_id, head_id, head_hash) values (new.company_id, new.id, new.hash)
  on conflict (company_id) do update set head_id = excluded.head_id, head_hash = excluded.head_hash;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_hash(previous bytea, entry audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
RETURN sha256((previous || convert_to((jsonb_build_array((entry).company_id, (entry).id, ((entry).at AT TIME ZONE 'UTC'::text), (entry).user_id, (entry).user_name, (entry).action, (entry).entity, (entry).entity_id, (entry).entity_name, (entry).changes))::text, 'UTF8'::name)));

CREATE OR REPLACE FUNCTION public.audit_move_anchor(company bigint, before timestamp with time zone, most integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  with oldest as (
    select a.id, a.hash, a.at >= least(before, now() - interval '6 months') or a.hash <> audit_hash(
      lag(a.hash, 1, coalesce((select c.anchor_hash from audit_chains c where c.company_id = company), ''))
        over (order by a.id), a) as stays
    from audit_log a where a.company_id = company order by a.id limit most),
  last as (
    select id, hash from oldest
    where id < coalesce((select min(id) from oldest where stays), 9223372036854775807) order by id desc limit 1)
  update audit_chains c set anchor_id = last.id, anchor_hash = last.hash from last where c.company_id = company $function$;
grant execute on function audit_move_anchor(bigint,timestamp with time zone,integer) to balcao_system;

CREATE OR REPLACE FUNCTION public.audit_turn(company bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(4219, (company % 2147483647)::int) $function$;

CREATE OR REPLACE FUNCTION public.automation_clock(t tickets, OUT kind text, OUT since timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select s.kind, greatest(case s.kind when 'silent' then t.last_message_at else t.waiting_since end, t.resumed_at)
  from (select case
    when t.status = 'closed' or t.snoozed_until is not null or t.is_group then null
    when t.status = 'pending' then case when t.waiting_since is not null then 'waiting' end
    when t.waiting_since is not null then 'unanswered'
    when t.last_message <> '' then 'silent' end as kind) s
$function$;

CREATE OR REPLACE FUNCTION public.automation_due(company bigint, wanted text, since timestamp with time zone, passed integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select since + make_interval(mins => min((cause ->> 'minutes')::int)) from automations
  where company_id = company and active and resting is null and cause ? 'minutes' and cause ->> 'kind' = wanted
    and (cause ->> 'minutes')::int > passed
$function$;

CREATE OR REPLACE FUNCTION public.begin_deadlines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update tickets set deadline_policy_id = deadline_policy_id
  where company_id = new.company_id and id = new.id
    and exists (select from deadline_sets where company_id = new.company_id and active);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.block_on_linked_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into block_orders (company_id, connection_id, contact_id, blocked)
  select new.company_id, new.id, c.id, true from contacts c where c.company_id = new.company_id and c.blocked
  on conflict (company_id, connection_id, contact_id) do update set blocked = true, state = 'due', at = now();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.block_under_new_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into block_orders (company_id, connection_id, contact_id, blocked)
  select distinct c.company_id, w.id, c.id, true
  from given join contacts c on c.company_id = given.company_id and c.id = given.contact_id and c.blocked
  join connections w on w.company_id = c.company_id and w.deleted_at is null
  on conflict (company_id, connection_id, contact_id) do update set blocked = true, state = 'due', at = now();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.calendar_of(company bigint, queue bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select queue_id from open_hours where company_id = company and queue_id = queue limit 1), 0)
$function$;

CREATE OR REPLACE FUNCTION public.calling(names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (('@('::text || string_agg(name.name, '|'::text)) || ')\M'::text) FROM unnest(calling.names) name(name) WHERE (name.name ~ '^[0-9]+$'::text));

CREATE OR REPLACE FUNCTION public.change_contact_sight(company bigint, loser bigint, lost text[], winner bigint, won text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into contact_sight as seen (company_id, contact_id, scope, holders, sort_name)
  select company, c.id, changed.scope, changed.holders, c.sort_name
  from (
    select contact, scope, sum(one) as holders
    from (
      select loser as contact, scope, -1 as one from unnest(lost) as scope
      union all
      select winner, scope, 1 from unnest(won) as scope) change
    where scope ~ '^[qu]:'
    group by contact, scope having sum(one) <> 0) changed
  cross join lateral (
    select id, sort_name from contacts where company_id = company and id = changed.contact for key share) c
  order by changed.contact, changed.scope
  on conflict (company_id, contact_id, scope) do update set holders = seen.holders + excluded.holders;
  delete from contact_sight where company_id = company and contact_id = loser and holders = 0;
end $function$;

CREATE OR REPLACE FUNCTION public.chats_follow_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from chats c using (select distinct company_id, chat_id from changed) as touched
  where c.company_id = touched.company_id and c.id = touched.chat_id
    and not exists (select from chat_members m where m.company_id = c.company_id and m.chat_id = c.id);
  update chats c set
    scopes = array(
      select 'u:' || m.user_id from chat_members m
      where m.company_id = c.company_id and m.chat_id = c.id order by m.user_id),
    owner_id = (
      select m.user_id from chat_members m where m.company_id = c.company_id and m.chat_id = c.id
      order by m.user_id <> coalesce(c.owner_id, 0), m.joined_at, m.user_id limit 1)
  from (select distinct company_id, chat_id from changed) as touched
  where c.company_id = touched.company_id and c.id = touched.chat_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.contact_of_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.contact_id := case when new.webhook_id is not null then (new.payload::json #>> '{data,contact,id}')::bigint
    else (select contact_id from tickets where company_id = new.company_id and id = new.ticket_id) end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.contact_query(company bigint, sought text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select string_agg('(' || (
      select string_agg(format('''%s/%s'':*', company, left(spelling, 40)), ' | ')
      from unnest(spellings_of(word)) as spelling) || ')', ' & ')::tsquery
    from unnest(words_of(regexp_replace(sought, '\m9[ .-]([6-9]\d{3})', '9\1', 'g'))) as word
  $function$;

CREATE OR REPLACE FUNCTION public.contact_scopes(company bigint, contact bigint, adders bigint[])
 RETURNS TABLE(scopes text[])
 LANGUAGE sql
 STABLE
AS $function$
    select array['c'] || array(
      select 'u:' || adder from unnest(adders) as adder
      union
      select unnest(t.scopes) from tickets t where t.company_id = company and t.contact_id = contact)
  $function$;

CREATE OR REPLACE FUNCTION public.count_contact_list_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update contact_lists l set contacts_count = l.contacts_count + c.contacts, valid_count = l.valid_count + c.valid,
      pending_count = l.pending_count + c.pending, updated_at = now()
    from (
      select company_id, contact_list_id, count(*) as contacts, count(*) filter (where is_whatsapp_valid) as valid,
        count(*) filter (where check_due) as pending
      from added group by company_id, contact_list_id) c
    where l.company_id = c.company_id and l.id = c.contact_list_id;
  elsif tg_op = 'DELETE' then
    update contact_lists l set contacts_count = l.contacts_count - c.contacts, valid_count = l.valid_count - c.valid,
      pending_count = l.pending_count - c.pending, updated_at = now()
    from (
      select company_id, contact_list_id, count(*) as contacts, count(*) filter (where is_whatsapp_valid) as valid,
        count(*) filter (where check_due) as pending
      from removed group by company_id, contact_list_id) c
    where l.company_id = c.company_id and l.id = c.contact_list_id;
  else
    update contact_lists l set valid_count = l.valid_count + c.valid, pending_count = l.pending_count + c.pending,
      updated_at = now()
    from (
      select company_id, contact_list_id, sum(valid) as valid, sum(pending) as pending
      from (
        select company_id, contact_list_id, (is_whatsapp_valid is true)::int as valid, check_due::int as pending from added
        union all
        select company_id, contact_list_id, -(is_whatsapp_valid is true)::int, -check_due::int from removed) one
      group by company_id, contact_list_id) c
    where l.company_id = c.company_id and l.id = c.contact_list_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_cycle()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A company that is going takes its counters along.
  if not exists (select from companies where id = coalesce(new.company_id, old.company_id)) then return null; end if;
  insert into dashboard_deltas (company_id, at, queue_id, connection_id, user_id, kind, value, n)
  with before as (
    select fact.at, old.queue_id, old.connection_id, old.user_id, fact.kind, fact.value
    from dashboard_facts(old) as fact where tg_op <> 'INSERT'),
  after as (
    select fact.at, new.queue_id, new.connection_id, new.user_id, fact.kind, fact.value
    from dashboard_facts(new) as fact where tg_op <> 'DELETE')
  select coalesce(new.company_id, old.company_id), gone.*, -1 from (table before except all table after) as gone
  union all
  select coalesce(new.company_id, old.company_id), come.*, 1 from (table after except all table before) as come;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_deadline()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from companies where id = coalesce(new.company_id, old.company_id)) then return null; end if;
  if tg_op <> 'INSERT' and old.met is not null then
    insert into dashboard_deltas (company_id, at, queue_id, connection_id, user_id, kind, value, n)
    values (old.company_id, old.decided_at, old.queue_id, old.connection_id, old.user_id, deadline_fact(old), 0, -1);
  end if;
  if tg_op <> 'DELETE' and new.met is not null then
    insert into dashboard_deltas (company_id, at, queue_id, connection_id, user_id, kind, value, n)
    values (new.company_id, new.decided_at, new.queue_id, new.connection_id, new.user_id, deadline_fact(new), 0, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_new_chat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Most are answers, for which this is all.
  if have_talked(new.company_id, new.connection_id, new.contact_id, new.id)
    or exists (
      select from contacts where company_id = new.company_id and id = new.contact_id and is_group)
    or exists (
      select from contact_identities n
      where n.company_id = new.company_id and n.contact_id = new.contact_id and n.kind = 'phone'
        and was_told(new.company_id, new.connection_id, n.value, null, null))
  then
    return null;
  end if;
  perform add_new_chat(new.company_id, new.connection_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_new_chat_of_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  phone text;
begin
  select number into phone from campaign_recipients where company_id = new.company_id and id = new.recipient_id;
  if was_told(new.company_id, new.connection_id, phone, new.recipient_id, new.part)
    or exists (
      select from contact_identities n
      where n.company_id = new.company_id and n.kind = 'phone' and n.value = phone
        and have_talked(new.company_id, new.connection_id, n.contact_id, null))
  then
    return null;
  end if;
  perform add_new_chat(new.company_id, new.connection_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.current_company()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint;

CREATE OR REPLACE FUNCTION public.dashboard_facts(cycle ticket_tracking)
 RETURNS TABLE(at timestamp with time zone, kind text, value integer)
 LANGUAGE sql
 STABLE
AS $function$
    select fact.at, fact.kind, coalesce(fact.value, 0) from (values
      (cycle.created_at, 'begun', cycle.is_first::int),
      (cycle.answered_at, 'answered', seconds_between(cycle.asked_at, cycle.answered_at)),
      (case when cycle.started_at is not null then cycle.finished_at end, 'waited',
        seconds_between(coalesce(cycle.queued_at, cycle.created_at), cycle.started_at)),
      (case when cycle.started_at is not null then cycle.finished_at end, 'served',
        seconds_between(cycle.started_at, cycle.finished_at)),
      (cycle.finished_at, 'finished', seconds_between(cycle.created_at, cycle.finished_at)),
      (case when cycle.rate is not null then cycle.finished_at end, 'rated',
        rating_level(cycle.rating_scale, cycle.rate)::int)
    ) as fact (at, kind, value)
    where fact.at is not null
  $function$;

CREATE OR REPLACE FUNCTION public.database_timeline()
 RETURNS integer
 LANGUAGE sql
AS $function$
  select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
$function$;

CREATE OR REPLACE FUNCTION public.dated_terms(id uuid, terms tsvector)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select replace(' ' || terms::text, ' ''', ' ''' || left(id::text, 6) || '/')::tsvector $function$;

CREATE OR REPLACE FUNCTION public.deadline_fact(d deadlines)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case d.kind when 'firstAnswer' then 'first' when 'nextAnswer' then 'next' else 'solved' end
    || case when d.met then '_met' else '_missed' end
$function$;

CREATE OR REPLACE FUNCTION public.deadline_instant(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;

CREATE OR REPLACE FUNCTION public.deadline_minutes(p deadline_policies, kind text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case kind when 'firstAnswer' then p.first_answer_minutes when 'nextAnswer' then p.next_answer_minutes
    else p.resolution_minutes end
$function$;

CREATE OR REPLACE FUNCTION public.deadline_policy_of(t tickets)
 RETURNS deadline_policies
 LANGUAGE sql
 STABLE
AS $function$
  select p from deadline_policies p
  where p.company_id = t.company_id and p.active and p.resting_since is null
    and (p.queue_ids = '{}' or t.queue_id = any (p.queue_ids))
    and (p.connection_ids = '{}' or t.connection_id = any (p.connection_ids))
    and (p.tag_ids = '{}' or exists (
      select from ticket_tags k
      where k.company_id = t.company_id and k.ticket_id = t.id and k.tag_id = any (p.tag_ids)))
    and (p.contact_field is null or exists (
      select from contacts c cross join lateral jsonb_array_elements(c.extra_info) info
      where c.company_id = t.company_id and c.id = t.contact_id
        and plain(btrim(info ->> 'name')) = plain(p.contact_field)
        and plain(btrim(info ->> 'value')) = plain(p.contact_value)))
  order by p.position, p.id limit 1
$function$;

CREATE OR REPLACE FUNCTION public.documents_in(company bigint, extra_info jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT ((documents_in.company || '/'::text) || regexp_replace(found.found[1], '[^0-9A-Z]'::text, ''::text, 'g'::text)) FROM jsonb_path_query(documents_in.extra_info, '$[*]."value"'::jsonpath) value(value), LATERAL regexp_matches(upper((value.value #>> '{}'::text[])), '(?<![0-9A-Z])(\d{3}[. ]?\d{3}[. ]?\d{3}[-./ ]?\d{2}|[0-9A-Z]{2}[. ]?[0-9A-Z]{3}[. ]?[0-9A-Z]{3}[/ ]?[0-9A-Z]{4}[- ]?\d{2})(?![0-9A-Z])'::text, 'g'::text) found(found));

CREATE OR REPLACE FUNCTION public.drop_article_meaning()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from article_meanings where company_id = new.company_id and article_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_translations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from message_translations where company_id = new.company_id and message_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.duration_bucket(seconds integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case when seconds < 1 then 0 else 1 + floor(ln(seconds::float8) / ln(1.05::float8))::int end $function$;

CREATE OR REPLACE FUNCTION public.end_deadlines(t tickets, kinds text[], at timestamp with time zone, kept boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from deadlines
  where company_id = t.company_id and ticket_id = t.id and ended_at is null and met is null and kind = any (kinds)
    and not kept and (due_at is null or due_at >= at);
  update deadlines set ended_at = at, met = coalesce(met, due_at is null or due_at >= at),
    decided_at = coalesce(decided_at, case when due_at < at then due_at else at end),
    queue_id = case when met is null then t.queue_id else queue_id end,
    connection_id = case when met is null then t.connection_id else connection_id end,
    user_id = case when met is null then t.user_id else user_id end
  where company_id = t.company_id and ticket_id = t.id and ended_at is null and kind = any (kinds);
end $function$;

CREATE OR REPLACE FUNCTION public.feed_announcement(company bigint, announcement bigint, operation text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select feed_write(company, 'announcement', announcement::text, operation, array['a'])
$function$;

CREATE OR REPLACE FUNCTION public.feed_announcements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.announcement_news as news (announcement_id, op)
  values (case when tg_op = 'DELETE' then old.id else new.id end, case when tg_op = 'DELETE' then 'delete' else 'put' end)
  on conflict (announcement_id) do update
    set op = excluded.op, version = news.version + 1, told_up_to = 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_automations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed automations := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'automation', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['r']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_block_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed block_orders := case when tg_op = 'DELETE' then old else new end;
  carrier contacts;
begin
  if coalesce(old.state = 'refused', false) = coalesce(new.state = 'refused', false) then return null; end if;
  select * into carrier from contacts where company_id = changed.company_id and id = changed.contact_id;
  -- The contact may be going too: that entry stands already.
  if found then
    perform feed_write(carrier.company_id, 'contact', carrier.id::text, 'put',
      (select scopes from contact_scopes(carrier.company_id, carrier.id, carrier.added_by)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_campaigns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed campaigns := case when tg_op = 'DELETE' then old else new end;
begin
  -- How far its recipients are taken over is no news, and what only tries one out is nobody's.
  if changed.trial_of is not null or tg_op = 'UPDATE'
      and to_jsonb(old) - 'taken_up_to' - 'is_stale' = to_jsonb(new) - 'taken_up_to' - 'is_stale' then
    return null;
  end if;
  perform feed_write(changed.company_id, 'campaign', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['c']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_campaigns_of_connection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform feed_write(new.company_id, 'campaign', id::text, 'put', array['c'])
  from campaigns where company_id = new.company_id and connection_id = new.id and status = 'EM_ANDAMENTO'
    and trial_of is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_chat_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform feed_write(new.company_id, 'chat', c.id::text, 'put', c.scopes)
  from chats c where c.company_id = new.company_id and c.id = new.chat_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_chat_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed chat_messages := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'chatMessage', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, c.scopes)
  from chats c where c.company_id = changed.company_id and c.id = changed.chat_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_chats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'chat', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'chat', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'chat', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_connection_queues()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed connection_queues := case when tg_op = 'DELETE' then old else new end;
begin
  -- The queue may be going too: that entry stands already.
  if exists (select from queues where company_id = changed.company_id and id = changed.queue_id) then
    perform feed_write(changed.company_id, 'queue', changed.queue_id::text, 'put', array['a']);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_contact_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed contact_links := case when tg_op = 'DELETE' then old else new end;
  carrier contacts;
begin
  select * into carrier from contacts where company_id = changed.company_id and id = changed.contact_id;
  -- The contact may be going too: that entry stands already.
  if found then
    perform feed_write(carrier.company_id, 'contact', carrier.id::text, 'put',
      (select scopes from contact_scopes(carrier.company_id, carrier.id, carrier.added_by)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'contact', old.id::text, 'delete', array['a']);
  else
    perform feed_write(new.company_id, 'contact', new.id::text, 'put',
      (select scopes from contact_scopes(new.company_id, new.id, new.added_by)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_file_list_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed file_list_items := case when tg_op = 'DELETE' then old else new end;
begin
  -- Its list may be going too: that entry stands already.
  if exists (select from file_lists where company_id = changed.company_id and id = changed.file_list_id) then
    perform feed_write(changed.company_id, 'fileList', changed.file_list_id::text, 'put', array['a']);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed invoices := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'invoice', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['b']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_knowledge_articles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'article', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'article', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'article', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_lock(company bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(4217, (company % 2147483647)::int)
$function$;

CREATE OR REPLACE FUNCTION public.feed_macros()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'macro', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'macro', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'macro', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_media()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  carrier record;
begin
  for carrier in
    select id, ticket_id, contact_id from messages where company_id = new.company_id and media_id = new.id
  loop
    perform feed_write(new.company_id, 'message', carrier.id::text, 'put',
      message_scopes(new.company_id, array[carrier.ticket_id], array[carrier.contact_id]));
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed mentions := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'mention', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['u:' || changed.user_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed messages := case when tg_op = 'DELETE' then old else new end;
  -- Two, when contacts are merged and the message moves.
  carriers bigint[] := case when tg_op = 'UPDATE' then array[old.ticket_id, new.ticket_id] else array[changed.ticket_id] end;
  customers bigint[] := case when tg_op = 'UPDATE' then array[old.contact_id, new.contact_id] else array[changed.contact_id] end;
begin
  perform feed_write(changed.company_id, 'message', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end,
    message_scopes(changed.company_id, carriers, customers)
      -- u:<author> his own words, so that the confirmation of a command never comes without its effect (I6).
      || case when changed.user_id is not null then array['u:' || changed.user_id] else '{}'::text[] end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_quick_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'quickMessage', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'quickMessage', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'quickMessage', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_rotate(company bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  rotated text := nullif(current_setting('app.feed_rotated', true), '');
begin
  if rotated = company::text then return; end if;
  if rotated is not null then
    raise exception 'feed: one transaction changed company % and company %', rotated, company using errcode = 'BL001';
  end if;
  update sync_state set epoch = gen_random_uuid() where company_id = company;
  perform set_config('app.feed_rotated', company::text, true);
end $function$;

CREATE OR REPLACE FUNCTION public.feed_schedules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'schedule', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'schedule', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'schedule', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_seq(company bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  held text := nullif(current_setting('app.feed', true), '');
  taken bigint;
  moved boolean;
begin
  if held is not null then
    if split_part(held, ':', 1)::bigint <> company then
      raise exception 'feed: one transaction changed company % and company %', split_part(held, ':', 1), company
        using errcode = 'BL001';
    end if;
    return split_part(held, ':', 2)::bigint;
  end if;
  -- An older snapshot would compute a stale maximum.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'feed: writes need read committed, not %', current_setting('transaction_isolation')
      using errcode = 'BL002';
  end if;
  perform feed_lock(company);
  select greatest(floor, (select max(seq) from change_log where company_id = company)) + 1,
    timeline <> database_timeline() into taken, moved
  from sync_state where company_id = company;
  -- The company itself is being deleted: nobody is left to read.
  if not found then return null; end if;
  if moved then
    insert into sync_forks (company_id, epoch, at_seq)
    select company_id, epoch, taken - 1 from sync_state where company_id = company;
    update sync_state set epoch = gen_random_uuid(), timeline = database_timeline() where company_id = company;
  end if;
  perform set_config('app.feed', company || ':' || taken, true);
  return taken;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_shared()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform feed_write((changed ->> 'company_id')::bigint, tg_argv[0], changed ->> tg_argv[1],
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['a']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_ticket_pins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed ticket_pins := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'pin', changed.id,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['u:' || changed.user_id::text]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_ticket_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed ticket_tags := case when tg_op = 'DELETE' then old else new end;
  row_scopes text[];
begin
  select scopes into row_scopes from tickets
  where company_id = changed.company_id and id = changed.ticket_id;
  -- Its ticket may be going too: that entry stands already.
  if found then
    perform feed_write(changed.company_id, 'ticket', changed.ticket_id::text, 'put', row_scopes);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_ticket_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'ticketView', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'ticketView', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'ticketView', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'ticket', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'ticket', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'ticket', new.id::text, 'put', old.scopes || new.scopes
      || case when old.status <> new.status then array['s'] else '{}'::text[] end);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_user_queues()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed user_queues := case when tg_op = 'DELETE' then old else new end;
begin
  -- Its user may be going too: that entry stands already.
  if exists (select from users where company_id = changed.company_id and id = changed.user_id) then
    perform feed_write(changed.company_id, 'user', changed.user_id::text, 'put', array['a']);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed webhooks := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'webhook', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['i']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_write(company bigint, entity_name text, id text, operation text, row_scopes text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  taken bigint;
begin
  if current_setting('app.feed_muted', true) = 'on' then
    perform feed_rotate(company);
    return;
  end if;
  taken := feed_seq(company);
  if taken is null then return; end if;
  insert into change_log as log (company_id, seq, entity, row_id, op, scopes)
  values (company, taken, entity_name, id, operation, row_scopes)
  on conflict (company_id, seq, entity, row_id) do update set
    op = excluded.op,
    scopes = array(select distinct unnest(log.scopes || excluded.scopes));
end $function$;

CREATE OR REPLACE FUNCTION public.find_articles(sought text, tongues text[], most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET client_min_messages TO 'warning'
AS $function$
    with questions as (
      select tongue, article_terms(tongue, sought) as terms from unnest(tongues) as tongue
    ), synonyms as (
      select tongue, meaning, phrase, terms @@ phrase as is_said,
        bool_or(terms @@ phrase) over (partition by tongue, meaning) as is_meant
      from settings
      cross join string_to_table(value, E'\n') with ordinality as meanings (line, meaning)
      cross join string_to_table(line, ',') as word
      cross join questions
      cross join phraseto_tsquery(stems_of(tongue), plain(translate(word, '-/', '  '))) as phrase
      where company_id = current_company() and key = 'synonyms'
    ), wanted as (
      select tongue, lexeme as notion, quote_literal(lexeme)::tsquery as phrase from questions, unnest(terms)
      union all
      -- No stem has a blank in it.
      select tongue, 'meaning ' || meaning, phrase from synonyms where is_meant and not is_said
    ), hits as (
      select w.notion, a.id,
        max(ts_rank('{0.35,0.4,0.5,1}', a.terms, regexp_replace(w.phrase::text, '<[-\d]+>', '|', 'g')::tsquery)) as rank
      from wanted w join knowledge_articles a on a.company_id = current_company() and a.language = w.tongue
        and a.terms @@ w.phrase
      group by w.notion, a.id
    ), rarity as (
      select notion, ln(1 + (select count(*) from knowledge_articles where company_id = current_company())::float8
        / count(*)) as weight
      from hits group by notion
    ), misspelt as (
      select word from unnest(words_of(sought)) as word
      where length(word) > 4 and not exists (
        select from unnest(tongues) as tongue
        join rarity on notion = any (tsvector_to_array(article_terms(tongue, word))))
    ), scores as (
      select id, rank * weight as score from hits join rarity using (notion)
      union all
      select a.id, word_similarity(word, plain(a.title || ' ' || a.asked))
      from misspelt join knowledge_articles a on a.company_id = current_company() and a.language = any (tongues)
        and plain(a.title || ' ' || a.asked) %> word
    )
    select id from scores group by id order by sum(score) desc, id limit most
  $function$;
alter function find_articles(text,text[],integer) owner to balcao_system;
grant execute on function find_articles(text,text[],integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_audit(pattern text, whose bigint, kind text, readings boolean, since timestamp with time zone, until timestamp with time zone, behind_at timestamp with time zone, behind_id bigint, skip integer, most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
    select id from audit_log
    where company_id = current_company() and plain(user_name || ' ' || entity_name) like pattern
      and (whose is null or user_id = whose) and (kind is null or entity = kind)
      and (not readings or action in ('search', 'open', 'download', 'secret', 'read'))
      and (since is null or at >= since) and (until is null or at < until)
      and (behind_at is null or (at, id) < (behind_at, behind_id))
    order by at desc, id desc offset skip limit most $function$;
alter function find_audit(text,bigint,text,boolean,timestamp with time zone,timestamp with time zone,timestamp with time zone,bigint,integer,integer) owner to balcao_system;
grant execute on function find_audit(text,bigint,text,boolean,timestamp with time zone,timestamp with time zone,timestamp with time zone,bigint,integer,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_audit(pattern text, whose bigint, kind text, since timestamp with time zone, until timestamp with time zone, skip integer, most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
    select id from audit_log
    where company_id = current_company() and plain(user_name || ' ' || entity_name) like pattern
      and (whose is null or user_id = whose) and (kind is null or entity = kind)
      and (since is null or at >= since) and (until is null or at < until)
    order by at desc, id desc offset skip limit most $function$;
alter function find_audit(text,bigint,text,timestamp with time zone,timestamp with time zone,integer,integer) owner to balcao_system;
grant execute on function find_audit(text,bigint,text,timestamp with time zone,timestamp with time zone,integer,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_calling_messages(authors text[], before timestamp with time zone, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select m.id
    from (
      select company_id, id, contact_id, ticket_id, body, created_at from messages
      where terms @@ (
        select string_agg(format('''%s/%s''', current_company(), author), ' | ')::tsquery
        from unnest(authors) as author where author ~ '^[0-9]+$')
      offset 0) m
    join contacts c on c.company_id = m.company_id and c.id = m.contact_id and c.is_group
    where m.company_id = current_company() and m.created_at < before
      and m.body ~ calling(authors) and not in_held_group(m.company_id, m.contact_id, m.ticket_id)
    limit most $function$;
alter function find_calling_messages(text[],timestamp with time zone,integer) owner to balcao_system;
grant execute on function find_calling_messages(text[],timestamp with time zone,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_contacts(sought text, most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select id
    from (
      select company_id, id from contacts
      where terms @@ (select contact_query(current_company(), sought)) offset 0) found
    where company_id = current_company() limit most
  $function$;
alter function find_contacts(text,integer) owner to balcao_system;
grant execute on function find_contacts(text,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_contacts_of_document(sought text, most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select id from contacts
    where documents_in(company_id, extra_info) @> array[current_company() || '/' || sought] and extra_info <> '[]'
      and company_id = current_company() limit most $function$;
alter function find_contacts_of_document(text,integer) owner to balcao_system;
grant execute on function find_contacts_of_document(text,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_contacts_of_email(sought text, most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    (select id from contacts
      where company_id = current_company() and lower(email) = sought and email <> '' limit most)
    union
    (select i.contact_id from web_visitors v
      join contact_identities i on i.company_id = v.company_id and i.kind = 'web' and i.value = v.name
      where v.company_id = current_company() and lower(v.facts ->> 'email') = sought and v.facts ->> 'email' <> ''
      limit most) $function$;
alter function find_contacts_of_email(text,integer) owner to balcao_system;
grant execute on function find_contacts_of_email(text,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_group_messages(authors text[], before timestamp with time zone, most integer, held boolean DEFAULT NULL::boolean)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select id from messages
    where company_id = current_company() and split_part(participant, '@', 1) = any (authors) and participant <> ''
      and created_at < before and (held is null or in_held_group(company_id, contact_id, ticket_id) = held)
    limit most $function$;
alter function find_group_messages(text[],timestamp with time zone,integer,boolean) owner to balcao_system;
grant execute on function find_group_messages(text[],timestamp with time zone,integer,boolean) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_marked_messages(authors text[], before timestamp with time zone, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select id from messages
    where marked_by(company_id, reactions, poll) && array(
        select current_company() || '/' || author from unnest(authors) as author)
      and (reactions <> '[]' or poll is not null)
      and company_id = current_company() and created_at < before
      and not in_held_group(company_id, contact_id, ticket_id)
    limit most $function$;
alter function find_marked_messages(text[],timestamp with time zone,integer) owner to balcao_system;
grant execute on function find_marked_messages(text[],timestamp with time zone,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_marked_numbers(hashes bytea[], before timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select number from (
      select number from contact_list_items where company_id = current_company() and created_at < before
      union select r.number from campaign_recipients r
        join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
        where r.company_id = current_company() and c.created_at < before
      union select key from phone_contacts where company_id = current_company() and at < before
      union select phone_key(author) from (
        select distinct split_part(participant, '@', 1) as author from messages
        where company_id = current_company() and participant <> '' and created_at < before) said) known
    where address_hash(current_company(), case when strpos(number, '@') > 0 then 'email' else 'phone' end, number)
      = any (hashes) $function$;
alter function find_marked_numbers(bytea[],timestamp with time zone) owner to balcao_system;
grant execute on function find_marked_numbers(bytea[],timestamp with time zone) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_member_receipts(authors text[], most integer)
 RETURNS SETOF message_receipts
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select r.* from message_receipts r
    join messages m on m.company_id = r.company_id and m.id = r.message_id
    where r.company_id = current_company() and split_part(r.participant, '@', 1) = any (authors)
      and not in_held_group(m.company_id, m.contact_id, m.ticket_id)
    limit most $function$;
alter function find_member_receipts(text[],integer) owner to balcao_system;
grant execute on function find_member_receipts(text[],integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_messages(sought text, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  company constant bigint := current_company();
  query constant tsquery := search_query(company, sought);
  below uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  missing int := most;
  periods int := 1;
  newest int;
  oldest int;
  these int;
begin
  loop
    newest := (
      select ('x' || left(id::text, 6))::bit(24)::int from messages
      where company_id = company and id < below order by id desc limit 1);
    exit when newest is null;
    if periods >= 8 and periods * most::bigint > 512 * (most - missing) then
      return query
        select id from (select company_id, id from messages where terms @@ query offset 0) found
        where company_id = company and id < below order by id desc limit missing;
      exit;
    end if;
    oldest := greatest(newest - periods + 1, 0);
    return query
      select id
      from (
        select company_id, id from messages
        where dated_terms(id, terms) @@ (
          select string_agg(replace(' ' || query::text, ' ''', ' ''' || lpad(to_hex(period), 6, '0') || '/'), '|')::tsquery
          from generate_series(oldest, newest) as period) offset 0) found
      where company_id = company and id < below order by id desc limit missing;
    get diagnostics these = row_count;
    missing := missing - these;
    exit when missing = 0;
    below := rpad(lpad(to_hex(oldest), 6, '0'), 32, '0')::uuid;
    periods := 2 * periods;
  end loop;
end $function$;
alter function find_messages(text,integer) owner to balcao_system;
grant execute on function find_messages(text,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_numbers_of_email(sought text, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    (select distinct number from contact_list_items
      where company_id = current_company() and lower(email) = sought and email <> '' limit most)
    union
    (select number from campaign_recipients
      where company_id = current_company() and number = sought limit 1) $function$;
alter function find_numbers_of_email(text,integer) owner to balcao_system;
grant execute on function find_numbers_of_email(text,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_numbers_of_name(sought text, skip integer, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
    with named (number, name) as (
      (select number, name from contact_list_items
        where company_id = current_company() and plain(name) like pattern_of(sought) limit 1000)
      union all
      (select number, name from campaign_recipients
        where company_id = current_company() and plain(name) like pattern_of(sought) limit 1000)
      union all
      (select key, name from phone_contacts
        where company_id = current_company() and plain(name) like pattern_of(sought) limit 1000))
    select number from named
    where number <> '' and not exists (
      select from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
      where i.company_id = current_company() and i.kind = 'phone' and i.value = named.number
        and c.terms @@ contact_query(current_company(), sought))
    group by number order by min(plain(name)), number offset skip limit most $function$;
alter function find_numbers_of_name(text,integer,integer) owner to balcao_system;
grant execute on function find_numbers_of_name(text,integer,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_tickets(sought text, most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select id from tickets
    where company_id = current_company() and contact_id = any (array(select find_contacts(sought, most)))
    union all
    select ticket_id
    from (
      select company_id, ticket_id from messages
      where terms @@ (select search_query(current_company(), sought)) offset 0) found
    where company_id = current_company()
    limit most
  $function$;
alter function find_tickets(text,integer) owner to balcao_system;
grant execute on function find_tickets(text,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.find_users(pattern text, skip integer, most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select id from users
    where company_id = current_company() and plain(name || ' ' || email) like pattern
    order by plain(name), id offset skip limit most $function$;
alter function find_users(text,integer,integer) owner to balcao_system;
grant execute on function find_users(text,integer,integer) to balcao_app;

CREATE OR REPLACE FUNCTION public.first_of_address(list bigint, address text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select min(id) from (
      select id from contact_list_items
      where company_id = current_company() and lower(email) = address and email <> '' and contact_list_id = list
      offset 0) found
  $function$;

CREATE OR REPLACE FUNCTION public.follow_automations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  company bigint;
begin
  for company in
    select distinct c.company_id from changed c where exists (select from companies o where o.id = c.company_id)
  loop
    insert into automation_sets as s (company_id, version, causes)
    values (company, 1, coalesce((select array_agg(distinct cause ->> 'kind') from automations
      where company_id = company and active and resting is null), '{}'))
    on conflict (company_id) do update set version = s.version + 1, causes = excluded.causes;
    insert into automation_clocks (company_id, ticket_id, kind, since)
    select company, t.id, stands.kind, stands.since
    from tickets t cross join lateral automation_clock(t) stands
    join automation_sets s on s.company_id = company and stands.kind = any (s.causes)
    where t.company_id = company and t.status in ('pending', 'open')
    on conflict (company_id, ticket_id) do nothing;
    update automation_clocks c set passed = had.minutes,
      due_at = automation_due(company, c.kind, c.since, had.minutes)
    from (select ticket_id, greatest(passed, floor(extract(epoch from now() - since) / 60)::int) as minutes
      from automation_clocks where company_id = company and (due_at is null or due_at > now())) had
    where c.company_id = company and c.ticket_id = had.ticket_id;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_deadline_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update tickets set deadline_policy_id = deadline_policy_id
  where company_id = new.company_id and contact_id = new.id and status <> 'closed'
    and exists (select from deadline_sets where company_id = new.company_id and active and by_contact);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_deadline_policies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  company bigint;
begin
  for company in
    select distinct c.company_id from changed c where exists (select from companies o where o.id = c.company_id)
  loop
    insert into deadline_sets as s (company_id, active, by_tag, by_contact)
    select company, count(*) > 0, coalesce(bool_or(tag_ids <> '{}'), false),
      coalesce(bool_or(contact_field is not null), false)
    from deadline_policies where company_id = company and active and resting_since is null
    on conflict (company_id) do update
      set active = excluded.active, by_tag = excluded.by_tag, by_contact = excluded.by_contact;
    perform renew_deadlines(company);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_deadline_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed ticket_tags := case when tg_op = 'DELETE' then old else new end;
begin
  update tickets set deadline_policy_id = deadline_policy_id
  where company_id = changed.company_id and id = changed.ticket_id and status <> 'closed'
    and exists (select from deadline_sets where company_id = changed.company_id and active and by_tag);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_own_macros()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from macros where company_id = old.company_id and user_id = old.id and not team;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_own_quick_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from quick_messages where company_id = old.company_id and user_id = old.id and not geral;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_own_ticket_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from ticket_views where company_id = old.company_id and user_id = old.id and not team;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_web_visitors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from web_visitors w using gone g
  where g.kind = 'web' and w.company_id = g.company_id and w.name = g.value;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_webhook_sequences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform feed_lock(old.company_id);
  delete from webhook_sequences where company_id = old.company_id and ticket_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.has_joined()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from invitations where company_id = new.company_id and user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.have_talked(company bigint, connection bigint, contact bigint, aside uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
    select exists (
      select from messages
      where company_id = company and contact_id = contact and connection_id = connection
        and state in ('received', 'sent') and id is distinct from aside)
  $function$;

CREATE OR REPLACE FUNCTION public.in_held_group(company bigint, contact bigint, ticket bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM holds h WHERE ((h.company_id = in_held_group.company) AND ((h.contact_id = in_held_group.contact) OR (h.ticket_id = in_held_group.ticket)))));

CREATE OR REPLACE FUNCTION public.is_new_chat(company bigint, connection bigint, phone text)
 RETURNS TABLE(is_new boolean)
 LANGUAGE sql
 STABLE
AS $function$
    select
      not exists (
        select from campaign_recipients r
        join campaign_sends s on s.company_id = r.company_id and s.recipient_id = r.id
        where r.company_id = company and r.number = phone and r.connection_id = connection and s.state = 'sent')
      and not exists (
        select from contact_identities n
        join messages m on m.company_id = n.company_id and m.contact_id = n.contact_id
        where n.company_id = company and n.kind in ('phone', 'email') and n.value = phone
          and m.connection_id = connection and m.state in ('received', 'sent'))
  $function$;

CREATE OR REPLACE FUNCTION public.keep_deadlines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  policy deadline_policies;
  is_closed boolean := new.status = 'closed';
  runs boolean := not is_closed and new.snoozed_until is null and new.waiting_since is not null and not new.is_group;
  waits_no_more boolean := old.waiting_since is not null
    and (new.waiting_since is null or new.waiting_since > old.waiting_since);
  answered boolean := waits_no_more and not is_closed and new.answerer = 'nobody';
  at timestamptz := case when is_closed then coalesce(new.closed_at, now())
    when answered then greatest(new.last_message_at, old.waiting_since) else now() end;
begin
  if old.deadline_policy_id is null
    and not exists (select from deadline_sets where company_id = new.company_id and active)
  then
    return new;
  end if;
  if waits_no_more then
    perform end_deadlines(new, array['firstAnswer', 'nextAnswer'], at, answered);
  end if;
  if is_closed then
    perform end_deadlines(new, array['resolution'], at, true);
  elsif not new.is_group then
    policy := deadline_policy_of(new);
  end if;
  perform end_deadlines(new, array(
    select kind from unnest(array['firstAnswer', 'nextAnswer', 'resolution']) kind
    where policy.id is null or deadline_minutes(policy, kind) is null), at, false);
  if policy.id is not null then
    perform run_deadlines(new, policy, runs, case when answered or exists (
      select from ticket_tracking where company_id = new.company_id and ticket_id = new.id and finished_at is null
        and answered_at is not null) then 'nextAnswer' else 'firstAnswer' end, at);
  end if;
  new.deadline_policy_id := policy.id;
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'policyId', policy_id, 'nearAt', deadline_instant(near_at),
    'dueAt', deadline_instant(due_at)) order by due_at, id), '[]'), min(due_at)
  into new.deadlines, new.due_at
  from deadlines where runs and company_id = new.company_id and ticket_id = new.id and ended_at is null and due_at is not null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_opt_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  person constant uuid := gen_random_uuid();
begin
  -- The company may be going too.
  if exists (select from companies where id = old.company_id) then
    insert into opt_outs (company_id, hash, person, opted_out_at, opted_out_by)
    select i.company_id, address_hash(i.company_id, i.kind, i.value), person, old.opted_out_at, old.opted_out_by
    from contact_identities i where i.company_id = old.company_id and i.contact_id = old.id
    on conflict do nothing;
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.let_go_of_announcement_image()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- With a whole company the file may have gone first.
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.media_company_id and id = old.media_id
  on conflict (company_id, media_id) do update set at = least(media_let_go.at, excluded.at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.let_go_of_media()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- With a whole company the file may have gone first.
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.company_id and id = old.media_id
  on conflict (company_id, media_id) do update set at = least(media_let_go.at, excluded.at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.let_go_of_picture()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.company_id and id = old.picture_id
  on conflict (company_id, media_id) do update set at = least(media_let_go.at, excluded.at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.marked_by(company bigint, reactions jsonb, poll jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT ((marked_by.company || '/'::text) || split_part(marks.who, '@'::text, 1)) FROM (SELECT (jsonb_array_elements(marked_by.reactions) ->> 'by'::text) AS "?column?" UNION SELECT jsonb_object_keys((marked_by.poll -> 'votes'::text)) AS jsonb_object_keys) marks(who) WHERE (marks.who <> ALL (ARRAY[''::text, 'me'::text])));

CREATE OR REPLACE FUNCTION public.mentions_follow_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update mentions set ticket_id = new.ticket_id where company_id = new.company_id and message_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.message_scopes(company bigint, carriers bigint[], customers bigint[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
    select array['c'] || array(
      select 'k:' || customer from unnest(customers) as customer
      union
      select 't:' || carrier from unnest(carriers) as carrier
      union
      select unnest(scopes) from tickets where company_id = company and id = any (carriers)
      union
      select scope from tickets, unnest(scopes) as scope
      where company_id = company and contact_id = any (customers) and status <> 'closed'
        and (scope like 'u:%' or scope like 'pq:%'))
  $function$;

CREATE OR REPLACE FUNCTION public.move_cycle()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update ticket_tracking set queue_id = new.queue_id
  where company_id = new.company_id and ticket_id = new.id and finished_at is null
    and queue_id is distinct from new.queue_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- One that is done again began long ago, and stands there already.
  if new.began_at = now() then
    insert into wishes (company_id, kind, at, hashes, contacts)
    values (new.company_id, 'erasure', new.began_at, array(
      select decode(hash, 'hex') from jsonb_array_elements_text(new.marks -> 'hashes') as hash), new.marks -> 'contacts');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_message_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  edits constant int := cardinality(new.earlier_bodies) - cardinality(old.earlier_bodies);
  step constant text := case
    when new.is_deleted and not old.is_deleted then 'deleted'
    when old.is_deleted and not new.is_deleted or edits < 0 then 'undone'
    when edits > 0 then 'edited'
    when new.state = 'failed' then 'failed'
    else 'again' end;
begin
  insert into message_steps (company_id, message_id, kind, author, error_code)
  values (new.company_id, new.id, step, nullif(current_setting('app.author', true), ''),
    case when step in ('failed', 'undone') then new.error_code end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_name_of_opted_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('app.wishes_muted', true), '') = 'on'
    or coalesce(current_setting('app.address_key', true), '') = '' then return null; end if;
  insert into wishes (company_id, kind, said_by, hashes)
  select c.company_id, 'optOut', c.opted_out_by, array_agg(address_hash(n.company_id, n.kind, n.value))
  from given n join contacts c on c.company_id = n.company_id and c.id = n.contact_id
  where c.opted_out_at is not null group by c.company_id, c.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_opt_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Those that are done again stand there already; a server of the version before has no key.
  if coalesce(current_setting('app.wishes_muted', true), '') = 'on'
    or coalesce(current_setting('app.address_key', true), '') = '' then return null; end if;
  insert into wishes (company_id, kind, said_by, hashes)
  select new.company_id, case when new.opted_out_at is null then 'optIn' else 'optOut' end, new.opted_out_by, hashes
  from (
    select array_agg(address_hash(i.company_id, i.kind, i.value)) as hashes from contact_identities i
    where i.company_id = new.company_id and i.contact_id = new.id) known
  where hashes is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_after(company bigint, calendar bigint, since timestamp with time zone, seconds double precision)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when seconds <= 0 then since else (
    select case when found.at <= found.closes then found.at end
    from (select open_seconds(company, calendar, since) + seconds as seconds) wanted
    cross join lateral (
      select h.closes, h.opens + make_interval(secs => wanted.seconds - h.before_s) as at from open_hours h
      where h.company_id = company and h.queue_id = calendar and h.before_s < wanted.seconds
      order by h.before_s desc limit 1) found) end
$function$;

CREATE OR REPLACE FUNCTION public.open_seconds(company bigint, calendar bigint, until timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select before_s + extract(epoch from least(until, closes) - opens)::float8 from open_hours
    where company_id = company and queue_id = calendar and opens <= until order by opens desc limit 1), 0)
$function$;

CREATE OR REPLACE FUNCTION public.opt_out_again()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A server of the version before has no key: what was kept stays, and campaigns ask for it by the number.
  if coalesce(current_setting('app.address_key', true), '') = ''
    or not exists (select from given join opt_outs o on o.company_id = given.company_id) then return null; end if;
  with met as (
    select given.company_id, given.contact_id, o.person, o.opted_out_at, o.opted_out_by
    from given join opt_outs o on o.company_id = given.company_id
      and o.hash = address_hash(given.company_id, given.kind, given.value)),
  gone as (
    delete from opt_outs o using met where o.company_id = met.company_id and o.person = met.person)
  update contacts c set opted_out_at = met.opted_out_at, opted_out_by = met.opted_out_by, updated_at = now()
  from (
    select distinct on (company_id, contact_id) * from met
    order by company_id, contact_id, opted_out_at) met
  where c.company_id = met.company_id and c.id = met.contact_id and c.opted_out_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.parts_of(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select array(select substr(word, start)
      from unnest(words) as word, generate_series(1, greatest(length(word) - 1, 1)) as start)
  $function$;

CREATE OR REPLACE FUNCTION public.pattern_of(sought text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select '%' || string_agg(word, '%' order by place) || '%' from unnest(words_of(sought)) with ordinality as one (word, place)
    having max(length(word)) > 2
  $function$;

CREATE OR REPLACE FUNCTION public.phone_key(digits text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(digits, '^55([1-9]\d)([6-9]\d{7})$'::text, '55\19\2'::text);

CREATE OR REPLACE FUNCTION public.plain(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select lower(public.unaccent('public.unaccent', $1)) $function$;

CREATE OR REPLACE PROCEDURE public.protect_tenant_table(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to balcao_app using (company_id = (select current_company()))
     with check (company_id = (select current_company()))', target);
  execute format('create policy system on %s to balcao_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to balcao_app, balcao_system', target);
end $procedure$;

CREATE OR REPLACE FUNCTION public.quick_message_scopes(geral boolean, queue_id bigint, user_id bigint)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE WHEN (geral AND (queue_id IS NULL)) THEN ARRAY['a'::text] WHEN geral THEN ARRAY['c'::text, ('q:'::text || (queue_id)::text)] WHEN (user_id IS NULL) THEN ARRAY['c'::text] ELSE '{}'::text[] END || CASE WHEN (user_id IS NOT NULL) THEN ARRAY[('u:'::text || (user_id)::text)] ELSE '{}'::text[] END);

CREATE OR REPLACE FUNCTION public.rating_level(scale text, mark integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case scale
    when 'satisfaction' then case when mark between 1 and 3 then mark end
    when 'stars' then case when mark between 1 and 2 then 1 when mark = 3 then 2 when mark between 4 and 5 then 3 end
    when 'nps' then case when mark between 0 and 6 then 1 when mark between 7 and 8 then 2 when mark between 9 and 10 then 3 end
  end::smallint
$function$;

CREATE OR REPLACE FUNCTION public.read_receipt_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into read_receipts_due (company_id, connection_id, message_id)
  values (new.company_id, new.connection_id, new.id)
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.rebuild_dashboard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dashboard_rebuilds (company_id) values (new.id) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_leaving()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the company is on its way to another database' using errcode = 'BL003';
end $function$;

CREATE OR REPLACE FUNCTION public.remember_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.customer_wrote_at := coalesce(new.customer_wrote_at, (
    select customer_wrote_at from tickets
    where company_id = new.company_id and contact_id = new.contact_id and connection_id = new.connection_id
    order by id desc limit 1));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.renew_deadlines(company bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  update tickets set deadline_policy_id = deadline_policy_id
  where company_id = company and status in ('pending', 'open')
    and (waiting_since is not null or deadline_policy_id is not null)
$function$;

CREATE OR REPLACE FUNCTION public.rest_automations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update automations set resting = 'gone', resting_since = now()
  where company_id = old.company_id and resting is null and refs @> array[tg_argv[0] || ':' || old.id];
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.rest_automations_of_template()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update automations set resting = 'gone', resting_since = now()
  where company_id = old.company_id and resting is null and refs @> array['connection:' || old.connection_id]
    and effects @> jsonb_build_array(jsonb_build_object('kind', 'template', 'connectionId', old.connection_id,
      'template', jsonb_build_object('name', old.name, 'language', old.language)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.rest_deadline_policies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update deadline_policies set resting_since = now()
  where company_id = old.company_id and resting_since is null and refs @> array[tg_argv[0] || ':' || old.id];
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.run_deadlines(t tickets, p deadline_policies, runs boolean, answer text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  -- Put off it pauses, and goes on when it is back.
  begins timestamptz := greatest(t.waiting_since, t.resumed_at, p.counts_from);
  calendar bigint := case when p.business_hours then calendar_of(t.company_id, t.queue_id) end;
begin
  if not runs then
    update deadlines set running_since = null, near_at = null, due_at = null,
      used_s = used_s + greatest(0, case when calendar is null then extract(epoch from at - running_since)
        else open_seconds(t.company_id, calendar, at) - open_seconds(t.company_id, calendar, running_since) end)
    where company_id = t.company_id and ticket_id = t.id and ended_at is null and met is null
      and running_since is not null;
    return;
  end if;
  insert into deadlines (company_id, ticket_id, policy_id, kind)
  select t.company_id, t.id, p.id, wanted.kind from unnest(array[answer, 'resolution']) wanted (kind)
  where deadline_minutes(p, wanted.kind) is not null
  on conflict (company_id, ticket_id, (kind = 'resolution')) where ended_at is null do nothing;
  update deadlines d set policy_id = p.id, running_since = begun.since, near_at = begun.near_at, due_at = begun.due_at
  from (
    select id, s.since,
      case when calendar is null then s.since + make_interval(secs => greatest(0, s.seconds * 0.75 - used_s))
        else open_after(t.company_id, calendar, s.since, s.seconds * 0.75 - used_s) end as near_at,
      case when calendar is null then s.since + make_interval(secs => greatest(0, s.seconds - used_s))
        else open_after(t.company_id, calendar, s.since, s.seconds - used_s) end as due_at
    from deadlines cross join lateral (
      select least(running_since, begins) as since, deadline_minutes(p, kind) * 60.0 as seconds) s
    where company_id = t.company_id and ticket_id = t.id and ended_at is null and met is null) begun
  where d.company_id = t.company_id and d.id = begun.id;
end $function$;

CREATE OR REPLACE FUNCTION public.schedule_follows_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update schedules set
    status = case when new.state = 'failed' then 'ERRO' else 'ENVIADA' end,
    error_code = case when new.state = 'failed' then new.error_code end
  where company_id = new.company_id and id = new.id and sent_at is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.search_query(company bigint, sought text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select string_agg(format('''%s/%s'':*', company, left(word, 40)), ' & ')::tsquery from unnest(words_of(sought)) as word
  $function$;

CREATE OR REPLACE FUNCTION public.search_terms(company bigint, words text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select array_to_tsvector(array(select distinct company || '/' || left(word, 40) from unnest(words) as word)) $function$;

CREATE OR REPLACE FUNCTION public.seconds_between(since timestamp with time zone, until timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select least(greatest(floor(extract(epoch from until - since)), 0), 2000000000)::int $function$;

CREATE OR REPLACE FUNCTION public.sight_of_chat_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update mentions set chat_id = chat_id where company_id = new.company_id and chat_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sight_of_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform change_contact_sight(new.company_id,
    old.id, array(select 'u:' || adder from unnest(old.added_by) as adder),
    new.id, array(select 'u:' || adder from unnest(new.added_by) as adder));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sight_of_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update mentions set ticket_id = ticket_id where company_id = new.company_id and ticket_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sight_of_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform change_contact_sight(coalesce(new.company_id, old.company_id),
    old.contact_id, old.scopes, new.contact_id, new.scopes);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.spellings_of(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select array(select distinct spelling from unnest(array[
      word,
      regexp_replace(word, '^9([6-9]\d{3,7})$', '\1'),
      regexp_replace(word, '^((?:55)?[1-9]\d)9([6-9]\d{3,7})$', '\1\2'),
      regexp_replace(word, '^((?:55)?[1-9]\d)([6-9]\d{3,7})$', '\19\2')]) as spelling order by spelling)
  $function$;

CREATE OR REPLACE FUNCTION public.stems_of(language text)
 RETURNS regconfig
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select case language
      when 'en' then 'pg_catalog.english'::regconfig
      when 'es' then 'pg_catalog.spanish'::regconfig
      else 'pg_catalog.portuguese'::regconfig end
  $function$;

CREATE OR REPLACE FUNCTION public.sync_state_for_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sync_state (company_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_campaigns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not wants_webhook(new.company_id, array['campaign.finished']) then return null; end if;
  perform tell_webhooks(new.company_id, 'campaign.finished', 'campaign:' || new.id, coalesce(new.completed_at, now()),
    jsonb_build_object('campaign', webhook_named(new.id, new.name)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_connections()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  happened text := case when new.status = 'connected' then 'connection.up' else 'connection.down' end;
begin
  if not wants_webhook(new.company_id, array[happened]) then return null; end if;
  perform tell_webhooks(new.company_id, happened, 'connection:' || new.id, now(), jsonb_build_object('connection',
    jsonb_build_object('id', new.id, 'name', new.name, 'number', new.number, 'status', new.status, 'reason', new.reason)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  happened text := case when tg_op = 'INSERT' then 'contact.created' else 'contact.changed' end;
  about jsonb;
begin
  if not wants_webhook(new.company_id, array[happened]) then return null; end if;
  about := webhook_contact(new.company_id, new.id);
  if about is null then return null; end if;
  perform tell_webhooks(new.company_id, happened, 'contact:' || new.id, now(), jsonb_build_object('contact', about));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not wants_webhook(old.company_id, array[tg_argv[0] || '.deleted']) then return null; end if;
  perform tell_webhooks(old.company_id, tg_argv[0] || '.deleted', tg_argv[0] || ':' || old.id, now(), jsonb_build_object(
    'deleted', jsonb_build_object('id', old.id, 'reason', coalesce(nullif(current_setting('app.deletes', true), ''), 'hand'))));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not wants_webhook(new.company_id, array['payment.received']) then return null; end if;
  perform tell_webhooks(new.company_id, 'payment.received', 'payment:' || new.id, new.paid_at,
    jsonb_build_object('payment', jsonb_build_object('id', new.id, 'detail', new.detail, 'value', new.value,
      'currency', new.currency, 'dueDate', to_char(new.due_date, 'YYYY-MM-DD'))));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told text[] := array_remove(webhook_events_of(case when tg_op = 'UPDATE' then old end, new), null);
  named bigint[];
  about jsonb;
  happened text;
begin
  if told = '{}' then return null; end if;
  named := webhooks_named_in(new);
  if not wants_webhook(new.company_id, told, named) then return null; end if;
  about := webhook_about(new);
  if about is null then return null; end if;
  foreach happened in array told loop
    perform tell_webhooks(new.company_id, happened, 'ticket:' || new.ticket_id,
      case happened when 'message.sent' then coalesce(new.sent_at, now())
        when 'message.delivered' then coalesce(new.delivered_at, now())
        when 'message.read' then coalesce(new.read_at, now())
        when 'message.failed' then now() else new.created_at end,
      about, new.ticket_id, named);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('balcao_places', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_plan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('balcao_plan', new.id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_webhooks(company bigint, told_event text, told_lane text, happened timestamp with time zone, about jsonb, of_ticket bigint DEFAULT NULL::bigint, named bigint[] DEFAULT '{}'::bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform feed_lock(company);
  with wanting as (
    select id, call_id from webhooks
    where company_id = company and active and (told_event = any (events) or id = any (named))),
  counted as (
    insert into webhook_sequences as s (company_id, webhook_id, ticket_id, told)
    select company, id, of_ticket, 1 from wanting where of_ticket is not null
    on conflict (company_id, webhook_id, ticket_id) do update set told = s.told + 1
    returning webhook_id, told),
  noted as (
    insert into deliveries (company_id, webhook_id, ticket_id, event, lane, payload, next_at)
    select company, w.id, of_ticket, told_event, told_lane, json_build_object(
        'type', told_event,
        'timestamp', webhook_instant(happened),
        'data', json_build_object(
          'company', (select webhook_named(id, name) from companies where id = company),
          'ticket', about -> 'ticket',
          'contact', about -> 'contact',
          'message', about -> 'message',
          'change', about -> 'change',
          'connection', about -> 'connection',
          'campaign', about -> 'campaign',
          'payment', about -> 'payment',
          'deleted', about -> 'deleted',
          'sequence', coalesce(c.told, 0)))::text,
      now()
    from wanting w left join counted c on c.webhook_id = w.id)
  insert into outgoing_calls as c (company_id, id, kind, lane, due_at)
  select company, call_id, 'webhook', 'webhook:' || id, now() from wanting
  on conflict (company_id, id) do update set due_at = excluded.due_at, state = 'waiting'
  where c.state = 'dead' or c.state = 'waiting' and c.due_at > excluded.due_at;
end $function$;

CREATE OR REPLACE PROCEDURE public.tend_often(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)', target);
end $procedure$;

CREATE OR REPLACE FUNCTION public.ticket_scopes(status text, queue_id bigint, user_id bigint)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((ARRAY['c'::text, ('q:'::text || COALESCE((queue_id)::text, 'none'::text))] || CASE WHEN (status = 'pending'::text) THEN ARRAY[('pq:'::text || COALESCE((queue_id)::text, 'none'::text))] ELSE '{}'::text[] END) || CASE WHEN (user_id IS NOT NULL) THEN ARRAY[('u:'::text || (user_id)::text)] ELSE '{}'::text[] END);

CREATE OR REPLACE FUNCTION public.unlink_the_last()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Its own deletion comes here again.
  if not exists (select from gone) then return null; end if;
  delete from contact_links l using (select distinct company_id, person_id from gone) person
  where l.company_id = person.company_id and l.person_id = person.person_id and not exists (
    select from contact_links other where other.company_id = l.company_id and other.person_id = l.person_id
      and other.contact_id <> l.contact_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.view_changed_by_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed user_queues := case when tg_op = 'DELETE' then old else new end;
begin
  update users set view_version = view_version + 1
  where company_id = changed.company_id and id = changed.user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.view_changed_by_rights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.view_version := old.view_version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.wait_in_queue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.queue_since := now();
  new.given_back_by := case when old.status = 'open' then old.user_id end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.wants_webhook(company bigint, wanted text[], named bigint[] DEFAULT '{}'::bigint[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select current_setting('app.feed_muted', true) is distinct from 'on'
    and exists (select from webhooks where company_id = company and active and (events && wanted or id = any (named)))
$function$;

CREATE OR REPLACE FUNCTION public.was_told(company bigint, connection bigint, phone text, aside bigint, aside_part bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
    select exists (
      select from campaign_recipients r
      join campaign_sends s on s.company_id = r.company_id and s.recipient_id = r.id
      where r.company_id = company and r.number = phone and r.connection_id = connection and s.state = 'sent'
        and (s.recipient_id, s.part) is distinct from (aside, aside_part))
  $function$;

CREATE OR REPLACE FUNCTION public.webhook_about(told messages)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('ticket', ticket, 'contact', webhook_contact(told.company_id, told.contact_id))
    || case when told.media_type = 'event' then jsonb_build_object('change', told.body::jsonb)
      else jsonb_build_object('message', jsonb_build_object(
        'id', told.id, 'body', case when told.is_deleted then '' else told.body end, 'mediaType', told.media_type,
        'card', case when not told.is_deleted then told.card end,
        'tap', case when not told.is_deleted then told.tap end,
        'referral', case when not told.is_deleted then told.referral - 'picture' end,
        'fromMe', told.from_me, 'at', webhook_instant(told.created_at), 'error', told.error_code,
        'media', (select jsonb_build_object('url', null, 'mime', mime, 'name', name)
          from media where company_id = told.company_id and id = told.media_id and not told.is_deleted))) end
  from webhook_ticket(told.company_id, told.ticket_id) as ticket
  where ticket is not null
$function$;

CREATE OR REPLACE FUNCTION public.webhook_contact(company bigint, contact bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('id', id, 'name', name, 'number', number, 'email', email)
  from contacts where company_id = company and id = contact
$function$;

CREATE OR REPLACE FUNCTION public.webhook_events_of(before messages, after messages)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when after.media_type = 'event' then array[case after.body::jsonb ->> 'kind'
      when 'started' then 'ticket.created'
      when 'accepted' then 'ticket.accepted'
      when 'assigned' then 'ticket.accepted'
      when 'reopened' then 'ticket.accepted'
      when 'transferred' then 'ticket.transferred'
      when 'returned' then 'ticket.transferred'
      when 'overflowed' then 'ticket.transferred'
      when 'closed' then 'ticket.closed'
      when 'rated' then 'ticket.rated'
      when 'automated' then case when after.body::jsonb ->> 'failed' is null then 'automation.applied' end
      when 'deadlineMissed' then 'sla.breached' end]
    when not after.from_me then array[case
      when after.state = 'received' and not after.placeholder and coalesce(before.placeholder, true) then 'message.received' end]
    else array[
      case when after.state = 'sent' and before.state is distinct from 'sent' then 'message.sent' end,
      case when after.ack >= 3 and coalesce(before.ack, 0) < 3 then 'message.delivered' end,
      case when after.ack >= 4 and coalesce(before.ack, 0) < 4 then 'message.read' end,
      case when after.state = 'failed' and before.state is distinct from 'failed' then 'message.failed' end]
  end
$function$;

CREATE OR REPLACE FUNCTION public.webhook_instant(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

CREATE OR REPLACE FUNCTION public.webhook_named(id bigint, name text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (id IS NOT NULL) THEN jsonb_build_object('id', id, 'name', name) ELSE NULL::jsonb END;

CREATE OR REPLACE FUNCTION public.webhook_ticket(company bigint, ticket bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('id', t.id, 'uuid', t.uuid, 'status', t.status, 'channel', w.channel, 'token', null,
    'referral', t.referral,
    'queue', webhook_named(q.id, q.name), 'user', webhook_named(u.id, u.name), 'connection', webhook_named(w.id, w.name))
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  where t.company_id = company and t.id = ticket
$function$;

CREATE OR REPLACE FUNCTION public.webhooks_named_in(told messages)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when told.media_type = 'event' then array(
    select id::bigint from jsonb_array_elements_text(coalesce(told.body::jsonb -> 'webhookIds', '[]')) as id) else '{}' end
$function$;

CREATE OR REPLACE FUNCTION public.whole_address(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (address ~~ '%@%'::text) THEN (('(^|[^[:alnum:]._%+-]|\\[nrt]|\\u[0-9a-fA-F]{4})'::text || regexp_replace(address, '([^[:alnum:]])'::text, '\\\1'::text, 'g'::text)) || '($|[^[:alnum:]._-]|\.($|[^[:alnum:]]))'::text) ELSE (('(^|[^0-9]|\\[0-7]{3}|\\u[0-9a-fA-F]{4})'::text || regexp_replace(address, '([^[:alnum:]])'::text, '\\\1'::text, 'g'::text)) || '($|[^[:alnum:]])'::text) END;

CREATE OR REPLACE FUNCTION public.wind_automation_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stands record := automation_clock(new);
begin
  if stands.kind is null or not exists (
    select from automation_sets where company_id = new.company_id and stands.kind = any (causes))
  then
    delete from automation_clocks where company_id = new.company_id and ticket_id = new.id;
    return null;
  end if;
  insert into automation_clocks as c (company_id, ticket_id, kind, since, due_at)
  values (new.company_id, new.id, stands.kind, stands.since,
    automation_due(new.company_id, stands.kind, stands.since, 0))
  on conflict (company_id, ticket_id) do update
    set kind = excluded.kind, since = excluded.since, passed = 0, due_at = excluded.due_at
    where c.kind <> excluded.kind or c.since <> excluded.since
      and not (c.kind = 'silent' and current_setting('app.automation', true) = 'on');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_quick_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update quick_messages set geral = false, queue_id = null
  where company_id = old.company_id and queue_id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.words_of(text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select array_remove(regexp_split_to_array(public.plain($1), '[[:space:][:punct:]]+'), '') $function$;

CREATE OR REPLACE FUNCTION public.written_in_rows(addresses text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT string_agg(CASE WHEN (address.address ~~ '%@%'::text) THEN whole_address(address.address) ELSE (regexp_replace("right"(address.address, 8), '(\d)(?=\d)'::text, '\1[ ().-]{0,3}'::text, 'g'::text) || '($|[^0-9])'::text) END, '|'::text) AS string_agg FROM unnest(written_in_rows.addresses) address(address) WHERE ((address.address ~~ '%@%'::text) OR (address.address ~ '^\d{8,}$'::text)));
