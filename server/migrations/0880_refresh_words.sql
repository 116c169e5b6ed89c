-- The word that a console brought when it used a token, stored hashed: whoever has it hears the same answer again.
alter table refresh_tokens add column word bytea;
