/** Which of the two front ends this page is: the same bundle is served at both. */
export type Surface = 'console' | 'portal'

/** `/console` or `/portal`, maybe behind a prefix of the host; from `<base href>`, which the server writes. */
export const BASE_PATH = basePath()

/** Without a page, as in tests that only read documents, it is the console. */
function basePath(): string {
  return typeof document === 'undefined' ? '/console' : new URL(document.baseURI).pathname.replace(/\/$/, '')
}

export const SURFACE: Surface = BASE_PATH.endsWith('/portal') ? 'portal' : 'console'
