-- How this person looks at the ticket lists: filter and order, as JSON. Theirs alone, and not cleared when they leave.
create table list_view (
  id integer primary key check (id = 1),
  view text not null
);
