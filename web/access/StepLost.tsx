import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { HelpButton } from '../kit/HelpButton.tsx'
import { goTo } from '../kit/navigation.ts'
import { pathOf } from '../routes.ts'

/** A step opened by its address, without the ones before it. */
export function StepLost() {
  return (
    <Screen title={t('access.lost.title')} help={<HelpButton />}>
      <EmptyState title={t('access.lost.message')} action={t('access.lost.action')} onAction={() => goTo(pathOf('welcome'))} />
    </Screen>
  )
}
