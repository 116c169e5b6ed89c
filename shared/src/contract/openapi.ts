/** Where a server describes its calls, to programs and to people. */
export const OPENAPI_PATH = '/openapi.json';
export const DOCS_PATH = '/docs';
