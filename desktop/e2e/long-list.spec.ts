import { test } from '@playwright/test';
import { many } from './ticket-list/many.ts';
import { MANY, openWorld } from './ticket-list/world.ts';

/** One agent with ten thousand tickets. */
test.setTimeout(90_000);
test.describe.configure({ mode: 'serial' });

many(openWorld({ tickets: MANY }));
