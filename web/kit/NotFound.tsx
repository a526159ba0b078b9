import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect } from 'react'
import { useLocation, useRouter } from 'wouter'
import { pathOf } from '../routes.ts'
import { matchPath } from './match.ts'
import { goTo } from './navigation.ts'
import { otherAddress } from './other-address.ts'

/** An address that no screen has, or whose screen this build does not show. Another way to write one leads there. */
export function NotFound() {
  const [path] = useLocation()
  const { parser } = useRouter()
  const other = otherAddress(path, (known) => matchPath(parser, known) !== undefined)
  useEffect(() => {
    if (other) goTo(`${other}${location.search}`, { replace: true })
  }, [other])
  if (other) return null
  return (
    <ErrorState
      title={t('brand.error.notFound')}
      action={t('brand.error.toHome')}
      onAction={() => goTo(pathOf('home', {}))}
    />
  )
}
