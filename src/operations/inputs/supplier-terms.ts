import { z } from 'zod'
import { ACCEPT_TERMS_INPUT } from '../../domain/meanings/supplier-terms.ts'
import { told } from './told.ts'

const word = z.string().min(1).max(100)

export const acceptSupplierTermsInput = told(z.strictObject({ supplierCode: word, version: word }), ACCEPT_TERMS_INPUT)
