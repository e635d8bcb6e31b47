/**
 * The errors that the sandbox logged and, in the project `spec`, the violations of the suppliers' specifications, each once. A test file
 * that reaches this module runs in both: unvalidated in `npm test`, validated in `npm run test:spec` (`vitest.spec.config.ts`).
 */
export function wireFaults({ wrong }: { readonly wrong: readonly string[] }): string[] {
  return [...new Set(wrong)]
}
