import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'

/** Shown while a link is being validated. */
export function Checking() {
  return (
    <Screen title={t('invite.checking')}>
      <p aria-busy="true">
        <Spinner /> {t('brand.loading')}
      </p>
    </Screen>
  )
}
