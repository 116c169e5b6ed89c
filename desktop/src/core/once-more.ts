/** Runs one at a time; a call meanwhile runs it once more afterwards. */
export function onceMore(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  return function run() {
    again = running;
    if (running) return;
    running = true;
    void work().finally(() => {
      running = false;
      if (again) run();
    });
  };
}
