import { describe, expect, it } from 'vitest';
import { TO_CORE } from './channels.ts';
import { receiveCalls } from './frames.ts';
import { createFakeElectron } from './recording-fake.ts';

describe('calls from the page', () => {
  const call = { type: 'call', callId: 1, name: 'sync.status', input: null };

  function listen() {
    const fake = createFakeElectron();
    const accepted: unknown[] = [];
    const refused: string[] = [];
    receiveCalls(
      fake.api.ipcMain,
      (_screen, frame) => accepted.push(frame),
      (why) => refused.push(why),
    );
    const send = (url: string, frame: unknown, isMainFrame = true) => {
      const mainFrame = { url };
      fake.ipc.emit(
        TO_CORE,
        { sender: { mainFrame }, senderFrame: isMainFrame ? mainFrame : { url } },
        frame,
      );
    };
    return { accepted, refused, send };
  }

  it('are taken from the main frame of our own page only', () => {
    const { accepted, refused, send } = listen();
    send('app://balcao/tickets', call);
    send('https://evil.test/', call);
    send('app://balcao/tickets', call, false);
    expect([accepted, refused]).toEqual([[call], ['sender', 'sender']]);
  });

  it('are refused when they are not calls or too large', () => {
    const { accepted, refused, send } = listen();
    send('app://balcao/', { type: 'event', name: 'x' });
    send('app://balcao/', 'text');
    send('app://balcao/', { ...call, input: { bytes: 'x'.repeat(97 * 1024 * 1024) } });
    expect([accepted, refused]).toEqual([[], ['shape', 'shape', 'size']]);
  });
});
