-- Subject and copies of a mail, as they are typed: {subject, cc, bcc}; null: those of the mail that is answered.
alter table draft add column mail text;
