import type { SignReason } from '@cuida/core/access/sign-in/sign-reason.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { useEffect } from 'react'
import { redirectToDueDocuments } from '../../brand/consent/due-documents.ts'
import { emitClientEvent } from '../../kit/client-event.ts'
import { Brand } from '../../kit/frame/Brand.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { keepQuestionnaireFlag } from '../../kit/questionnaire-flag.ts'
import { useSession } from '../../kit/session/session.tsx'
import { takeSignReason } from '../session/sign-reason.ts'
import { forgetPath, rememberedPath } from '../sign-in/continue-path.ts'
import css from './AuthRedirectScreen.module.css'
import { nextPath } from './auth-redirect.ts'

/** A2.41: redirects to Welcome with the reason, or to the requested path. */
export function AuthRedirectScreen() {
  const { status, profile } = useSession()
  useEffect(() => {
    if (status === 'starting') return
    keepQuestionnaireFlag(location.search, localStorage)
    const reason = profile && tellOfArrival(profile)
    const signedIn = status === 'in'
    const next = nextPath({ search: location.search, continuePath: rememberedPath(), signedIn })
    // The path is kept for a person who still has to sign in, and cleared after arrival.
    if (signedIn || !next.startsWith('/welcome')) forgetPath()
    const leave = (to: string) => goTo(to, { replace: true })
    if (reason === 'signin') void redirectToDueDocuments(next).then(leave)
    else leave(next)
  }, [status, profile])
  return (
    <main className={css.page} aria-busy="true">
      <Brand />
      <Spinner label={t('brand.loading')} />
    </main>
  )
}

/**
 * Step 5: reports to analytics how the session began, and nothing for a resumed session. Contact digests are sent
 * only where the partner enables identity and the person consents.
 */
function tellOfArrival(profile: Profile): SignReason | undefined {
  const reason = takeSignReason()
  const { email, firstName, lastName } = profile
  if (reason === 'signin') emitClientEvent({ name: 'login' })
  if (reason === 'signup')
    emitClientEvent({ name: 'sign_up', who: { email, phone: profile.phone.number, firstName, lastName } })
  return reason
}
