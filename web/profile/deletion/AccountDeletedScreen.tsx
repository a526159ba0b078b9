import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'

/** The end of an account: it happened, and the door stays open. */
export function AccountDeletedScreen() {
  const { partnerName } = usePartner()
  return (
    <Screen title={t('profile.deleted.title')}>
      <EmptyState
        title={t('profile.deleted.text', { partner: partnerName })}
        action={
          <LinkButton href={pathOf('welcome')} variant="primary">
            {t('profile.deleted.action')}
          </LinkButton>
        }
      >
        {t('profile.deleted.kept')}
      </EmptyState>
    </Screen>
  )
}
