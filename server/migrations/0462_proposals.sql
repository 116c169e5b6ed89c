-- What became of what the AI has proposed to agents: taken, or thrown away.
alter table ai_usage add column proposals_kept int not null default 0;
alter table ai_usage add column proposals_dropped int not null default 0;
