import { newComputer, signIn, startConsole } from './console.ts';

/** A console's core as a separate program, up to date, which has opened so many tickets: `node desk.ts '<json>'`. */
export interface DeskOptions {
  dir: string;
  url: string;
  person: Parameters<typeof signIn>[1];
  tickets: number;
}

const { dir, url, person, tickets } = JSON.parse(process.argv[2] ?? '{}') as DeskOptions;
const desk = await startConsole(newComputer(dir), url);
await signIn(desk, person);
await desk.live();
const { ids } = await desk.screen.invoke('tickets.list', { status: 'open', search: '', limit: 100 });
for (const ticketId of ids.slice(0, tickets)) {
  await desk.screen.invoke('sync.interest', { ticketIds: [ticketId] });
  await desk.screen.invoke('messages.list', { ticketId, before: null, limit: 40 });
}
await desk.screen.invoke('sync.interest', { ticketIds: [] });
process.stdout.write(`${JSON.stringify({ opened: Math.min(ids.length, tickets) })}\n`);
process.stdin.resume();
