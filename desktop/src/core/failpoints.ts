/**
 * Steps at which a test ends the console without warning, as in the server's list: the test fails for a step at which
 * it cannot crash.
 */
export const FAILPOINTS = [
  'bootstrap.begun',
  'bootstrap.stored',
  'bootstrap.finished',
  'batch.applied',
  'batch.committed',
  'batch.acknowledged',
  'command.stored',
  'file.uploaded',
  'command.numbered',
  'command.sent',
  'history.stored',
  'history.forgotten',
] as const;

type Failpoint = (typeof FAILPOINTS)[number];

/** `name:nth`, set by tests only. */
const [armed, nth = '1'] = (process.env.BALCAO_FAILPOINT ?? '').split(':');
let passes = 0;

/** Does nothing, unless this process was started to die at the nth passage of this step. */
export function crashAt(name: Failpoint): void {
  if (name !== armed) return;
  passes += 1;
  if (passes === Number(nth)) process.kill(process.pid, 'SIGKILL');
}
