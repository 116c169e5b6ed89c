-- The ids under which screens have given something to be done: who was not answered asks again, and it is done once.
create table given (
  position integer primary key autoincrement,
  id text not null unique
);
