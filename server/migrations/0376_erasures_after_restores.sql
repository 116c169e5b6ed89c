-- An erasure, too, is done again after a restore: by what knows the person again, as `erasures.marks` has it.
alter table wishes drop constraint wishes_kind_check;
alter table wishes add constraint wishes_kind_check check (kind in ('optOut', 'optIn', 'erasure'));
alter table wishes add column contacts jsonb not null default '[]';

create function note_erasure() returns trigger language plpgsql as $$
begin
  -- One that is done again began long ago, and stands there already.
  if new.began_at = now() then
    insert into wishes (company_id, kind, at, hashes, contacts)
    values (new.company_id, 'erasure', new.began_at, array(
      select decode(hash, 'hex') from jsonb_array_elements_text(new.marks -> 'hashes') as hash), new.marks -> 'contacts');
  end if;
  return null;
end $$;
create trigger note_erasure after update of state on erasures for each row
  when (new.state = 'running' and old.state <> 'running') execute function note_erasure();
