-- What a rule says may be withdrawn without a deletion of what it lies in: it rests then, too.
create trigger rest_automations_of_private after update of geral on quick_messages for each row
  when (old.geral and not new.geral) execute function rest_automations('quickMessage');

-- A text that the messenger has approved goes by name and language: rules name it so, and its connection in `refs`.
create function rest_automations_of_template() returns trigger language plpgsql as $$
begin
  update automations set resting = 'gone', resting_since = now()
  where company_id = old.company_id and resting is null and refs @> array['connection:' || old.connection_id]
    and effects @> jsonb_build_array(jsonb_build_object('kind', 'template', 'connectionId', old.connection_id,
      'template', jsonb_build_object('name', old.name, 'language', old.language)));
  return null;
end $$;
create trigger rest_automations after delete on message_templates
  for each row execute function rest_automations_of_template();
