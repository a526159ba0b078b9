import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { DoorDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'

/** Confirms the deletion of an account; the person may register again. */
export function AccountDeletedScreen() {
  const { partnerName } = usePartner()
  return (
    <Screen title={t('profile.deleted.title')}>
      <EmptyState
        drawing={<DoorDrawing />}
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
