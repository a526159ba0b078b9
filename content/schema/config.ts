import { type Config, configFields } from '@cuida/core/brand/config.ts'
import { Moment } from '@cuida/core/kit/shapes.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import * as v from 'valibot'
import type { TextSchema } from './text.ts'

/** Read first: the languages decide how all texts are validated. */
export const BundleConfig = v.object(configFields(v.unknown()))

type Ruled = Pick<
  Config,
  | 'languages'
  | 'patientAppLanguage'
  | 'partnerConfig'
  | 'patientSessionLengthInMins'
  | 'warningBeforePatientLogoutInMins'
>
/** Rules across settings, for bundles and content services. */
export const CONFIG_RULES: readonly [holds: (config: Ruled) => boolean, sentence: string][] = [
  [
    ({ languages, patientAppLanguage }) => languages.includes(patientAppLanguage),
    'patientAppLanguage must be one of languages',
  ],
  [
    ({ partnerConfig: { invoicingProvider, invoicing } }) =>
      invoicingProvider !== VENDOR.omie || invoicing !== undefined,
    'partnerConfig.invoicing must name service, category and account of the invoicing provider',
  ],
  [
    ({ partnerConfig: { care } }) => care.lateMinutes < care.chooseMinutes && care.chooseMinutes < care.releaseMinutes,
    'partnerConfig.care: lateMinutes must be less than chooseMinutes, and that less than releaseMinutes',
  ],
  [
    ({ patientSessionLengthInMins: length, warningBeforePatientLogoutInMins: warning }) => warning < length,
    'warningBeforePatientLogoutInMins must be less than patientSessionLengthInMins',
  ],
]

export const bundleConfigSchema = (text: TextSchema) =>
  v.pipe(
    v.strictObject({
      ...configFields(text),
      /** When the bundle was published: the default date of its entries. */
      publishedAt: Moment,
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const [holds, message] of CONFIG_RULES) if (!holds(dataset.value)) addIssue({ message })
    }),
  )
