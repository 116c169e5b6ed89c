import { expect, it } from 'vitest';
import { createScreens } from './screens.ts';

function setUp() {
  const changes: number[][] = [];
  const screens = createScreens(() => changes.push(screens.tickets()));
  const leaving = new AbortController();
  screens.show({ gone: leaving.signal }, { ticketIds: [1], focused: true });
  return { changes, screens, leave: () => leaving.abort() };
}

it('forgets what a screen showed that is gone', () => {
  const { changes, leave } = setUp();
  leave();
  expect(changes).toEqual([[1], []]);
});

it('hears nothing of a screen after the session that it was told of', () => {
  const { changes, screens, leave } = setUp();
  screens.close();
  leave();
  expect(changes).toEqual([[1]]);
});
