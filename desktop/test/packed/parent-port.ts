// Loaded before the core: what Electron gives a utility process, over the channel that Node gives a forked one.
import { EventEmitter } from 'node:events';

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => process.send?.(message),
});
process.on('message', (data) => port.emit('message', { data }));
Object.assign(process, { parentPort: port });
