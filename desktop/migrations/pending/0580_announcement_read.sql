-- The announcements that this person has read, each as it was then: one that has changed is unread again.
create table announcement_read (
  id integer primary key,
  updated_at text not null
);
