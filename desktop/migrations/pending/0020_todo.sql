-- The person's own task list, which never leaves this computer.
create table todo (
  id integer primary key autoincrement,
  text text not null,
  done int not null default 0
);
