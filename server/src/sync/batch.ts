import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { type BatchFrame, LIMITS, type MutationResult } from '@balcao/shared/sync/frames.ts';
import type { Tx } from '../platform/db/client.ts';
import { newsShown } from '../platform/moments.ts';
import { compose } from './compose.ts';
import type { CursorProofs } from './cursor-proof.ts';
import { composeEvents, type LiveRows, loadLiveRows } from './live-events.ts';
import { entryOf, type Loaded, loadRows } from './load.ts';
import { type LogEntry, type LogPage, readLog } from './log.ts';
import {
  type ListenerIdentity,
  type Position,
  ResyncError,
  readSnapshots,
  resyncReason,
  type SnapshotWithoutRights,
} from './snapshot.ts';
import type { LiveLinks } from './synced-entity.ts';
import { mayAffect, type View, viewKey } from './view.ts';

/** Messages of one contact in one batch; older ones are a gap that the console pages. */
export const CONTACT_MESSAGES = 50;
/** What a frame has besides rows: the results of a few commands. */
const ENVELOPE_BYTES = 32 * 1024;

export interface Batch {
  /** Of the log to which `to` belongs. */
  epoch: string;
  to: number;
  more: boolean;
  acked: number;
  /** Nothing in it that the console needs to hear of. */
  empty: boolean;
  /** The frame for consoles, the list of events for other programs. */
  text: Buffer;
  /** The messages in a frame, as long as somebody wants to know. */
  messageIds: readonly string[];
}

export interface BatchRequest {
  form: 'frame' | 'events';
  identity: ListenerIdentity;
  view: View;
  /** The position up to which the log was examined for it. */
  position: Position;
  /** The position that the console has been sent. */
  from: number;
  /** Last command that it has been told the result of. */
  acked: number;
}

/** A SessionEndedError or a ResyncError concerns this one console only. */
export type Outcome = Batch | Error;

/**
 * Reads for all consoles of one company that stand at the same place of the log: one snapshot,
 * one look at the log, one load of the rows; who sees what of them is decided here, and written once for all who see
 * the same.
 */
export async function readBatches(
  tx: Tx,
  companyId: number,
  cursor: number,
  requests: readonly BatchRequest[],
  { links, proofs }: { links: LiveLinks; proofs: CursorProofs },
): Promise<Outcome[]> {
  const [standingOf, page] = await Promise.all([
    readSnapshots(
      tx,
      companyId,
      requests.map(({ identity }) => identity),
    ),
    readLog(tx, companyId, cursor, LIMITS.batchRows),
  ]);
  const judged = requests.map((request) => judge(request, standingOf(request.identity)));
  const admitted = judged.filter((one): one is Admitted => !(one instanceof Error));
  const views = admitted.map(({ request }) => request.view);
  const entries = page.entries.filter((entry) => views.some((view) => mayAffect(view, entry)));
  const [loaded, results] = await Promise.all([
    loadRows(tx, companyId, views, entries),
    readResults(tx, companyId, admitted),
  ]);
  const proofOf = (epoch: string, seq: number) => proofs.of(companyId, { epoch, seq });
  const write = createWriter({ ...page, entries }, loaded, proofOf);
  const wantsEvents = admitted.some(({ request }) => request.form === 'events');
  const live = wantsEvents ? await loadLiveRows(tx, companyId, cursor, page.to, loaded, links) : null;
  const writeLive = live ? createLiveWriter(companyId, { ...page, entries }, loaded, live) : null;
  return judged.map((one) => {
    if (one instanceof Error) return one;
    if (one.request.form === 'events' && writeLive) return writeLive(one);
    return write(one, results.get(one.request.identity.clientId ?? '') ?? []);
  });
}

interface Admitted {
  request: BatchRequest;
  standing: SnapshotWithoutRights;
}

function judge(request: BatchRequest, standing: SnapshotWithoutRights | Error): Admitted | Error {
  if (standing instanceof Error) return standing;
  const reason = resyncReason(standing, request.position);
  return reason ? new ResyncError(reason) : { request, standing };
}

/** Writes batches, for consoles with the same view only once. */
function createWriter(page: LogPage, loaded: Loaded, proofOf: (epoch: string, seq: number) => string) {
  const scopes = scopesOf(page.entries, loaded);
  const bodies = new Map<string, Body>();
  // To sign for each console would take longer than all else that is written for it.
  const proofs = new Map<number, string>();
  const texts = new Map<string, Buffer>();
  return ({ request, standing }: Admitted, results: MutationResult[]): Batch => {
    const { view, from } = request;
    const alike = viewKey(view, scopes);
    const body = bodies.get(alike) ?? writeBody(page, loaded, view, standing.head);
    bodies.set(alike, body);
    const { to, more } = body;
    // A command's effects may lie beyond this batch, so only one that reaches the head confirms commands (I6).
    const mutations: BatchFrame['mutations'] = more
      ? { acked: request.acked, results: [] }
      : { acked: standing.lastMutationSeq, results };
    const proof = entryOf(proofs, to, () => proofOf(standing.epoch, to));
    const envelope = JSON.stringify({ type: 'batch', from, to, proof, more, mutations }).slice(0, -1);
    const key = `${alike} ${envelope}`;
    const text = texts.get(key) ?? Buffer.from(`${envelope},${body.text}}`);
    texts.set(key, text);
    const empty = body.empty && mutations.acked === request.acked;
    const { messageIds } = body;
    return { epoch: standing.epoch, to, more, acked: mutations.acked, empty, text, messageIds };
  };
}

/** Writes events, for programs with the same view only once. */
function createLiveWriter(companyId: number, page: LogPage, loaded: Loaded, live: LiveRows) {
  const scopes = scopesOf(page.entries, loaded);
  const batches = new Map<string, Batch>();
  return ({ request: { view }, standing }: Admitted): Batch => {
    const alike = viewKey(view, scopes);
    const entries = page.entries.filter((entry) => mayAffect(view, entry));
    const write = (to: number): Batch => {
      const events = composeEvents(companyId, entries, loaded, live, view, to);
      const text = Buffer.from(JSON.stringify(events));
      const { epoch, head } = standing;
      const empty = events.length === 0;
      return { epoch, to, more: to < head, acked: 0, empty, text, messageIds: NONE };
    };
    const batch = batches.get(alike) ?? inSize(entries, write, page.to ?? standing.head);
    batches.set(alike, batch);
    return batch;
  };
}

/** Fewer transactions where all of them are too much for a frame: about as many as fit, the others are read again. */
function inSize<B extends { to: number; text: string | Buffer }>(
  entries: readonly LogEntry[],
  write: (to: number) => B,
  to: number,
): B {
  let body = write(to);
  const seqs = [...new Set(entries.map((entry) => entry.seq))];
  while (seqs.length > 1 && body.text.length > LIMITS.batchBytes) {
    const share = Math.min(0.9, LIMITS.batchBytes / body.text.length);
    seqs.length = Math.max(1, Math.floor(seqs.length * share));
    body = write(seqs.at(-1) ?? body.to);
  }
  return body;
}

/** Everything by which the consoles of this page may differ. */
function scopesOf(entries: readonly LogEntry[], loaded: Loaded): Set<string> {
  const scopes = new Set(entries.flatMap((entry) => entry.scopes));
  for (const [entity, rows] of loaded.rows)
    for (const { row, scopes: own, fuller } of rows.values()) {
      for (const scope of [...own, ...(fuller?.scopes ?? [])]) scopes.add(scope);
      if (entity === 'ticket') scopes.add(`k:${(row as TicketRow).contactId}`).add(`t:${row.id}`);
    }
  for (const tail of loaded.tails.values())
    for (const { scopes: own, fuller } of tail)
      for (const scope of [...own, ...(fuller?.scopes ?? [])]) scopes.add(scope);
  return scopes;
}

const NONE: readonly string[] = [];

interface Body {
  to: number;
  more: boolean;
  empty: boolean;
  messageIds: readonly string[];
  /** The fields of the frame that hold rows, without the braces. */
  text: string;
}

function writeBody(page: LogPage, loaded: Loaded, view: View, head: number): Body {
  const entries = page.entries.filter((entry) => mayAffect(view, entry));
  const write = (to: number, perContact: number): Body => {
    const changes = compose(entries, loaded, view, to, perContact);
    const empty = changes.puts.length + changes.evicts.length + changes.deletes.length === 0;
    const messageIds = newsShown.isHeard ? newMessages(entries, changes) : NONE;
    return { to, more: to < head, empty, messageIds, text: JSON.stringify(changes).slice(1, -1) };
  };

  let body = inSize(entries, (to) => write(to, CONTACT_MESSAGES), page.to ?? head);
  // One transaction is never split; its older messages become gaps when a frame cannot hold them.
  const room = LIMITS.maxFrame - ENVELOPE_BYTES;
  for (let keep = CONTACT_MESSAGES >> 1; keep > 0 && Buffer.byteLength(body.text) > room; keep >>= 1)
    body = write(body.to, keep);
  return body;
}

/** Those of the frame that the log names; others only come along with a ticket. */
function newMessages(entries: readonly LogEntry[], { puts }: Pick<BatchFrame, 'puts'>): string[] {
  const named = new Set(entries.flatMap(({ entity, rowId }) => (entity === 'message' ? rowId : [])));
  return puts.flatMap(({ entity, rows }) =>
    entity === 'message' ? rows.flatMap(({ id }) => (named.has(id) ? id : [])) : [],
  );
}

interface StoredResult extends Pick<MutationResult, 'seq' | 'status'> {
  clientId: string;
  code: NonNullable<MutationResult['code']> | null;
  params: NonNullable<MutationResult['params']> | null;
}

/** What became of commands that a console has not heard of; it never has more of them under way than the limit. */
async function readResults(tx: Tx, companyId: number, admitted: readonly Admitted[]) {
  const behind = admitted.filter(({ request, standing }) => standing.lastMutationSeq > request.acked);
  if (behind.length === 0) return new Map<string, MutationResult[]>();
  // A program without a console sends no commands, and is never behind.
  const clients = behind.flatMap(({ request }) => request.identity.clientId ?? []);
  const after = behind.map(({ request, standing }) =>
    Math.max(request.acked, standing.lastMutationSeq - LIMITS.mutationsInFlight),
  );
  const rows = await tx<StoredResult[]>`
    select r.client_id, r.seq, r.status, r.code, r.params
    from unnest(${clients}::uuid[], ${after}::bigint[]) as console (id, after)
    join sync_mutation_results r on r.client_id = console.id and r.seq > console.after
    where r.company_id = ${companyId} order by r.seq`;
  const results = new Map<string, MutationResult[]>();
  for (const { clientId, seq, status, code, params } of rows) {
    const result = { seq, status, ...(code ? { code } : {}), ...(params ? { params } : {}) };
    results.set(clientId, [...(results.get(clientId) ?? []), result]);
  }
  return results;
}
