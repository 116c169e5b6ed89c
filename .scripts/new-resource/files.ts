import type { Names } from './names.ts';
import { dialog, page, pageEntry } from './screen-files.ts';
import { moduleEntry, moduleTest, repo, routes, seed, service, sync } from './server-files.ts';
import { api, feature, model, texts } from './shared-files.ts';

/** The files of a new resource by their paths: a thing with a name that everybody of the company keeps. */
export function filesOf(names: Names): Record<string, string> {
  const { kebabs, kebab, camels } = names;
  const module = `server/src/modules/${kebabs}`;
  const screen = `desktop/src/renderer/features/${kebabs}`;
  return {
    [`shared/src/model/${kebab}.ts`]: model(names),
    [`shared/src/api/${kebabs}.ts`]: api(names),
    [`shared/src/features/${kebabs}.ts`]: feature(names),
    [`shared/src/i18n/pt/${camels}.json`]: texts.pt(names),
    [`shared/src/i18n/en/${camels}.json`]: texts.en(names),
    [`shared/src/i18n/es/${camels}.json`]: texts.es(names),
    [`${module}/${kebabs}.routes.ts`]: routes(names),
    [`${module}/${kebabs}.service.ts`]: service(names),
    [`${module}/${kebabs}.repo.ts`]: repo(names),
    [`${module}/${kebabs}.sync.ts`]: sync(names),
    [`${module}/${kebabs}.module.ts`]: moduleEntry(names),
    [`${module}/${kebabs}.pg.test.ts`]: moduleTest(names),
    [`${module}/testing/seed.ts`]: seed(names),
    [`${screen}/page.ts`]: pageEntry(names),
    [`${screen}/${kebabs}-page.tsx`]: page(names),
    [`${screen}/${kebab}-dialog.tsx`]: dialog(names),
  };
}
