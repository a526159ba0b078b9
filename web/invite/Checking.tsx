import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { t } from '@cuida/ui/words/words.ts'

/** A link is being looked at. */
export function Checking() {
  return (
    <Screen title={t('invite.checking')}>
      <p aria-busy="true">
        <Spinner /> {t('brand.loading')}
      </p>
    </Screen>
  )
}
