import type { exportAudit } from '@balcao/shared/audit-log.ts';
import type { downloadExport } from '@balcao/shared/features/data-subjects/exports.ts';
import type { downloadConversation } from '@balcao/shared/features/messages/document.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Api } from '../api/client.ts';
import { CALL_DEADLINE_MS, type CallInput } from '../api/http.ts';
import { unreachable } from '../api/server-error.ts';
import { fileNameOf } from './file-response.ts';

type Passing = typeof downloadConversation | typeof downloadExport | typeof exportAudit;

/** A file that goes from the server through this program to where the person keeps it. Nothing of it stays here. */
export interface PassingFile {
  mime: string;
  name: string;
  /** Taken once; whoever leaves early ends it. */
  pieces: AsyncIterable<Uint8Array>;
}

export const isPassing = <T extends object>(file: T | PassingFile): file is PassingFile => 'pieces' in file;

export interface PassingFiles {
  /** Asks the server for it, and keeps the line until the screen fetches it under the id. @throws AppError */
  pass<C extends Passing>(contract: C, input: CallInput<C>): Promise<{ id: string; name: string }>;
  take(id: string): PassingFile | undefined;
  close(): void;
}

/** A screen fetches it at once. */
const WAIT_MS = 60_000;

export function createPassingFiles(api: Pick<Api, 'open'>): PassingFiles {
  const waiting = new Map<string, { file: PassingFile; forget(): void }>();
  const under = new Set<AbortController>();

  return {
    async pass(contract, input) {
      const line = new AbortController();
      under.add(line);
      const response = await within(line, api.open(contract, input, line.signal)).catch((error: unknown) => {
        under.delete(line);
        throw error;
      });
      const id = uuidv7();
      const end = () => {
        under.delete(line);
        waiting.delete(id);
        line.abort();
      };
      const timer = setTimeout(end, WAIT_MS);
      const file = {
        mime: response.headers.get('content-type') ?? 'application/octet-stream',
        name: fileNameOf(response.headers.get('content-disposition')) ?? id,
        pieces: piecesOf(response, line, end),
      };
      waiting.set(id, { file, forget: () => clearTimeout(timer) });
      return { id, name: file.name };
    },
    take(id) {
      const found = waiting.get(id);
      waiting.delete(id);
      found?.forget();
      return found?.file;
    },
    close() {
      for (const line of under) line.abort();
    },
  };
}

async function* piecesOf(
  { body }: Response,
  line: AbortController,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    // Only the server's silence counts, not that of a person who is still asked where to keep it.
    for (let piece = await reader?.read(); piece && !piece.done; ) {
      yield piece.value;
      piece = reader && (await within(line, reader.read()));
    }
  } catch (cause) {
    throw unreachable('the file broke off', cause);
  } finally {
    end();
  }
}

/** Ends a line on which nothing comes. */
async function within<T>(line: AbortController, answer: Promise<T>): Promise<T> {
  const timer = setTimeout(() => line.abort(), CALL_DEADLINE_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}
