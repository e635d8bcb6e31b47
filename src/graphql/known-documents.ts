import type { DocumentNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { createBoundedMemory } from '../platform/kept.ts'

const MAX_KNOWN = 500

/** Longer texts are parsed each time, so that the cache is bounded in bytes as well. */
const MAX_TEXT = 32_768

/**
 * Parses and validates each valid document once. Refused documents are not cached: Yoga's own cache would hold a thousand texts
 * regardless of validity, and the hundred errors of an invalid one, each with a stack, take 2 MB.
 */
export function useKnownDocuments(): Plugin {
  const documents = createBoundedMemory<string, DocumentNode>({ max: MAX_KNOWN, drops: 'least-used' })
  const valid = new WeakSet<DocumentNode>()
  return {
    onParse: ({ params, setParsedDocument }) => {
      const known = documents.get(String(params.source))
      if (known) setParsedDocument(known)
    },
    onValidate: ({ params, setResult }) => {
      const document: DocumentNode = params.documentAST
      if (valid.has(document)) return setResult([])
      return ({ valid: isValid }) => {
        const text = document.loc?.source.body
        if (!isValid || text === undefined || text.length > MAX_TEXT) return
        valid.add(document)
        documents.set(text, document)
      }
    },
  }
}
