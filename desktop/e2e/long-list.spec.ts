import { test } from '@playwright/test';
import { MANY, openWorld } from './ticket-list/list-day.ts';
import { many } from './ticket-list/many.ts';

/** One agent with ten thousand tickets. */
test.setTimeout(90_000);
test.describe.configure({ mode: 'serial' });

many(openWorld({ tickets: MANY }));
