import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { DoorDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { pathOf } from '../../routes.ts'

/** A2.28: shown in the other tabs after a sign-out in one. */
export function LoggedOutScreen() {
  return (
    <Screen title={t('access.loggedOut.title')}>
      <EmptyState
        drawing={<DoorDrawing />}
        title={t('access.loggedOut.text')}
        action={<LinkButton href={pathOf('welcome')}>{t('access.loggedOut.action')}</LinkButton>}
      />
    </Screen>
  )
}
