import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../routes.ts'
import { goTo } from './navigation.ts'

/** An address that no screen has, or whose screen this build does not show. */
export function NotFound() {
  return (
    <ErrorState
      title={t('brand.error.notFound')}
      action={t('brand.error.toHome')}
      onAction={() => goTo(pathOf('home', {}))}
    />
  )
}
