import { test } from './same-browser.ts';
import { changing } from './ticket-list/changing.ts';
import { english } from './ticket-list/english.ts';
import { finding } from './ticket-list/finding.ts';
import { openListDay } from './ticket-list/list-day.ts';
import { reaching } from './ticket-list/reaching.ts';
import { serving } from './ticket-list/serving.ts';
import { tabling } from './ticket-list/tabling.ts';
import { viewing } from './ticket-list/viewing.ts';

/** The ticket list through a day of two agents: one after the other. */
test.setTimeout(90_000);
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.describe.configure({ mode: 'serial' });

const world = openListDay({ tickets: 1 });
serving(world);
finding(world);
viewing(world);
changing(world);
reaching(world);
tabling(world);
english(world);
