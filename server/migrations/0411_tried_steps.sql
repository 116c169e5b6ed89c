-- `tried`: the network did not take it, and it is sent again by itself, with the reason. No trigger sees that: the row of the
-- message says only when it goes out next.
alter table message_steps drop constraint message_steps_kind_check;
alter table message_steps add constraint message_steps_kind_check
  check (kind in ('tried', 'failed', 'again', 'edited', 'deleted', 'undone'));
