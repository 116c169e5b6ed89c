import { z } from 'zod';

// The contracts are zod schemas, and zod compiles them with `new Function` where it may. The content policy forbids
// that, and the mere attempt counts as a violation; so this is imported before every contract.
z.config({ jitless: true });
