/** Calls at once, then at most every `ms`; a call in between is made up for at the end of the pause. */
export function throttle(ms: number, work: () => void): { (): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  let missed = false;
  function run(): void {
    if (timer) {
      missed = true;
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      if (!missed) return;
      missed = false;
      run();
    }, ms);
    work();
  }
  return Object.assign(run, { cancel: () => clearTimeout(timer) });
}
