import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useRef } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { ConflictAlert, isConflict } from '../session/ConflictAlert.tsx'

/** Why there is no account yet. The form is long and its button at the end: what stands above takes the focus. */
export function RegistrationFailure({ failure, social }: { failure: unknown; social: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])
  if (!failure) return null
  return (
    <div ref={box} tabIndex={-1}>
      <Why failure={failure} social={social} />
    </div>
  )
}

function Why({ failure, social }: { failure: unknown; social: boolean }) {
  if (isConflict(failure)) return <ConflictAlert {...failure} social={social} />
  if (!social || !hasRunOut(failure))
    return <FailureAlert failure={failure} heading={t(`access.failed.${social ? 'validate' : 'register'}`)} />
  const again = <a href="/api/connect/google">{t('access.social.again')}</a>
  return <Alert tone="warning" title={t('access.social.expired')} action={again} />
}

/** Google's word is good for an hour; what was filled in stays for the next one (registration.ts). */
const hasRunOut = (failure: unknown): boolean =>
  failure instanceof CallFailed && (failure.status === 401 || failure.fields.socialToken !== undefined)
