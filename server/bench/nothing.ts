/** The least that a program can be: says that it is ready, and waits to be ended. */
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
process.stdin.resume();
