import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { DoorDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { pathOf } from '../../routes.ts'

/** A step opened by its address, without the ones before it. */
export function MissingStepScreen() {
  return (
    <Screen title={t('access.lost.title')}>
      <EmptyState
        drawing={<DoorDrawing />}
        title={t('access.lost.message')}
        action={<LinkButton href={pathOf('welcome')}>{t('access.lost.action')}</LinkButton>}
      />
    </Screen>
  )
}
