import { test } from '@playwright/test';
import { MANY, openListDay } from './ticket-list/list-day.ts';
import { many } from './ticket-list/many.ts';

/** One agent with ten thousand tickets. */
test.setTimeout(90_000);
test.describe.configure({ mode: 'serial' });

many(openListDay({ tickets: MANY }));
