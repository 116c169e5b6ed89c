import type postgres from 'postgres';

/** The database itself records every tick that goes back; a failed message that is sent again starts over. */
export async function watchTicks(admin: postgres.Sql): Promise<void> {
  await admin.unsafe(`
    create table tick_regressions (body text not null);
    create function note_regression() returns trigger language plpgsql security definer as $$
    begin
      insert into tick_regressions values (new.body || ': ' || old.ack || ' to ' || new.ack);
      return null;
    end $$;
    create trigger note_regression after update on messages for each row
      when (new.ack < old.ack and not (old.ack = 1 and new.ack = 0)) execute function note_regression()`);
}

/** Ticks that went back, by message text. */
export const tickRegressions = async (admin: postgres.Sql): Promise<string[]> =>
  (await admin`select body from tick_regressions`).map(({ body }) => String(body));
