import { randomUUID } from 'node:crypto';
import type { Mutation } from '@balcao/shared/sync/commands.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxRow, OutboxStatements } from './outbox-statements.ts';

/** The numbers under which the server knows this console's commands. */
export type Numbering = Pick<Outbox, 'clientId' | 'number' | 'agreesWith' | 'renumber' | 'bringAgain'>;

export function createNumbering(sql: OutboxStatements): Numbering {
  sql.makeClient.run(randomUUID());

  function client(): { client_id: string; next_seq: number } {
    const row = sql.client.get();
    if (!row) throw new Error('the row of this client is missing');
    return row;
  }

  function renumber(): void {
    sql.newClient.run(randomUUID());
    sql.forgetNumbers.run();
  }

  return {
    clientId: () => client().client_id,
    number(positions) {
      let { next_seq: next } = client();
      const numbered = positions.map((position) => {
        const row = sql.get.get(position);
        if (row?.state !== 'queued') throw new Error(`command ${position} is not queued`);
        const seq = row.seq ?? next++;
        const id = row.command_id ?? randomUUID();
        if (row.seq === null || row.command_id === null) sql.setNumber.run(seq, id, position);
        return { ...commandOf(row), seq, id };
      });
      sql.setNext.run(next);
      return numbered;
    },
    agreesWith(lastMutationSeq) {
      const { next_seq: next } = client();
      // Numbers below the first one that waits have been confirmed.
      const confirmed = (sql.firstNumber.get() ?? next) - 1;
      return lastMutationSeq >= confirmed && lastMutationSeq < next;
    },
    renumber,
    bringAgain(before, done) {
      const aged = sql.aged.all(before, done);
      // A numbered command waits for nothing.
      const isSent = aged.some(({ seq }) => seq !== null);
      if (isSent && (sql.firstNumber.get() ?? done) <= done) return 'unsettled';
      for (const { position } of aged) sql.bringAgain.run(position);
      if (!isSent) return 'done';
      renumber();
      return 'renamed';
    },
  };
}

/** Stored commands were valid when they were stored; those of another version are found by `quarantine`. */
export function commandOf({ name, args, at }: OutboxRow): Mutation {
  return { seq: 0, name, args: JSON.parse(args), at } as Mutation;
}
