-- The first entry of a list that has an address, in small letters. As the owner's: under the rows' rules `lower` uses no index.
create function first_of_address(list bigint, address text) returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select min(id) from (
      select id from contact_list_items
      where company_id = current_company() and lower(email) = address and email <> '' and contact_list_id = list
      offset 0) found
  $$;
