import * as v from 'valibot'
import { CareRules } from '../brand/care-rules.ts'

/** The default care rules; `config.test.ts` checks their values. */
export const DEFAULT_CARE_RULES: CareRules = v.parse(CareRules, {})
