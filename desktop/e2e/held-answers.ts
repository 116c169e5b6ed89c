import type { Page } from '@playwright/test';

/** What becomes of the server's answers on their way to a page. */
type Mode = 'passed' | 'held' | 'failed' | 'offline';

const CODES = { failed: 'ERR_INTERNAL', offline: 'ERR_OFFLINE' } as const;

/** Stands between a page and its console; before the page is opened. */
export async function holdAnswers(page: Page): Promise<{ become(mode: Mode): void }> {
  let mode: Mode = 'passed';
  const asked = new Set<number>();
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const call = read(text);
      if (call?.type === 'call' && call.name?.startsWith('api.')) asked.add(call.callId);
      server.send(text);
    });
    server.onMessage((text) => {
      const answer = read(text);
      const isOfServer = answer?.type === 'answer' && asked.has(answer.callId);
      if (!isOfServer || mode === 'passed') return socket.send(text);
      if (mode === 'held') return;
      const error = { code: CODES[mode], params: {}, requestId: 'picture' };
      socket.send(JSON.stringify({ type: 'answer', callId: answer.callId, answer: { ok: false, error } }));
    });
  });
  return {
    become(next) {
      mode = next;
    },
  };
}

interface Frame {
  type: string;
  callId: number;
  name?: string;
}

function read(text: string | Buffer): Frame | null {
  try {
    return JSON.parse(String(text)) as Frame;
  } catch {
    return null;
  }
}
