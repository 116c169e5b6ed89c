#!/usr/bin/env bash
# The queue of libsignal 6.0.0 (libsignal-node, which @whiskeysockets/baileys 7.0.0-rc14 encrypts with) runs the jobs of
# one address in the asynchronous context of the first of them.
#
# One would guess: a job that waits for its turn runs in the context in which it was queued, as the callback of a promise
# does. What happens: one loop for each address, in the whole process, calls them all; so `AsyncLocalStorage` tells each of
# them what it told the first.
# Who meets it: a program that holds several accounts, once two of them have to do with the same person at one moment.
# Baileys finds the transaction of its key store by that context: a later job of the first account is in a transaction that
# is over, so its step of the session is not stored, and the next message cannot be decrypted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts libsignal@6.0.0

cat > queue.cjs << 'PROGRAM'
const { AsyncLocalStorage } = require('node:async_hooks');
const queueJob = require('libsignal/src/queue_job.js');

const account = new AsyncLocalStorage();
const job = async () => {
  await new Promise((resolve) => setTimeout(resolve, 10));
  return account.getStore();
};
const queued = ['first', 'second'].map((name) => account.run(name, () => queueJob('maria.0', job)));
Promise.all(queued).then((contexts) => console.log(contexts.join(', ')));
PROGRAM

node queue.cjs | tee seen
diff seen - << 'EXPECTED'
first, first
EXPECTED
