-- Whoever has written from an address, or was answered there, is no stranger to a campaign by e-mail.
create or replace function is_new_chat(company bigint, connection bigint, phone text) returns table (is_new boolean)
  language sql stable
  as $$
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
  $$;
