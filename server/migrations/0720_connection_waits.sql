alter table connections
  -- How long a state lasts, where that is known: until the next attempt, or the end of WhatsApp's restriction.
  add column until timestamptz,
  -- Rises with every wish to try now: the owner that waits for its next attempt does not wait any longer.
  add column nudges int not null default 0;
