/** Whoever executes it leaves marks. */
export const RUN = "window.__ran=1;document.title='OWNED'";

/** Texts that some page, somewhere, has executed or interpreted. */
export const INJECTIONS = [
  ...['script', 'SCRIPT', 'scr\u0000ipt', 'script x', 'script/x'].map((tag) => `<${tag}>${RUN}</${tag}>`),
  ...[
    'img',
    'video',
    'audio',
    'input type=image',
    'body',
    'details open',
    'svg',
    'iframe',
    'object',
    'embed',
  ].flatMap((tag) =>
    ['onerror', 'onload', 'onfocus autofocus', 'ontoggle', 'onmouseover'].map(
      (event) => `<${tag} src=x ${event}="${RUN}">`,
    ),
  ),
  ...['"', "'", '`', '">', "'>", '--></style>', '</title>', '</textarea>', '\\"', '&quot;>'].flatMap(
    (end) => [
      `${end}<script>${RUN}</script>`,
      `${end} onmouseover="${RUN}" x="`,
      `${end}<img src=x onerror=${RUN}>`,
    ],
  ),
  ...[
    'javascript:',
    'JaVaScRiPt:',
    'java\tscript:',
    ' javascript:',
    'data:text/html,',
    'vbscript:',
    'file:///',
    'blob:',
    'ms-msdt:',
  ].flatMap((scheme) => [
    `${scheme}${RUN}`,
    `<a href="${scheme}${RUN}">click</a>`,
    `[click](${scheme}${RUN})`,
    `https://example.com/?${scheme}${RUN}`,
  ]),
  ...['*', '_', '~', '```'].flatMap((mark) => [
    `${mark}<b onclick=${RUN}>x</b>${mark}`,
    `${mark}javascript:${RUN}${mark}`,
    `${mark.repeat(300)}x`,
  ]),
  '{{constructor.constructor("window.__ran=1")()}}',
  `\${${RUN}}`,
  '<%= 7*7 %>',
  '{{7*7}}',
  '{nome}',
  '__proto__',
  '<math><mi//xlink:href="data:x,<script>1</script>">',
  '<svg><foreignObject><iframe srcdoc="x">',
  '<!--[if IE]><b>',
  '<link rel=stylesheet href=//example.com>',
  '<meta http-equiv=refresh content=0>',
  '<base href=//example.com>',
  '<style>*{display:none}</style>',
  '<form action=//example.com><button>',
  '<x style="position:fixed;inset:0">',
  ']]>',
  'https://user:pw@example.com/',
  'http://аррӏе.com/',
  'https://example.com\u202Emoc.elgoog',
  '//example.com',
  'http://[::1',
];
