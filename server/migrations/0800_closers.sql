-- A waiting ticket is of whoever closes it. Those that were closed with nobody's name until now stand in the list of whom
-- their last cycle names, if that person is still here. The feed tells of one company in a transaction (0050), this is of
-- all: consoles fetch their rows anew instead.
alter table tickets disable trigger feed;
update tickets t set user_id = u.id
from users u
where t.status = 'closed' and t.user_id is null and u.company_id = t.company_id and u.id = (
  select user_id from ticket_tracking k
  where k.company_id = t.company_id and k.ticket_id = t.id order by k.id desc limit 1);
alter table tickets enable trigger feed;
update sync_state set epoch = gen_random_uuid();
