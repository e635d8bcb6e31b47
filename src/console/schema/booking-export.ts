import { EXPORT_FORMATS, type ExportedPage, exportBookings } from '../../operations/operator/export-bookings.ts'
import { checkReason } from '../run-action.ts'
import { BOOKING_FILTERS, cursorOf, placeOf, queryOf } from './bookings.ts'
import { builder, only } from './builder.ts'

const ExportFormatName = builder.enumType('ExportFormat', {
  values: Object.fromEntries(EXPORT_FORMATS.map((format) => [format.toUpperCase(), { value: format }])),
})

const ExportedPageType = builder.objectRef<ExportedPage>('ExportedPage').implement({
  fields: (t) => ({
    text: t.exposeString('text', { description: 'A part of the file: the pages in their order are the file.' }),
    rows: t.exposeInt('rows'),
    next: t.string({
      nullable: true,
      description: '`after` of the next page, also behind a page without rows; null: this was the last.',
      resolve: ({ next }) => (next ? cursorOf(next) : null),
    }),
  }),
})

builder.mutationField('exportBookings', (t) =>
  t.field({
    type: ExportedPageType,
    description:
      'A page of the bookings of some filters as a file: CSV with a line of names first, or a line of JSON for each. No guest is in it. `booking export` writes the same. A mutation, because each page is in the audit log with the reason and the filters.',
    ...only('finance'),
    args: {
      format: t.arg({ type: ExportFormatName, required: true }),
      ...BOOKING_FILTERS,
      after: t.arg.string({ description: '`next` of the page before.' }),
      reason: t.arg.string({ required: true, description: 'Why: 10 characters at least.' }),
    },
    resolve: async (_root, { format, after, reason, ...asked }, context) => {
      const why = { reason: checkReason(reason), requestId: context.requestId }
      const query = queryOf(context, asked)
      const { core, viewer } = context
      return exportBookings(core.deps, { query, after: placeOf(after), format, actor: viewer.actor, why })
    },
  }),
)
