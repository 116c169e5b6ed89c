-- Who had chosen among the kinds of help before tags and queues were proposed has that kind too.
update settings set value = value || ',sort'
where key = 'agentHelpKinds' and value <> '' and not ('sort' = any (string_to_array(value, ',')));
