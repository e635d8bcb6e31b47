import { AcceptedTermsListType, AcceptedTermsType, AcceptSupplierTermsInputType } from '../schema/supplier-terms.ts'
import { builder, contextOf, resultUnion, told } from './builder.ts'
import { answer, write } from './context.ts'

const TermsResult = resultUnion('SupplierTermsResult', 'AcceptedTermsList', AcceptedTermsListType)
const AcceptResult = resultUnion('AcceptSupplierTermsResult', 'AcceptedTerms', AcceptedTermsType)

builder.queryFields((t) => ({
  supplierTerms: t.field({
    type: TermsResult,
    nullable: true,
    ...told('listSupplierTerms'),
    resolve: (_root, _args, context) =>
      answer(contextOf(context), { scope: null, rateClass: 'static' }, (gateway, caller) =>
        gateway.listSupplierTerms(caller, {}),
      ),
  }),
}))

builder.mutationFields((t) => ({
  acceptSupplierTerms: t.field({
    type: AcceptResult,
    nullable: true,
    ...told('acceptSupplierTerms'),
    args: { input: t.arg({ type: AcceptSupplierTermsInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), { scope: 'keys', rateClass: 'keys' }, (gateway, caller) =>
        gateway.acceptSupplierTerms(caller, input),
      ),
  }),
}))
