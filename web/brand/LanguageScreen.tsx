import { LOCALE_NAMES, LOCALES } from '@cuida/core/brand/locale.ts'
import { t, useLocale } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { chooseLanguage } from '../kit/content/messages.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { debugFlags } from '../kit/frame/debug.ts'
import { NotFound } from '../kit/frame/NotFound.tsx'

/** A2.9: only with the i18n debug flag. Patients choose among the partner's languages in their profile. */
export function LanguageScreen() {
  const { partnerName } = usePartner()
  const locale = useLocale()
  if (!debugFlags().languages) return <NotFound />
  return (
    <Screen title={t('brand.language.title')} lead={t('brand.language.debug', { partner: partnerName })}>
      <RadioGroup
        label={t('brand.language.change')}
        value={locale}
        onChange={(newLocale) => void chooseLanguage(newLocale)}
        options={LOCALES.map((one) => ({ value: one as string, label: LOCALE_NAMES[one] }))}
      />
    </Screen>
  )
}
