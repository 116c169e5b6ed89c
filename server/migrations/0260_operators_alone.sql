-- What only the platform's operators decide, no request of a company can write, whatever a route forgets: of the company
-- its plan, its due date and whether it is blocked; of a person that they are an operator.
revoke update on companies from balcao_app;
grant update (timezone, language, schedules) on companies to balcao_app;

revoke insert, update on users from balcao_app;
grant insert (company_id, name, email, password_hash, profile, all_ticket, connection_id) on users to balcao_app;
grant update (name, email, password_hash, profile, all_ticket, connection_id, online, view_version,
  totp_secret, totp_confirmed_at, totp_step) on users to balcao_app;
