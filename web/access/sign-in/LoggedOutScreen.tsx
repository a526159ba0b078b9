import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../../routes.ts'

/** A2.28: what the other tabs show when somebody signed out in one. */
export function LoggedOutScreen() {
  return (
    <Screen title={t('access.loggedOut.title')}>
      <EmptyState
        title={t('access.loggedOut.text')}
        action={<LinkButton href={pathOf('welcome')}>{t('access.loggedOut.action')}</LinkButton>}
      />
    </Screen>
  )
}
