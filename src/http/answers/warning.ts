import { z } from 'zod'
import { WARNING } from '../../domain/meanings/search-info.ts'
import { viewSchema } from './shape.ts'

export const warning = viewSchema(WARNING)(
  z.strictObject({
    code: z.string(),
    message: z.string(),
    path: z.string().nullable(),
    supplierCode: z.string().nullable(),
  }),
)
