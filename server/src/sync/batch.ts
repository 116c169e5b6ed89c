import { type BatchFrame, LIMITS, type MutationResult } from '@balcao/shared/sync/frames.ts';
import type { Tx } from '../platform/db/client.ts';
import { compose } from './compose.ts';
import { loadRows } from './load.ts';
import { readLog } from './log.ts';
import type { Snapshot } from './snapshot.ts';
import { concerns, type View } from './view.ts';

/** Messages of one ticket in one batch; older ones are a gap that the console pages. */
const TICKET_MESSAGES = 50;

export interface Batch {
  to: number;
  more: boolean;
  acked: number;
  /** Nothing in it that the console needs to hear of. */
  empty: boolean;
  text: string;
}

export interface BatchRequest {
  view: View;
  snapshot: Snapshot;
  /** The position that the console has been sent. */
  from: number;
  /** The position up to which the log was examined for it. */
  cursor: number;
  /** Last command that it has been told the result of. */
  acked: number;
  clientId: string;
}

/** Sync-protocol 4.6, steps 3 to 5. */
export async function readBatch(tx: Tx, request: BatchRequest): Promise<Batch> {
  const { view, snapshot } = request;
  const [page, results] = await Promise.all([
    readLog(tx, view.actor.companyId, request.cursor, snapshot.head, LIMITS.batchRows),
    snapshot.lastMutationSeq > request.acked ? readResults(tx, request) : [],
  ]);
  const entries = page.entries.filter((entry) => concerns(view, entry));
  const loaded = await loadRows(tx, view, entries);

  const write = (to: number, more: boolean, perTicket: number) => {
    const changes = compose(entries, loaded, to, perTicket);
    // A command's effects may lie beyond this batch, so only one that reaches the head confirms commands (I6).
    const mutations = more
      ? { acked: request.acked, results: [] }
      : { acked: snapshot.lastMutationSeq, results };
    const frame: BatchFrame = { type: 'batch', from: request.from, to, more, ...changes, mutations };
    const empty =
      changes.puts.length + changes.evicts.length + changes.deletes.length === 0 &&
      mutations.acked === request.acked;
    return { to, more, acked: mutations.acked, empty, text: JSON.stringify(frame) };
  };

  let batch = write(page.to, page.more, TICKET_MESSAGES);
  const seqs = [...new Set(entries.map((entry) => entry.seq))];
  while (seqs.length > 1 && batch.text.length > LIMITS.batchBytes) {
    seqs.length = Math.ceil(seqs.length / 2);
    batch = write(seqs.at(-1) ?? page.to, true, TICKET_MESSAGES);
  }
  // One transaction is never split; its older messages become gaps when a frame cannot hold them.
  for (
    let keep = TICKET_MESSAGES >> 1;
    keep > 0 && Buffer.byteLength(batch.text) > LIMITS.maxFrame;
    keep >>= 1
  )
    batch = write(batch.to, batch.more, keep);
  return batch;
}

interface StoredResult extends Pick<MutationResult, 'seq' | 'status'> {
  code: NonNullable<MutationResult['code']> | null;
  params: NonNullable<MutationResult['params']> | null;
}

/** What became of the commands that the console has not heard of; it never has more of them under way than the limit. */
async function readResults(tx: Tx, { view, snapshot, acked, clientId }: BatchRequest) {
  const after = Math.max(acked, snapshot.lastMutationSeq - LIMITS.mutationsInFlight);
  const rows = await tx<StoredResult[]>`
    select seq, status, code, params from sync_mutation_results
    where company_id = ${view.actor.companyId} and client_id = ${clientId} and seq > ${after} order by seq`;
  return rows.map(({ seq, status, code, params }): MutationResult => {
    return { seq, status, ...(code ? { code } : {}), ...(params ? { params } : {}) };
  });
}
