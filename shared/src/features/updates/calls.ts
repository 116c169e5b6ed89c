import { z } from 'zod';
import { route } from '../../contract/call.ts';

/** Newer versions of the console. */

/** The address where consoles look for a newer version of themselves. */
export const UPDATES_PATH = '/updates/';

/** A manifest (`latest.yml` and its like) or an installer, as the operator has put it there. Manifests carry a signature. */
export const downloadUpdate = route({
  method: 'GET',
  path: `${UPDATES_PATH}:file`,
  access: 'public',
  waitsFor: 'outside',
  params: z.object({ file: z.string().max(200) }),
  errors: ['ERR_NOT_FOUND'],
});
