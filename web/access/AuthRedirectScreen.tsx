import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect } from 'react'
import { Brand } from '../kit/Brand.tsx'
import { goTo } from '../kit/navigation.ts'
import { useSession } from '../kit/session.tsx'
import { pathOf } from '../routes.ts'
import css from './AuthRedirectScreen.module.css'
import { takePath } from './continue-path.ts'

/** Spec 1 §2 "Auth redirect logic": to Welcome with the reason, or on to where the person wanted to go. */
export function AuthRedirectScreen() {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'in') goTo(takePath(), { replace: true })
    if (status === 'out') goTo(`${pathOf('welcome')}${location.search}`, { replace: true })
  }, [status])
  return (
    <main className={css.page} aria-busy="true">
      <Brand />
      <p>
        <Spinner /> {t('brand.loading')}
      </p>
    </main>
  )
}
