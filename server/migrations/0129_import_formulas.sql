-- Cells of the file were calculated by formulas, and what was saved as their results has been read.
alter table contact_imports add column has_formulas boolean not null default false;
