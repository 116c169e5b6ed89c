-- A contact shows which connections refused to block it: consoles hear of it when one comes or goes, whoever writes it.
create function feed_block_orders() returns trigger language plpgsql as $$
declare
  changed block_orders := case when tg_op = 'DELETE' then old else new end;
  carrier contacts;
begin
  if coalesce(old.state = 'refused', false) = coalesce(new.state = 'refused', false) then return null; end if;
  select * into carrier from contacts where company_id = changed.company_id and id = changed.contact_id;
  -- The contact may be going too: that entry stands already.
  if found then
    perform feed_write(carrier.company_id, 'contact', carrier.id::text, 'put',
      contact_scopes(carrier.company_id, carrier.id, carrier.added_by));
  end if;
  return null;
end $$;

-- A connection that was deleted has nobody to block any more. No console shows it, and the feed tells of one company in a
-- transaction (0050).
delete from block_orders o using connections w
where w.company_id = o.company_id and w.id = o.connection_id and w.deleted_at is not null;

create constraint trigger feed after insert or update or delete on block_orders
  deferrable initially deferred for each row execute function feed_block_orders();
