import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { SearchDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { FrameProvider } from '@cuida/ui/Screen/frame.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { pathOf } from '../../routes.ts'
import { goTo } from '../navigation/navigation.ts'
import { knownPath } from '../session/alternative-path.ts'
import { WebsiteLink } from './Brand.tsx'

/** A URL without a screen, or whose screen this build does not have. Other forms of a known URL redirect. */
export function NotFound() {
  const [path] = useLocation()
  const known = knownPath(path)
  const other = known === path ? undefined : known
  useEffect(() => {
    if (other) goTo(`${other}${location.search}`, { replace: true })
  }, [other])
  if (other) return null
  const home = <LinkButton href={pathOf('home', {})}>{t('brand.error.toHome')}</LinkButton>
  return (
    <FrameProvider frame={{ logo: <WebsiteLink /> }}>
      <Screen title={t('brand.notFound.title')}>
        <EmptyState drawing={<SearchDrawing />} title={t('brand.error.notFound')} action={home} />
      </Screen>
    </FrameProvider>
  )
}
