import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { pathOf } from '../../routes.ts'

/** Somebody else's, or of who grew up meanwhile: the two look the same from here. */
export function NotMine() {
  return (
    <EmptyState
      title={t('care.history.gone')}
      action={<LinkButton href={pathOf('profile')}>{t('care.history.toProfile')}</LinkButton>}
    >
      {t('care.history.goneText')}
    </EmptyState>
  )
}
