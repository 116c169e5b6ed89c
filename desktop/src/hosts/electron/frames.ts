import { type CallFrame, callFrame } from '@balcao/shared/bridge/wire.ts';
import type { IpcMainEvent } from 'electron';
import type { ElectronApi } from './api.ts';
import { TO_CORE } from './channels.ts';
import { isOwnPage } from './locations.ts';

/** Characters of one call, mostly the base64 of a file that is being attached. */
const MAX_FRAME_CHARS = 96 * 1024 * 1024;

/**
 * Accepts calls only from our own page: the main frame of a window that shows an address of ours.
 * Refused ones are counted, because an honest page never causes one.
 */
export function receiveCalls(
  ipcMain: ElectronApi['ipcMain'],
  /** `screen`: the number of the page's contents. */
  onCall: (screen: number, frame: CallFrame) => void,
  onRefused: (why: 'sender' | 'shape' | 'size') => void,
): void {
  ipcMain.on(TO_CORE, (event: IpcMainEvent, raw: unknown) => {
    const sender = event.senderFrame;
    if (!sender || sender !== event.sender.mainFrame || !isOwnPage(sender.url)) return onRefused('sender');
    const frame = callFrame.safeParse(raw);
    if (!frame.success) return onRefused('shape');
    if (sizeOf(frame.data.input) > MAX_FRAME_CHARS) return onRefused('size');
    onCall(event.sender.id, frame.data);
  });
}

/** Only strings can be large in a call. */
function sizeOf(input: unknown): number {
  if (typeof input === 'string') return input.length;
  if (typeof input !== 'object' || input === null) return 0;
  return Object.values(input).reduce((sum: number, value) => sum + sizeOf(value), 0);
}
