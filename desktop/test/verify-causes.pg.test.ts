import { describe, test } from 'vitest';
import { sampleOf } from '../../server/test/sample.ts';
import { type Case, verifierOf } from './verify/cases.ts';
import { companyCauses } from './verify/causes/company.ts';
import { connectionCauses } from './verify/causes/connections.ts';
import { messageCauses } from './verify/causes/messages.ts';
import { ticketCauses } from './verify/causes/tickets.ts';
import { worldOf } from './verify/customers.ts';
import { openScene } from './verify/scene.ts';

const scene = openScene();
const world = worldOf(scene);
const verify = verifierOf(scene);

/** Everything else that changes rows of the feed. */
const CAUSES: Case[] = [
  ...ticketCauses(world),
  ...messageCauses(world),
  ...connectionCauses(world),
  ...companyCauses(world),
];

/** Those that build on each other stay together. */
const STORIES = CAUSES.reduce<Case[][]>((stories, one) => {
  const last = stories.at(-1);
  if (one.follows && last) last.push(one);
  else stories.push([one]);
  return stories;
}, []);
const changesView = (story: Case[]) => story.some(({ newView }) => newView);
const DRAWN = [
  ...sampleOf(
    STORIES.filter((story) => !changesView(story)),
    10,
    'causes of a change',
    (story) => story.map(({ what }) => what).join(', '),
  ),
  ...STORIES.filter(changesView),
].flat();

describe('I14: a console that has followed a change has the rows that a new console gets', () => {
  test.each(DRAWN.map((one) => [one.what, one] as const))('%s', (_, one) => verify(one));
});
