-- The entities whose rows this cache has.
alter table sync_state add column entities text not null
  default 'connection,contact,message,queue,quickMessage,schedule,setting,tag,ticket,user';
