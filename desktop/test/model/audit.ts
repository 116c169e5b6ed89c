import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { LiveApi } from '../live/live-api.ts';

/**
 * Writes down, at each commit, what the server's rows became, under the number that the feed gave the transaction: so
 * what a console held at a number can be compared afterwards with what it should have held.
 */
export async function installAudit(admin: LiveApi['admin']): Promise<void> {
  await admin.unsafe(`
    create sequence audit_order;
    create table audit_tickets (
      n bigint default nextval('audit_order'), company_id bigint, seq bigint, muted boolean, id bigint, ticket jsonb);
    create table audit_views (company_id bigint, user_id bigint, version int, profile text, all_ticket boolean, queue_ids bigint[]);
    create table audit_commands (client_id uuid, seq bigint, feed_seq bigint);

    create function audit_seq() returns bigint language sql as
      $$ select split_part(nullif(current_setting('app.feed', true), ''), ':', 2)::bigint $$;

    create function audit_ticket() returns trigger language plpgsql security definer set search_path = public as $$
    declare
      changed tickets := case when tg_op = 'DELETE' then old else new end;
      head bigint := (select greatest(floor, (select max(seq) from change_log where company_id = s.company_id))
        from sync_state s where s.company_id = changed.company_id);
    begin
      insert into audit_tickets (company_id, seq, muted, id, ticket)
      values (changed.company_id, coalesce(audit_seq(), head), audit_seq() is null, changed.id,
        case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$;
    create constraint trigger zz_audit after insert or update or delete on tickets
      deferrable initially deferred for each row execute function audit_ticket();

    create function audit_view() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into audit_views select company_id, id, view_version, profile, all_ticket,
        array(select queue_id from user_queues where user_id = u.id) from users u where id = new.id;
      return null;
    end $$;
    create constraint trigger zz_audit after insert or update on users
      deferrable initially deferred for each row execute function audit_view();

    create function audit_command() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into audit_commands values (new.client_id, new.seq, audit_seq());
      return null;
    end $$;
    create constraint trigger zz_audit after insert on sync_mutation_results
      deferrable initially deferred for each row execute function audit_command()`);
}

/** The state of a console right after a batch that was the last for the moment. */
export interface Observation {
  clientId: string;
  to: number;
  viewVersion: number;
  acked: number;
  tickets: TicketRow[];
}

/** A ticket that a frame reported, between two positions and two views of its console. */
export interface Sighting {
  ticketId: number;
  from: number;
  to: number;
  views: [number, number];
}

interface TicketState {
  seq: number;
  muted: boolean;
  ticket: {
    status: string;
    user_id: number | null;
    queue_id: number | null;
    contact_id: number;
    unread_messages: number;
    last_message: string;
    scopes: string[];
  } | null;
}

/** Beside which numbers a transaction without one may have become visible. */
const MUTED_SLACK = 10;

/** Everything that the server's rows of one company have been. */
export interface History {
  /** I2, I4, I6: what of the observation is not so. */
  faultsOf(userId: number, observation: Observation): string[];
  /** I4: the ticket could be seen at no moment of the time in which the frame was made. */
  isLeak(userId: number, sighting: Sighting): boolean;
}

export async function readHistory(admin: LiveApi['admin'], companyId: number): Promise<History> {
  const states = await admin<(TicketState & { id: number })[]>`
    select id::int, seq::int, muted, ticket from audit_tickets where company_id = ${companyId} order by n`;
  const views = await admin<
    { userId: number; version: number; allTicket: boolean; profile: Actor['profile']; queueIds: string[] }[]
  >`
    select user_id::int as "userId", version, profile, all_ticket as "allTicket", queue_ids as "queueIds"
    from audit_views where company_id = ${companyId}`;
  const commands = await admin<{ clientId: string; seq: number; feedSeq: number }[]>`
    select client_id as "clientId", seq::int, feed_seq::int as "feedSeq" from audit_commands where feed_seq is not null`;
  const tickets = Map.groupBy(states, ({ id }) => id);

  const scopesOf = (userId: number, version: number): Set<string> => {
    const view = views.findLast((row) => row.userId === userId && row.version === version);
    if (!view) throw new Error(`nobody knows view ${version} of user ${userId}`);
    const { profile, allTicket, queueIds } = view;
    return new Set(actorScopes({ userId, profile, super: false, allTicket, queueIds: queueIds.map(Number) }));
  };
  const isVisible = (state: TicketState | undefined, scopes: Set<string>) =>
    state?.ticket?.scopes.some((scope) => scopes.has(scope)) === true;

  /** The ticket's state at `seq`: one, or several when a muted transaction is near. */
  function statesAt(id: number, seq: number): (TicketState | undefined)[] {
    const known = (tickets.get(id) ?? []).filter((state) => state.seq <= seq);
    const found: (TicketState | undefined)[] = [known.at(-1)];
    for (let back = 1; known.at(-back)?.muted && (known.at(-back)?.seq ?? 0) + MUTED_SLACK >= seq; back++)
      found.push(known.at(-back - 1));
    return found;
  }

  return {
    faultsOf(userId, { clientId, to, viewVersion, acked, tickets: held }) {
      const scopes = scopesOf(userId, viewVersion);
      const faults: string[] = [];
      for (const id of new Set([...tickets.keys(), ...held.map((row) => row.id)])) {
        const row = held.find((one) => one.id === id);
        const expected = statesAt(id, to);
        if (
          expected.some((state) =>
            row ? isVisible(state, scopes) && isSame(row, state) : !isVisible(state, scopes),
          )
        )
          continue;
        faults.push(
          `ticket ${id} at ${to}: holds ${JSON.stringify(row)}, server had ${JSON.stringify(expected)}`,
        );
      }
      for (const command of commands)
        if (command.clientId === clientId && command.seq <= acked && command.feedSeq > to)
          faults.push(`command ${command.seq} confirmed at ${to}, effects come at ${command.feedSeq}`);
      return faults;
    },
    isLeak(userId, { ticketId, from, to, views: [first, last] }) {
      const between = (tickets.get(ticketId) ?? []).filter((state) => state.seq > from && state.seq <= to);
      for (let version = first; version <= last; version++) {
        const scopes = scopesOf(userId, version);
        if ([...statesAt(ticketId, from), ...between].some((state) => isVisible(state, scopes))) return false;
      }
      return true;
    },
  };
}

function isSame(row: TicketRow, state: TicketState | undefined): boolean {
  const ticket = state?.ticket;
  return (
    !!ticket &&
    row.status === ticket.status &&
    row.userId === ticket.user_id &&
    row.queueId === ticket.queue_id &&
    row.contactId === ticket.contact_id &&
    row.unreadMessages === ticket.unread_messages &&
    row.lastMessage === ticket.last_message
  );
}
