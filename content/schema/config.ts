import { configFields } from '@cuida/core/brand/config.ts'
import { Moment } from '@cuida/core/kit/shapes.ts'
import * as v from 'valibot'
import type { TextSchema } from './text.ts'

/** What must be known before the texts can be read: which languages they are in. */
export const PackConfig = v.object(configFields(v.unknown()))

export const packConfigSchema = (text: TextSchema) =>
  v.pipe(
    v.strictObject({
      ...configFields(text),
      /** When the pack was published: the date of every entry that has none of its own. */
      publishedAt: Moment,
    }),
    v.check(
      ({ languages, patientAppLanguage }) => languages.includes(patientAppLanguage),
      'patientAppLanguage must be one of languages',
    ),
    v.check(
      ({ partnerConfig: { invoicingProvider, invoicing } }) => invoicingProvider !== 'omie' || invoicing !== undefined,
      'partnerConfig.invoicing must name service, category and account of the invoicing provider',
    ),
    v.check(
      ({ patientSessionLengthInMins: length, warningBeforePatientLogoutInMins: warning }) => warning < length,
      'warningBeforePatientLogoutInMins must be less than patientSessionLengthInMins',
    ),
  )
