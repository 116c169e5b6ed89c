/** The smallest possible program: prints that it is ready, and waits to be ended. */
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
process.stdin.resume();
