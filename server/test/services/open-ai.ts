import { defineStandIn } from './stand-in.ts';

/** What speaks OpenAI's protocol. */
export const openAi = defineStandIn(
  'openai',
  () => ({ count: 0 }),
  (app) => {
    app.get('/v1/models', async () => ({ object: 'list', data: [{ id: 'gpt-4o-mini', object: 'model' }] }));
  },
);
