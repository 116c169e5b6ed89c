import type { Names } from './names.ts';

export const row = ({ camel, kebabs, Pascal }: Names) => `import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { byName, feedRow } from '../../contract/row.ts';

export const ${camel} = z.object({
  id,
  name: z.string(),
});
export type ${Pascal}Row = z.output<typeof ${camel}>;

export const ${camel}Row = feedRow('${camel}', ${camel}, {
  id: 'number',
  live: [],
  order: byName,
  path: '${kebabs}',
});
`;

export const calls = ({ camel, camels, Pascal, Pascals, kebabs, CODE }: Names) => `import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { idText, pageNumber, searchParam } from '../../contract/fields.ts';
import { TITLE } from '../../contract/limits.ts';
import { ${camel} } from './row.ts';

const params = z.object({ ${camel}Id: idText });
const fields = z.object({ name: z.string().trim().min(TITLE.min).max(TITLE.max) });

export const list${Pascals} = route({
  method: 'GET',
  path: '/${kebabs}',
  access: 'session',
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ ${camels}: z.array(${camel}), hasMore: z.boolean() }),
});

export const get${Pascal} = route({
  method: 'GET',
  path: '/${kebabs}/:${camel}Id',
  access: 'session',
  params,
  response: ${camel},
  errors: ['ERR_NO_${CODE}_FOUND'],
});

export const create${Pascal} = route({
  method: 'POST',
  path: '/${kebabs}',
  access: 'session',
  screen: true,
  body: fields,
  response: ${camel},
  status: 201,
  errors: ['ERR_${CODE}_NAME_TAKEN'],
});

export const update${Pascal} = route({
  method: 'PUT',
  path: '/${kebabs}/:${camel}Id',
  access: 'session',
  screen: true,
  params,
  body: fields.partial(),
  response: ${camel},
  errors: ['ERR_NO_${CODE}_FOUND', 'ERR_${CODE}_NAME_TAKEN'],
});

export const delete${Pascal} = route({
  method: 'DELETE',
  path: '/${kebabs}/:${camel}Id',
  access: 'session',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_${CODE}_FOUND'],
});
`;

export const index = ({
  camel,
  camels,
  CODE,
}: Names) => `import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const ${camels} = {
  errors: {
    ERR_NO_${CODE}_FOUND: failure(404),
    ERR_${CODE}_NAME_TAKEN: failure(409),
  },
  logged: ['${camel}'],
  rows: [row.${camel}Row],
  models: row,
} as const satisfies Feature;
`;

interface Sentences {
  notFound: string;
  nameTaken: string;
  search: string;
  add: string;
  edit: string;
  remove: string;
  name: string;
  empty: string;
  emptyHint: string;
}

const namespace =
  (sentences: Sentences) =>
  ({ words, kebabs, camel, CODE }: Names) => {
    const title = kebabs.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
    const text = {
      title,
      nouns: { [camel]: words },
      errors: {
        [`ERR_NO_${CODE}_FOUND`]: sentences.notFound,
        [`ERR_${CODE}_NAME_TAKEN`]: sentences.nameTaken,
      },
      search: sentences.search,
      add: sentences.add,
      addTitle: sentences.add,
      editTitle: sentences.edit,
      editNamed: `${sentences.edit} {{name}}`,
      deleteNamed: `${sentences.remove} {{name}}`,
      name: sentences.name,
      empty: sentences.empty,
      emptyHint: sentences.emptyHint,
    };
    return `${JSON.stringify(text, null, 2)}\n`;
  };

/** Title and noun are the resource's own words, which only a person can translate: the check of the texts asks for it. */
export const texts = {
  pt: namespace({
    notFound: 'Não foi encontrado. Pode ter sido excluído.',
    nameTaken: 'Este nome já existe. Escolha outro.',
    search: 'Buscar',
    add: 'Novo',
    edit: 'Editar',
    remove: 'Excluir',
    name: 'Nome',
    empty: 'Nada aqui ainda',
    emptyHint: 'Crie o primeiro.',
  }),
  en: namespace({
    notFound: 'It was not found. It may have been deleted.',
    nameTaken: 'This name is taken. Choose another one.',
    search: 'Search',
    add: 'New',
    edit: 'Edit',
    remove: 'Delete',
    name: 'Name',
    empty: 'Nothing here yet',
    emptyHint: 'Create the first one.',
  }),
  es: namespace({
    notFound: 'No se encontró. Puede que se haya eliminado.',
    nameTaken: 'Este nombre ya existe. Elija otro.',
    search: 'Buscar',
    add: 'Nuevo',
    edit: 'Editar',
    remove: 'Eliminar',
    name: 'Nombre',
    empty: 'Todavía no hay nada',
    emptyHint: 'Cree el primero.',
  }),
};
