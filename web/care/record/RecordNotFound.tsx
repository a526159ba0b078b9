import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { pathOf } from '../../routes.ts'

/** The record of another account, or of a dependant who has come of age: the app cannot tell them apart. */
export function RecordNotFound() {
  return (
    <EmptyState
      title={t('care.history.gone')}
      action={<LinkButton href={pathOf('profile')}>{t('care.history.toProfile')}</LinkButton>}
    >
      {t('care.history.goneText')}
    </EmptyState>
  )
}
