/* global SwaggerUIBundle */

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.querySelector('#reference'),
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  displayRequestDuration: true,
  // No service outside is asked whether the document is valid.
  validatorUrl: null,
});
