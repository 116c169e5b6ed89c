-- A small company with a row in each table, and with a file on whatever can carry one.
create function pg_temp.found_company(called text) returns bigint language plpgsql as $$
declare
  company bigint;
  line bigint;
  gone_line bigint;
  queue bigint;
  ana bigint;
  boss bigint;
  maria bigint;
  joao bigint;
  ticket bigint;
  tag bigint;
  session constant uuid := gen_random_uuid();
  console constant uuid := gen_random_uuid();
  file constant uuid := gen_random_uuid();
  sheet constant uuid := gen_random_uuid();
  asked constant uuid := gen_random_uuid();
  answered constant uuid := gen_random_uuid();
begin
  insert into companies (name, plan_id) select called, id from plans returning id into company;
  insert into settings (company_id, key, value) values (company, 'userRating', 'enabled');

  insert into media (company_id, id, state, mime, path) values (company, file, 'stored', 'image/png', file::text);
  insert into media_let_go (company_id, media_id) values (company, file);
  insert into removed_files (company_id, path) values (company, 'gone');
  insert into queues (company_id, name, color, media_id) values (company, 'Vendas', '#0c8599', file) returning id into queue;
  insert into queue_options (company_id, queue_id, title, option, media_id) values (company, queue, 'Preços', 1, file);

  insert into connections (company_id, name, is_default, number, api_token_hash)
    values (company, 'Loja', true, '551190000' || company, convert_to('token ' || company, 'UTF8')) returning id into line;
  insert into connections (company_id, name, deleted_at, api_token_hash)
    values (company, 'Antiga', now(), convert_to('gone ' || company, 'UTF8')) returning id into gone_line;
  insert into connection_queues values (company, line, queue);
  insert into connection_leases (company_id, connection_id, owner, expires_at) values (company, line, 'one', now());
  insert into session_credentials values (company, line, 1, 'sealed');
  insert into session_keys values (company, line, 'session', '1', 'sealed');
  insert into connection_events (company_id, connection_id, kind) values (company, line, 'connected');
  insert into inbound_journal (company_id, connection_id, chat, wa_id, stanza) values (company, line, 'chat', 'J1', 'sealed');

  insert into users (company_id, name, email, password_hash, profile, connection_id)
    values (company, 'Chefe', 'chefe@' || company || '.test', 'hash', 'admin', line) returning id into boss;
  insert into users (company_id, name, email, password_hash)
    values (company, 'Ana', 'ana@' || company || '.test', 'hash') returning id into ana;
  insert into user_queues values (company, ana, queue);
  insert into presences (company_id, user_id, process, until) values (company, ana, console, now());
  insert into sessions (company_id, id, user_id) values (company, session, ana);
  insert into refresh_tokens (company_id, hash, session_id, expires_at)
    values (company, convert_to('refresh ' || company, 'UTF8'), session, now() + interval '7 days');
  insert into deleted_user_tokens (company_id, hash, expires_at)
    values (company, convert_to('deleted ' || company, 'UTF8'), now() + interval '7 days');
  insert into recovery_codes values (company, ana, 'hash');
  insert into password_resets (company_id, user_id) values (company, ana);
  insert into idempotency_keys (company_id, user_id, key, request_hash) values (company, ana, 'key', 'hash');
  insert into audit_log (company_id, user_id, user_name, action, entity, entity_id)
    values (company, boss, 'Chefe', 'create', 'user', ana);
  insert into sync_clients (company_id, id, user_id, schema, app_version) values (company, console, ana, 1, '0.1.0');
  insert into sync_mutation_results (company_id, client_id, seq, status) values (company, console, 1, 'applied');

  insert into contacts (company_id, name, number, picture_id)
    values (company, 'Maria Souza', '5511987650001', file) returning id into maria;
  insert into picture_checks (company_id, contact_id) values (company, maria);
  insert into contacts (company_id, name, number, blocked) values (company, 'João', '551133330001', true) returning id into joao;
  insert into contact_identities values (company, 'phone', '5511987650001', maria);
  insert into phone_contacts (company_id, connection_id, number, key, name)
    values (company, line, '551187650001', '5511987650001', 'Maria');
  insert into contact_imports (company_id, id, user_id, headings, meanings, total)
    values (company, sheet, boss, '{Nome}', '{name}', 1);
  insert into contact_import_rows (company_id, import_id, row, cells) values (company, sheet, 2, '{Maria}');

  insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, last_message_at, unread_messages)
    values
      (company, maria, gone_line, queue, ana, 'closed', 'closed', '2026-01-01', 0),
      (company, joao, gone_line, null, null, 'pending', 'waiting', '2026-01-02', 0),
      (company, joao, line, queue, ana, 'open', 'unanswered', '2026-01-03', 2);
  insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, last_message_at)
    values (company, maria, line, queue, boss, 'open', 'answered', '2026-01-04') returning id into ticket;
  insert into ticket_tracking (company_id, ticket_id, connection_id, user_id) values (company, ticket, line, boss);
  with refused as (
    insert into tickets (company_id, contact_id, connection_id, queue_id, status, last_message)
    values (company, maria, line, queue, 'closed', 'closed by the boss') returning id)
  insert into ticket_tracking (company_id, ticket_id, connection_id, user_id, finished_at)
  select company, id, line, boss, now() from refused;
  insert into tags (company_id, name, color, user_id) values (company, 'VIP', '#5f3dc4', boss) returning id into tag;
  insert into ticket_tags values (company, ticket, tag);
  insert into quick_messages (company_id, shortcode, message, geral, user_id, queue_id, media_id)
    values (company, 'oi', 'Olá', false, ana, null, file), (company, 'pix', 'Chave', true, boss, queue, null);
  insert into schedules (company_id, id, contact_id, user_id, body, media_id, send_at, due_at)
    values (company, gen_random_uuid(), maria, ana, 'Bom dia', file, now(), now());

  insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, wa_id, created_at)
    values (company, asked, ticket, maria, line, false, 'Tem pão?', 'received', 'IN1', '2026-01-03');
  insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, state, wa_id, media_id, created_at)
    values (company, answered, ticket, maria, line, boss, true, 'Tem!', 'sent', 'OUT1', file, '2026-01-04');
  insert into message_receipts (company_id, message_id, participant) values (company, answered, 'maria');
  insert into read_receipts_due (company_id, connection_id, message_id) values (company, line, asked);
  insert into outgoing_changes (company_id, connection_id, contact_id, message_id, kind, created_at)
    values (company, line, maria, answered, 'edit', '2026-01-04');
  insert into early_acks (company_id, connection_id, wa_id, ack) values (company, line, 'OUT2', 3);
  insert into early_changes (company_id, connection_id, wa_id, from_me, participant, identities, kind)
    values (company, line, 'IN2', false, '', '{phone:5511987650001}', 'delete');
  insert into block_orders (company_id, connection_id, contact_id, blocked) values (company, gone_line, joao, true);
  insert into job_setbacks (job, company_id, item, tries, reason, retry_at)
    values ('scheduled messages', company, 'x', 1, 'ill', now());
  return company;
end $$;
