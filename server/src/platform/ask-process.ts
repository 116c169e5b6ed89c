import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Gives a forked process one job and waits for its one answer.
 *
 * @returns null when the process ends without an answer or takes longer than `limitMs`: the caller ends it then
 */
export async function askProcess<Answer>(
  child: ChildProcess,
  job: object,
  limitMs: number,
): Promise<Answer | null> {
  const given = new AbortController();
  const giveUp = () => given.abort();
  const limit = setTimeout(giveUp, limitMs);
  child.once('exit', giveUp);
  try {
    // A job that no longer arrives needs no handling: its process ends, or the time does.
    child.send(job, () => {});
    const [answer] = (await once(child, 'message', { signal: given.signal })) as [Answer];
    return answer;
  } catch (error) {
    if (given.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(limit);
    child.off('exit', giveUp);
  }
}
