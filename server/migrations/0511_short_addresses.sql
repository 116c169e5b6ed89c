-- An id of a messenger that is as short as other figures are: met as a whole value alone, where an id stands.
alter table erasure_targets
  drop constraint erasure_targets_kind_check,
  add constraint erasure_targets_kind_check check (kind in ('contact', 'address', 'id', 'number', 'media', 'path'));
