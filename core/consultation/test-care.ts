import * as v from 'valibot'
import { CareRules } from '../brand/care-rules.ts'

/** The minutes of a clinic that chose none of its own: `config.test.ts` has them one by one. */
export const CARE: CareRules = v.parse(CareRules, {})
