import type { Page } from '@playwright/test';

/** Counts into `data-commits` how often React has redrawn any part of the message log. */
export async function countLogCommits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Fiber {
      child: Fiber | null;
      sibling: Fiber | null;
      memoizedProps: { role?: string } | null;
    }
    const find = (fiber: Fiber | null): Fiber | null => {
      for (let at = fiber; at; at = at.sibling) {
        const found = at.memoizedProps?.role === 'log' ? at : find(at.child);
        if (found) return found;
      }
      return null;
    };
    // A part that is not redrawn keeps the same object.
    let before: Fiber | null = null;
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
        onCommitFiberRoot(_id: number, root: { current: Fiber }) {
          const log = find(root.current);
          const { dataset } = document.documentElement;
          if (log !== before) dataset.commits = String(Number(dataset.commits ?? 0) + 1);
          before = log;
        },
      },
    });
  });
}
