import type { Profile } from '@cuida/core/profile/profile.ts'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect } from 'react'
import { Brand } from '../../kit/Brand.tsx'
import { goTo } from '../../kit/navigation.ts'
import { useSession } from '../../kit/session.tsx'
import { takeSigned } from '../session/signed.ts'
import { keepFlags } from '../welcome/arrival.ts'
import { forgetPath, rememberedPath } from '../welcome/continue-path.ts'
import { tellOfNewAccount, tellOfSigning } from '../welcome/tracking.ts'
import css from './AuthRedirectScreen.module.css'
import { nextPath } from './auth-redirect.ts'

/** Spec 1 §2 "Auth redirect logic": to Welcome with the reason, or on to where the person wanted to go. */
export function AuthRedirectScreen() {
  const { status, profile } = useSession()
  useEffect(() => {
    if (status === 'starting') return
    keepFlags(location.search, localStorage)
    if (profile) tellOfArrival(profile)
    const signedIn = status === 'in'
    const next = nextPath({ search: location.search, continuePath: rememberedPath(), signedIn })
    // Who is still to sign in goes on from there afterwards; who has arrived does not go there again.
    if (signedIn || !next.startsWith('/welcome')) forgetPath()
    goTo(next, { replace: true })
  }, [status, profile])
  return (
    <main className={css.page} aria-busy="true">
      <Brand />
      <Spinner label={t('brand.loading')} />
    </main>
  )
}

/** Step 5, and how the session began; who only comes back to one is no news. */
function tellOfArrival(profile: Profile): void {
  const reason = takeSigned()
  if (!reason) return
  tellOfSigning(reason)
  if (reason === 'signup') tellOfNewAccount(profile)
}
