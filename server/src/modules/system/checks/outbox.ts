import { unconnectedOf, type Waiting } from '../installation.repo.ts';
import { type Check, found, isLonger } from './check.ts';

/** A large file may take a minute; what waits for longer on a number that is connected waits for us. */
const LATE_S = 120;
/** A number that connects anew is back before. */
const UNCONNECTED_S = 300;

/** Also what waits for a phone's camera is told: somebody waits for it. */
export const outbox: Check = ({ installation }) => {
  const waits = [
    ...told('outboxWaits', installation.outbox.connected, LATE_S),
    ...told('outboxUnconnected', unconnectedOf(installation), UNCONNECTED_S),
  ];
  return waits.length > 0 ? waits : [found('outboxEmpty')];

  function told(name: 'outboxWaits' | 'outboxUnconnected', waiting: Waiting | undefined, seconds: number) {
    if (!waiting || !isLonger(waiting.since, installation.now, seconds)) return [];
    return [found(name, { count: waiting.count, since: waiting.since.toISOString() })];
  }
};
