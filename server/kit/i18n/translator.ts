import { removeDoubleStop } from '@cuida/core/kit/date-formats.ts'
import { type Messages, setupI18n } from '@lingui/core'

export type Translate = (key: string, values?: Record<string, string | number>) => string

/** Translates messages and documents outside the app with a compiled catalogue. */
export function createTranslator(locale: string, catalogue: Messages): Translate {
  const i18n = setupI18n({ locale, messages: { [locale]: catalogue } })
  return (key, values) => removeDoubleStop(i18n._(key, values))
}
