import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { verifySync as verifyBcrypt } from '@node-rs/bcrypt';
import type { HashAnswer, HashJob } from './hash-threads.ts';

try {
  // Linux alone ranks single threads, and gives the name of this one here: `<process>/task/<thread>`.
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
  setPriority(Number(thread), constants.priority.PRIORITY_LOW);
} catch {
  // Elsewhere it is a thread like any other.
}

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(answerTo(job)));

function answerTo(job: HashJob): HashAnswer {
  try {
    if ('stored' in job) return { value: verify(job.stored, job.password) };
    return { value: hashSync(job.password, job.cost) };
  } catch (error) {
    return { error };
  }
}

/** Who came from another program has its hash until the first sign-in: that of bcrypt begins with $2. */
const verify = (stored: string, password: string): boolean =>
  stored.startsWith('$2') ? verifyBcrypt(password, stored) : verifySync(stored, password);
