import type { DocumentNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { createBoundedMemory } from '../platform/kept.ts'

const MAX_KNOWN = 500

/** A longer text is parsed each time: what is kept is bounded in bytes, too. */
const MAX_TEXT = 32_768

/**
 * Parses and validates a document once, when it is valid. Nothing is kept of one that is refused: Yoga's own memory keeps a
 * thousand texts whatever they are, and the hundred errors of a wrong one, each with its stack, are 2 MB.
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
