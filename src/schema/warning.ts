import type { Warning } from '../domain/contract/warning.ts'
import { WARNING, WARNING_CODE } from '../domain/meanings/search-info.ts'
import { builder, meant } from './builder.ts'
import { asOpenEnum, asText, known } from './closed-lists.ts'
import { WarningCodeEnum } from './enums.ts'

export const WarningType = builder.objectRef<Warning>('SearchWarning').implement({
  ...meant(WARNING),
  fields: (t) => ({
    code: t.exposeString('code', asText(WARNING, 'code')),
    codeEnum: t.field({
      type: WarningCodeEnum,
      nullable: true,
      ...asOpenEnum(WARNING, 'code'),
      resolve: ({ code }) => known(WARNING_CODE, code),
    }),
    message: t.exposeString('message'),
    path: t.exposeString('path', { nullable: true }),
    supplierCode: t.exposeString('supplierCode', { nullable: true }),
  }),
})
