-- What rules may also point at rests them when it is deleted.
create trigger rest_automations after delete on file_lists for each row execute function rest_automations('fileList');
create trigger rest_automations after delete on prompts for each row execute function rest_automations('prompt');
create trigger rest_automations after delete on queue_integrations
  for each row execute function rest_automations('integration');
