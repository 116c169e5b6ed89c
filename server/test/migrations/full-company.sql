-- A row in each table that no module's seed fills, and a reference wherever one may be.
create function pg_temp.complete_company(
  company bigint, line bigint, boss bigint, ana bigint, queue bigint, maria bigint, ticket bigint, tag bigint,
  asked uuid, answered uuid, file uuid) returns void language plpgsql as $$
declare
  gone_line bigint;
  session constant uuid := gen_random_uuid();
  console constant uuid := gen_random_uuid();
begin
  insert into holds (company_id, contact_id, reason, user_name) values (company, maria, 'case', 'Boss');
  insert into retention_nights (company_id, night, bytes_before) values (company, '2026-01-04', 1);
  insert into erasures (company_id, id, contact_id, asked_by, asked_by_name) overriding system value
    values (company, 900, maria, boss, 'Boss');
  insert into erasure_targets (company_id, erasure_id, kind, value) values (company, 900, 'number', '551190000');
  insert into data_exports (company_id, id, contact_id, language, messages_total, asked_by, asked_by_name)
    overriding system value values (company, 900, maria, 'pt', 1, boss, 'Boss');
  insert into data_export_parts (company_id, export_id, part, path, size) values (company, 900, 1, company || '/aa/' || repeat('a', 40), 1);
  insert into media_let_go (company_id, media_id) values (company, file);
  insert into removed_files (company_id, path) values (company, company || '/bb/' || repeat('b', 40));

  update connections set number = '551190000' || company, api_token_hash = convert_to('token ' || company, 'UTF8')
    where company_id = company and id = line;
  insert into connections (company_id, name, deleted_at, api_token_hash)
    values (company, 'Antiga', now(), convert_to('gone ' || company, 'UTF8')) returning id into gone_line;
  insert into backups (kind) values ('backup');
  insert into processes values ('one', 'sessions', 'here', '1', 50, false, now(), 'infinity', 0, 1, 2, 1) on conflict do nothing;
  insert into health_moments values (date_trunc('minute', now()), 1, 2, 0, 0, 3) on conflict do nothing;
  insert into health_looks values ('certificate', '{}') on conflict do nothing;
  insert into sync_forks (company_id, epoch, at_seq) values (company, gen_random_uuid(), 0);
  insert into connection_leases (company_id, connection_id, owner) values (company, line, 'one');
  insert into session_credentials values (company, line, 1, 'sealed');
  insert into session_keys values (company, line, 'session', '1', 'sealed');
  insert into message_templates (company_id, connection_id, name, language, category, header, body, footer, buttons)
    values (company, line, 'lembrete', 'pt_BR', 'utility', '', 'Olá {{1}}', '', '{}');
  insert into connection_events (company_id, connection_id, kind) values (company, line, 'connected');
  insert into connection_new_chats (company_id, connection_id, hour, count) values (company, line, now(), 1);
  insert into inbound_journal (company_id, connection_id, chat, wa_id, stanza) values (company, line, 'chat', 'J1', 'sealed');
  insert into channel_notices (company_id, connection_id, body) values (company, line, '{}');
  insert into mail_cursors (company_id, connection_id, mailbox, uid_validity, uid) values (company, line, 'a@b.test INBOX', 1, 2);
  insert into web_chats (company_id, connection_id, appearance, origins, follows_pages) values (company, line, '{}', '{}', false);
  insert into web_visitors (company_id, name, facts) values (company, 'somebody', '{}');

  update users set connection_id = line where company_id = company and id = boss;
  insert into demo_accounts (company_id, user_id, password_hash) values (company, ana, 'hash');
  insert into ticket_pins (company_id, user_id, ticket_id) values (company, ana, ticket);
  insert into presences (company_id, user_id, process, until) values (company, ana, console, now());
  insert into sessions (company_id, id, user_id) values (company, session, ana);
  insert into refresh_tokens (company_id, hash, session_id, expires_at)
    values (company, convert_to('refresh ' || company, 'UTF8'), session, now() + interval '7 days');
  insert into deleted_user_tokens (company_id, hash, expires_at)
    values (company, convert_to('deleted ' || company, 'UTF8'), now() + interval '7 days');
  insert into recovery_codes values (company, ana, 'hash');
  insert into oidc_providers values (company, false, 'https://login.test', 'balcao', null, false, '{}', 'groups', '{}', '{}', '{}');
  insert into oidc_attempts values (company, 'hash', 'https://login.test', 'balcao', 'nonce', 'word', 'challenge', 4000, 'state', now() + interval '10 minutes');
  insert into passkeys (company_id, id, user_id, credential_id, public_key, counter, name, created_at)
    values (company, session, ana, 'key', 'key', 0, 'Phone', now());
  insert into passkey_links values (company, 'hash', ana, 'challenge', now() + interval '10 minutes');
  insert into sign_in_codes values (company, 'hash', ana, 'challenge', now() + interval '1 minute');
  insert into invitations (company_id, user_id, invited_at, hash, expires_at)
    values (company, ana, now(), 'hash', now() + interval '7 days');
  insert into api_keys (company_id, name, key_hash, scopes)
    values (company, 'Key', sha256(convert_to('key ' || company, 'UTF8')), '{"tags": "read"}');
  insert into token_rates (company_id, token_class, token_id, full_at) values (company, 'connectionToken', 1, now());
  insert into token_calls (company_id, token_class, token_id, method, route, status, duration_ms, at)
    values (company, 'connectionToken', 1, 'POST', '/api/messages/send', 202, 5, now());
  insert into idempotency_keys (company_id, owner, key, request_hash) values (company, 'user:' || ana, 'key', 'hash');
  update audit_log set user_id = boss where company_id = company;
  insert into sync_clients (company_id, id, user_id, schema, app_version) values (company, console, ana, 1, '0.1.0');
  insert into sync_mutation_results (company_id, client_id, seq, status) values (company, console, 1, 'applied');

  update contacts set picture_id = file where company_id = company and id = maria;
  insert into picture_checks (company_id, contact_id) values (company, maria);
  insert into contact_links (company_id, contact_id, person_id) values (company, maria, gen_random_uuid());
  insert into contact_identities values (company, 'phone', '5511987650001', maria);
  insert into wishes (company_id, kind, said_by, hashes) values (company, 'optOut', 'contact', array['\x00'::bytea]);
  insert into opt_outs values (company, '\x00', gen_random_uuid(), '2026-01-01', 'contact');
  update contacts set opted_out_at = '2026-01-01', opted_out_by = 'contact' where company_id = company and id = maria;
  insert into phone_contacts (company_id, connection_id, number, key, name)
    values (company, line, '551187650001', '5511987650001', 'Maria');
  update contact_imports set user_id = boss where company_id = company;

  insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, last_message_at, unread_messages)
    values (company, maria, gone_line, queue, ana, 'closed', 'closed', '2026-01-01', 0);
  update ticket_tracking set user_id = boss where company_id = company;
  update tags set user_id = boss where company_id = company;
  insert into ticket_tags values (company, ticket, tag);
  update quick_messages set queue_id = queue where company_id = company;

  update messages set user_id = boss, media_id = file where company_id = company and id = answered;
  insert into message_translations (company_id, message_id, language, text) values (company, answered, 'en', 'Maria');
  insert into message_receipts (company_id, message_id, participant) values (company, answered, 'maria');
  insert into message_steps (company_id, message_id, kind) values (company, answered, 'failed');
  insert into mail_pages (company_id, message_id, html) values (company, answered, '<h1>Oferta</h1>');
  insert into read_receipts_due (company_id, connection_id, message_id) values (company, line, asked);
  insert into outgoing_changes (company_id, connection_id, contact_id, message_id, kind, created_at)
    values (company, line, maria, answered, 'edit', '2026-01-04');
  insert into early_acks (company_id, connection_id, wa_id, ack) values (company, line, 'OUT2', 3);
  insert into early_changes (company_id, connection_id, wa_id, from_me, participant, identities, kind)
    values (company, line, 'IN2', false, '', '{phone:5511987650001}', 'delete');
  insert into block_orders (company_id, connection_id, contact_id, blocked) values (company, gone_line, maria, true);
  insert into outgoing_calls (company_id, id, kind, lane, due_at) values (company, console, 'turn', 'ticket:1', now());
  insert into automation_clocks (company_id, ticket_id, kind, since) values (company, ticket, 'waiting', now())
    on conflict do nothing;
  insert into automation_runs (company_id, automation_id, ticket_id, texts, at)
    select company, min(id), ticket, 1, now() from automations where company_id = company;
  insert into automation_silences (company_id, automation_id, ticket_id, reason)
    select company, min(id), ticket, 'ERR_AUTOMATION_OPTED_OUT' from automations where company_id = company;
  insert into ticket_sortings (company_id, ticket_id, automation_id, call_id, moves, at)
    select company, ticket, min(id), console, true, now() from automations where company_id = company;
  insert into deadlines (company_id, ticket_id, policy_id, kind)
    select company, ticket, min(id), 'resolution' from deadline_policies where company_id = company;
  insert into rating_messages (company_id, tracking_id, message_id)
    select company, min(id), asked from ticket_tracking where company_id = company;
  insert into open_hours (company_id, queue_id, opens, closes, before_s) values (company, queue, now(), now(), 0);
  insert into bot_turns (company_id, id, ticket_id, answerer, since) values (company, console, ticket, 'prompt', now());
  insert into bot_sessions (company_id, ticket_id, session) values (company, ticket, '{}');
  insert into transcripts (company_id, media_id, text) values (company, file, 'said');
  insert into bill_lookups (company_id, contact_id, document_hash) values (company, maria, 'hash');
  insert into ticket_tokens (company_id, ticket_id, integration_id, token_hash, expires_at)
    select company, ticket, min(id), convert_to('ticket ' || company, 'UTF8'), now() from queue_integrations
    where company_id = company;
  insert into job_setbacks (job, company_id, item, tries, reason, retry_at)
    values ('scheduled messages', company, 'x', 1, 'ill', now());
  insert into import_origins values (company, 'there', 'contact', '1', maria);
  insert into import_marks values (company, 'there', 'contact', '1');
  insert into import_notes values (company, 'there', 'contact', '1', 'renamed');
  insert into import_files values (company, file, 'there', 'messages', '1', 'x.jpg');
  insert into article_meanings (company_id, article_id, model, numbers)
    select company, min(id), 'any', '\x01' from knowledge_articles where company_id = company;
  insert into meaning_faults (company_id, reason, since, at) values (company, 'refused', now(), now());
end $$;
